/** The kinds of pages that the default extractor tells apart: those of WCXB (Foley 2026). */
export const PAGE_TYPES = ['article', 'forum', 'product', 'collection', 'listing', 'documentation', 'service'] as const;
export type PageType = (typeof PAGE_TYPES)[number];

// Types of packages that ship none, as far as the lab uses them.
declare module '@extractus/article-extractor' {
  export function extractFromHtml(html: string, url?: string): Promise<unknown>;
}
declare module '@postlight/parser' {
  const parser: { parse(url: string, options: { html: string; fetchAllPages: boolean }): Promise<unknown> };
  export default parser;
}
declare module 'turndown-plugin-gfm' {
  export const gfm: import('turndown').Plugin;
}
declare module 'unfluff' {
  export default function read(html: string): { text: string };
}
declare module 'markdown-it-footnote' {
  const plugin: import('markdown-it').PluginSimple;
  export default plugin;
}
declare module 'markdown-it-deflist' {
  const plugin: import('markdown-it').PluginSimple;
  export default plugin;
}
declare module 'libsvm-js/asm.js' {
  export default class SVM {
    static readonly KERNEL_TYPES: { readonly LINEAR: number };
    constructor(options: { kernel: number; cost: number; quiet: boolean });
    train(samples: readonly number[][], labels: readonly number[]): void;
    predictOne(sample: readonly number[]): number;
    free(): void;
  }
}

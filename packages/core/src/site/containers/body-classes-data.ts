/** Class names of list bodies: WordPress, MediaWiki, Drupal, Ghost, Joomla, Squarespace, Movable Type, Jekyll. */
export const LIST_BODIES = [
  'archive|author|blog|category|date|home|paged|post-type-archive|search|search-results|tag',
  'ns-14|ns-special',
  'front|page-frontpage|page-taxonomy|page-taxonomy-term|path-frontpage|path-taxonomy',
  '(?:author|home|tag)-template',
  'view-(?:archive|categories|category|featured|list)',
  'mt-(?:archive-index|archive-listing|category-archive|datebased-[a-z]+-archive|main-index)',
  'index|layout-{1,2}(?:archive|category|home|tag)|list',
];
/** The same for articles. */
export const ARTICLE_BODIES = [
  'postid-\\d+|single|single-.+',
  'ns-0|ns-subject',
  'node-type-.+|page-node-?\\d*|page-node-type-.+|path-node',
  'post-template|post-template-default',
  'view-(?:article|item)',
  'mt-entry-archive',
  'item|item-view|layout-{1,2}(?:post|single)',
];

/** Types and properties of schema.org, for `json-ld.ts` and `microdata.ts`. */
import type { MetadataField } from './metadata.js';

export const ARTICLE = /(?:Article|BlogPosting|LiveBlogPosting|Report|Review|AnalysisNewsArticle)$/;
export const DISCUSSION = /^(?:DiscussionForumPosting|QAPage|Question|SocialMediaPosting)$/;
export const WORK =
  /^(?:Blog|Recipe|HowTo|Product|ProductGroup|Event|Course|Book|Movie|Podcast\w*|VideoObject|JobPosting|SoftwareApplication|SoftwareSourceCode|Dataset|Service|CreativeWork|\w*Event|APIReference)$/;
export const WEB_PAGE =
  /^(?:WebPage|ItemPage|AboutPage|CollectionPage|FAQPage|ProfilePage|ContactPage|MedicalWebPage)$/;

/** Field, property, and the keys under which a record as value has its text. */
export const JSON_LD_PROPERTIES: readonly (readonly [
  field: MetadataField,
  property: string,
  keys?: readonly string[],
])[] = [
  ['title', 'headline'],
  ['title', 'name'],
  ['authors', 'author', ['name', 'alternateName']],
  ['authors', 'creator', ['name', 'alternateName']],
  ['date', 'datePublished'],
  ['date', 'dateCreated'],
  ['date', 'uploadDate'],
  ['dateModified', 'dateModified'],
  ['description', 'description'],
  ['siteName', 'publisher', ['name']],
  ['canonicalUrl', 'url', ['@id', 'url']],
  ['language', 'inLanguage', ['alternateName', 'name']],
  ['image', 'image', ['url', 'contentUrl', '@id']],
  ['categories', 'articleSection'],
  ['tags', 'keywords'],
  ['licence', 'license', ['url', '@id', 'name']],
];

export const ITEM_PROPERTIES: Readonly<Record<string, MetadataField>> = {
  headline: 'title',
  author: 'authors',
  creator: 'authors',
  datepublished: 'date',
  datecreated: 'date',
  uploaddate: 'date',
  datemodified: 'dateModified',
  description: 'description',
  inlanguage: 'language',
  articlesection: 'categories',
  keywords: 'tags',
  license: 'licence',
};

/** Types of items that do not describe the page, but a part of it, its site, or something in it. */
export const OTHER_THING =
  /(?:Comment|UserComments|Review|WPHeader|WPFooter|WPSideBar|SiteNavigationElement|BreadcrumbList|ItemList|ListItem|Offer|AggregateRating|Answer|ImageObject|VideoObject|AudioObject|MediaObject|Photograph|Quotation|WPAdBlock|NewsletterSubscription)$/;
export const ARTICLE_ITEM = /(?:Article|Posting|Recipe|Report)$/;
/** Properties whose items are other works. */
export const OTHER_WORK =
  /^(?:comment|haspart|ispartof|mentions|relatedlink|citation|image|associatedmedia|publisher|itemlistelement|isbasedon)$/;

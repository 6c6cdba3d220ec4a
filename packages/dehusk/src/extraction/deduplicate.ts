import type { Document, ExtractResult, RecordPage } from '@dehusk/core';
import { createOnion, judge, ONION_DEFAULTS, textOfContents } from '@dehusk/core/internal';
import { refused, withDocument } from './filters.js';

/** Takes the pages of a run in their order; returns each without what earlier ones have, or as refused if nothing is left. */
export type Deduplicator = (result: ExtractResult) => RecordPage;

/**
 * Opens a filter of repeated text (Onion). A paragraph, list, table or other piece of content is left out if most of its words
 * were in the same order in what earlier pages kept. A page of which no more is left than headings is a duplicate.
 */
export function openDeduplicator(): Deduplicator {
  // Smoothing drops every short document, as a corpus has no use for it.
  const onion = createOnion({ smoothing: false });
  return (result) => {
    const { document } = result;
    const texts = document.content.map((one) => textOfContents([one]));
    const { duplicate, tokens } = judge(onion, texts);
    const repeated = new Set(texts.filter((_, at) => duplicate[at] === 1));
    if (repeated.size === 0) return result;
    const left = tokens.reduce((sum, count, at) => sum + (duplicate[at] === 1 ? 0 : count), 0);
    if (left <= ONION_DEFAULTS.maxStub)
      return refused(result, 'duplicate', 'earlier pages of this run have all of its text');
    const textOf = new Map(document.content.map((one, at) => [one, texts[at]]));
    const kept = (content: Document['content']): Document['content'] =>
      content.filter((one) => !repeated.has(textOf.get(one) ?? textOfContents([one])));
    const { content, posts, aroundPosts } = document;
    return withDocument(result, {
      ...document,
      content: kept(content),
      posts: posts.map((post) => ({ ...post, content: kept(post.content) })),
      aroundPosts: { before: kept(aroundPosts.before), after: kept(aroundPosts.after) },
    });
  };
}

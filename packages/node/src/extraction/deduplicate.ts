import type { Document, ExtractResult, RecordPage } from '@dehusk/core';
import { textOfContents } from '@dehusk/core/extend';
import { createOnion, judgeRepeats } from '@dehusk/papers';
import { refused, withDocument } from './filters.js';

/** Takes the pages of a run in their order; returns each without what it repeats, or as refused if nothing is left. */
export type RunDeduplicator = (result: ExtractResult) => RecordPage;

/**
 * Opens a filter of repeated text. A paragraph, list, table or other piece of content is left out if its text was kept before, on this
 * page or an earlier one; the first stays.
 */
export function openDeduplicator(): RunDeduplicator {
  const memory = createOnion();
  return (result) => {
    const { document } = result;
    const texts = document.content.map((one) => textOfContents([one]));
    const { duplicate } = judgeRepeats(memory, texts);
    if (!duplicate.includes(1)) return result;
    if (!duplicate.includes(0)) return refused(result, 'duplicate', 'earlier pages of this run have all of its text');
    /** Per text, the verdicts on its pieces in order. */
    const verdicts = new Map<string, number[]>();
    for (const [at, text] of texts.entries()) {
      const own = verdicts.get(text);
      if (own === undefined) verdicts.set(text, [duplicate[at]]);
      else own.push(duplicate[at]);
    }
    const keeper = () => {
      const met = new Map<string, number>();
      return (content: Document['content']): Document['content'] =>
        content.filter((one) => {
          const text = textOfContents([one]);
          const before = met.get(text) ?? 0;
          met.set(text, before + 1);
          return verdicts.get(text)?.[before] !== 1;
        });
    };
    const { content, posts, aroundPosts } = document;
    // Posts and what is around them are the same content again.
    const keptOfPosts = keeper();
    const before = keptOfPosts(aroundPosts.before);
    const keptPosts = posts.map((post) => ({ ...post, content: keptOfPosts(post.content) }));
    return withDocument(result, {
      ...document,
      content: keeper()(content),
      posts: keptPosts,
      aroundPosts: { before, after: keptOfPosts(aroundPosts.after) },
    });
  };
}

/** What a page declares about discussions: linked data, generators and names of board software. */
import { memoized } from '../page/memo.js';
import type { Page } from '../page/page.js';

/** Linked data and microdata of a thread or a question with answers. */
const DISCUSSION =
  /"@type"\s*:\s*\[?\s*"(?:DiscussionForumPosting|QAPage)"|schema\.org\/(?:DiscussionForumPosting|QAPage)/;
/** Generators of boards and of question-and-answer sites. */
const BOARD =
  /<meta[^>]{0,100}(?:generator|application-name)[^>]{0,100}(?:discourse|xenforo|vbulletin|phpbb|flarum|mybb|invision|nodebb|discuz|phpwind|simple machines|smf|punbb|fluxbb|woltlab|burning board|vanilla|lemmy|mbin|question2answer|askbot|apache answer)/i;
/** Search range of the generator, in characters. */
const HEAD_REACH = 20_000;

/** True when a page declares that it is a discussion or a part of a board. */
export const isDiscussion: (page: Page) => boolean = memoized(
  (page: Page) => DISCUSSION.test(page.source) || BOARD.test(page.source.slice(0, HEAD_REACH)),
);

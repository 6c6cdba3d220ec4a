/** What a page declares about discussions: linked data, generators and names of board software. */

import { memoized, type Page } from '@dehusk/html';

/** Linked data and microdata of a thread or a question with answers. Lists of frequent questions have accepted answers only. */
const DISCUSSION =
  /"@type"\s*:\s*(?:\[\s*)?"(?:DiscussionForumPosting|QAPage)"|schema\.org\/(?:DiscussionForumPosting|QAPage)|itemprop=["']?suggestedAnswer/;
/** One of them is in each of these names. Found in a third of the time: most pages have none. */
const MAYBE_DISCUSSION = ['ForumP', 'QAPage', 'Answer'];
/** Generators of boards and of question-and-answer sites. */
const BOARD =
  /<meta[^>]{0,100}(?:generator|application-name)[^>]{0,100}(?:discourse|xenforo|vbulletin|phpbb|flarum|mybb|invision|nodebb|discuz|phpwind|simple machines|smf|punbb|fluxbb|woltlab|burning board|vanilla|lemmy|mbin|question2answer|askbot|apache answer)/i;
/** Names that board software gives to its pages. */
const BOARD_NAME =
  /<(?:html|body)[^>]{0,300}["'\s](?:bbpress|phpbb|ipsApp|XF|nv_forum|pg_viewthread|qa-template-question|question-page|comments-page|is_thread|single-dwqa-question)["'\s]/;
/** Linked data of an article, and comment systems below articles. */
const ARTICLE =
  /"@type"\s*:\s*(?:\[\s*)?"(?:BlogPosting|NewsArticle|Article)"|schema\.org\/(?:BlogPosting|NewsArticle)|wp-comments-post\.php|disqus_thread|\bwpdiscuz|\bwpdcom\b|\b(?:waline|valine|twikoo|giscus|utterances|remark42|commento|isso-thread)\b/;
/** Names of the parts of an issue in trackers: its comments are posts. */
const TRACKER =
  /(?:class|id)=["']?[^"'>]{0,80}\b(?:bz_comment|trac-ticket|ticket-(?:properties|description)|bugnote|issue-(?:body|description|details)|issue_actions_container|journal-\d+-notes)/;
/** Found in each of these names; one search takes a third of the time of one for each. */
const MAYBE_TRACKER = /bz_comment|ticket-|trac-ticket|bugnote|issue-|issue_actions|journal-/;
/** Search range of names in the head, in characters. */
const HEAD_REACH = 20_000;

/** True when a page declares that it is a discussion or a part of a board. */
export const isDiscussion: (page: Page) => boolean = memoized((page: Page) => {
  const head = page.source.slice(0, HEAD_REACH);
  const mayDeclare = MAYBE_DISCUSSION.some((word) => page.source.includes(word));
  return BOARD.test(head) || BOARD_NAME.test(head) || (mayDeclare && DISCUSSION.test(page.source));
});

/** True for the page of an issue in a tracker. No feature of the block trees. */
export const isIssue: (page: Page) => boolean = memoized(
  (page: Page) => MAYBE_TRACKER.test(page.source) && TRACKER.test(page.source),
);

/** True when a page declares that it is an article, or has the comment system of a blog. */
export const isArticle: (page: Page) => boolean = memoized((page: Page) => ARTICLE.test(page.source));

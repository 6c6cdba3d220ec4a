/**
 * The nine URL rules of the URL Tree paper (Table 1), as a rule file (see `parseUrlRules`). They were written by hand for its news
 * sites of 2011. The paper leaves out the scheme, and its text of the first rule lost a dot.
 */
export const PUBLISHED_URL_RULES = String.raw`
^https?://abcnews\.go\.com	id
^https?://www\.fitchratings\.com.*?/detail\.cfm	pr_id
^https?://bbs\.chinadaily\.com\.cn/viewthread\.php	tid
^https?://www\.hurriyetdailynews\.com/n\.php	n
^https?://globeandmail\.golfcanada\.ca	articleId
^https?://podcast\.ft\.com/index\.php	pid
^https?://www\.aljazeera\.com(\?.*)?$	_cid_
^https?://www\.dailymail\.co\.uk/home/index\.html	_cid_
^https?://www\.foxnews\.com/on-air.*?/index\.html	_cid_
`.trim();

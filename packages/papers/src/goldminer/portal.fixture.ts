/** Pages of a made-up portal, written for the tests: one worked by hand in the design notes, and templates beside it. */

import type { SitePage } from '@dehusk/core/extend';
import type { Page } from '@dehusk/html';
import { parse } from '@dehusk/html';

const SUBJECTS = [
  'the harbour',
  'a teacher',
  'the council',
  'this river',
  'our orchestra',
  'the old mill',
  'a gardener',
];
const VERBS = ['was seen by', 'had asked for', 'could not do without', 'will soon be given to', 'has never left'];
const PLACES = [
  'on the hill',
  'in the town where it began',
  'at the end of the street',
  'with all of the others',
  'by the sea',
];

/** A sentence of about 180 characters, rich in function words, different for every number. */
export function paragraph(number: number): string {
  const pick = (list: readonly string[], step: number): string => list[(number * step + (number >> 3)) % list.length];
  return (
    `In the year ${number} ${pick(SUBJECTS, 3)} ${pick(VERBS, 2)} the people who lived ${pick(PLACES, 1)}, and it was not ` +
    `until ${number + 7} that ${pick(SUBJECTS, 5)} came to be what it is now for all of us who were there.`
  );
}

/** The lead that every page repeats. */
const LEAD =
  'This is the lead that we have put at the foot of every page of the site, so that you can read it where you are now.';
const NAVIGATION = '<div class="nav"><ul><li><a href="/">Home</a></li><li><a href="/w">World</a></li></ul></div>';

const shell = (title: string, body: string): string =>
  `<html lang="en"><head><title>${title}</title></head><body>${NAVIGATION}\n${body}</body></html>`;

/** The worked example: a hundred paragraphs of different numbers apart, so that no two pages share one. */
export function article(number: number): string {
  return shell(
    `Title number ${number}`,
    `<div id="content" class="hfeed">\n<h1 class="entry-title">Title number ${number}</h1>\n<p>${paragraph(number * 100)}</p>\n` +
      `<p>${paragraph(number * 100 + 1)}</p>\n</div>\n<div id="share" class="sharedaddy">Share</div>\n` +
      `<div class="lead"><p>${LEAD}</p></div>\n<div class="foot">Foot</div>`,
  );
}

/** The same text in another template, named by its class. */
export function articleIn(template: string, number: number): string {
  return shell(
    `Title number ${number}`,
    `<main><h2 class="${template}-head">Title number ${number}</h2><div><p>${paragraph(number * 100)}</p>` +
      `<p>${paragraph(number * 100 + 1)}</p></div><!-- end of ${template} --><p>${LEAD}</p></main>`,
  );
}

/** A page of teasers. */
export function indexPage(number: number): string {
  const teaser = (at: number): string =>
    `<li><a href="/${at}">Title number ${at}</a> ${paragraph(at * 100).slice(0, 90)}</li>`;
  return shell('All stories', `<ul class="teasers">${[1, 2, 3, 4].map((at) => teaser(number + at)).join('')}</ul>`);
}

/** Parses a page of the portal. */
export function pageOf(html: string): Page {
  const parsed = parse(html);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.page;
}

/** A page as a learner sees it. */
export function sitePage(name: string, html: string, at = 0): SitePage {
  return { page: pageOf(html), url: `https://portal.example/${name}`, key: `portal.example/${name}`, at };
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedBlocks } from './changed-blocks.fixture.js';
import { raiseEntryTimes } from './entry-rules.js';

const ENTRY = '<p>Engineers have repaired the line at the street behind the harbour. .9</p>';
const entries = (times: string[], text = ENTRY): string =>
  `<div>${times.map((time) => `<section>${time}${text}</section>`).join('')}</div>`;

const TIMES: [name: string, html: string, raised: string[], type?: string][] = [
  [
    'times of several forms',
    entries(['<time>16.42</time>', '<span>7:05 pm EST</span>', '<b>18 h 20</b>', '<p>21時10分</p>', '<i>90+4’</i>']),
    ['16.42', '7:05 pm', '18 h', '21時10分', '90+4’'],
  ],
  ['not those of a thread', entries(['<p>9:01</p>', '<p>9:02</p>', '<p>9:03</p>']), [], 'forum'],
  ['not of two entries', entries(['<p>9:01</p>', '<p>9:02</p>']), []],
  ['not prices', entries(['<p>$9.01</p>', '<p>$9.02</p>', '<p>$9.03</p>']), []],
  ['not buttons of a recording', entries(Array(3).fill('<button>00:21</button>')), []],
];

for (const [name, html, raised, type] of TIMES)
  test(`times of entries are raised: ${name}`, () =>
    assert.deepEqual(changedBlocks(raiseEntryTimes, html, type), raised));

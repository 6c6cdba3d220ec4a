import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptOf } from './script.js';

const CASES: readonly (readonly [text: string, script: string | null])[] = [
  ['The bell rang at six.', 'Latin'],
  ['The bell 钟 rang at six in the morning.', 'Latin'],
  ['用 npm install 安装 typescript 语言服务', 'Han'],
  ['鐘が鳴るのは朝六時', 'Japanese'],
  ['鐘楼修復記念式典開催の案内', 'Han'],
  ['종이 울렸다', 'Hangul'],
  ['ระฆังดัง', 'Thai'],
  ['Колокол зазвонил', 'Cyrillic'],
  ['Η καμπάνα', 'Greek'],
  ['دق الجرس', 'Arabic'],
  ['הפעמון צלצל', 'Hebrew'],
  ['घंटी बजी', 'Devanagari'],
  ['12:30 …', null],
  ['', null],
];

test('the script of a text', () => {
  for (const [text, script] of CASES) assert.equal(scriptOf(text), script, text);
});

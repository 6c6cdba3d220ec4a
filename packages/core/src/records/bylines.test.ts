import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { bylinesOf } from './bylines.js';

const RELATIVE = [
  '3 hours ago',
  'vor 3 Stunden',
  'il y a 2 jours',
  'hace 1 hora',
  '3 часа назад',
  '3 godziny temu',
  '2 uur geleden',
  '3 ore fa',
  'há 3 horas',
  '3小时前',
  '5 分鐘前',
  '2か月前',
  '3시간 전',
  '昨天 08:30',
];
const OTHERS = ['vor Ort 3', '12 Stunden', '3个苹果', '3点', '前3名', 'il y a 3 ans déjà que', '5 fa'];

test('a relative time is a date in many languages', () => {
  const isDate = (text: string): boolean => {
    const parsed = parse(`<div><b>Ada</b> <span>${text}</span><p>Hello</p></div>`);
    assert.ok(parsed.ok);
    return bylinesOf(parsed.page).some(({ kind }) => kind === 'date');
  };
  assert.deepEqual(RELATIVE.filter(isDate), RELATIVE);
  assert.deepEqual(OTHERS.filter(isDate), []);
});

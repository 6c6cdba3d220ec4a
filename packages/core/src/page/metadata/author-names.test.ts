import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorNames } from './author-names.js';

test('names as bylines write them', () => {
  const cases: readonly (readonly [value: string, names: readonly string[]])[] = [
    ['Jane Doe', ['Jane Doe']],
    ['By Jane Doe', ['Jane Doe']],
    ['BY: JANE DOE', ['JANE DOE']],
    ['Written by Jane Doe and John Roe', ['Jane Doe', 'John Roe']],
    ['Von Jane Doe und John Roe', ['Jane Doe', 'John Roe']],
    ['Par Jane Doe et John Roe', ['Jane Doe', 'John Roe']],
    ['Autor: Jan Kowalski', ['Jan Kowalski']],
    ['文: 山田太郎、鈴木花子', ['山田太郎', '鈴木花子']],
    ['Jane Doe, John Roe & Ann Poe', ['Jane Doe', 'John Roe', 'Ann Poe']],
    ['Jane Doe, John Roe, and Ann Poe', ['Jane Doe', 'John Roe', 'Ann Poe']],
    ['Jane Doe; John Roe', ['Jane Doe', 'John Roe']],
    ['Jane Doe, MD, MPH', ['Jane Doe, MD, MPH']],
    ['Jane Doe, Ph.D., John Roe', ['Jane Doe, Ph.D.', 'John Roe']],
    ['Doe, Jane', ['Doe, Jane']],
    ['By Jane Doe | May 17, 2024', ['Jane Doe']],
    ['By Jane Doe on May 17, 2024', ['Jane Doe']],
    ['Jane Doe · 5 min read', ['Jane Doe']],
    ['Jane Doe, 17 May 2024', ['Jane Doe']],
    ['Jane Doe Updated March 3, 2020', ['Jane Doe']],
    ['Jane Doe (jane@example.org)', ['Jane Doe']],
    ['Jane Doe, jane doe', ['Jane Doe']],
    ['van der Berg', ['van der Berg']],
    ['Byron Lee', ['Byron Lee']],
    ['Andy Sandoval', ['Andy Sandoval']],
    ['Wordsworth Team', ['Wordsworth Team']],
    // Nobody.
    ['admin', []],
    ['Administrator', []],
    ['https://facebook.com/someone', []],
    ['@someone', []],
    ['jane@example.org', []],
    ['null', []],
    ['By', []],
    ['—', []],
    ['', []],
  ];
  for (const [value, names] of cases) assert.deepEqual(authorNames(value), names, value);
});

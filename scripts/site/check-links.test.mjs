import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { linkFaults } from './check-links.mjs';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-links-'));
after(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'guides'));
writeFileSync(join(folder, 'guides', 'index.html'), '<h2 id="one two">One</h2><a name="old">');
writeFileSync(join(folder, 'picture.svg'), '<svg/>');

const LINKS = [
  ['<a href="guides/index.html">', null],
  ['<a href="guides/#one%20two">', null],
  ['<a href="guides/index.html?q=1#old">', null],
  ['<a href="#here"><p id="here">', null],
  ['<a href="https://example.org/a">', null],
  ['<a href="mailto:someone@example.org">', null],
  ['<img src="picture.svg">', null],
  ['<img src="data:,">', null],
  ['<a href="guides/missing.html">', 'guides/missing.html leads to no file'],
  ['<a href="guides/#two">', 'guides/#two leads to no element of that page'],
  ['<a href="#gone">', '#gone leads to no element of that page'],
  ['<a href="../../etc/passwd">', '../../etc/passwd leaves the site'],
  ['<a href="https://">', 'https:// is no URL'],
  ['<a href="javascript:alert(1)">', 'javascript:alert(1) is no URL'],
  ['<script src="https://cdn.example/a.js"></script>', 'https://cdn.example/a.js is loaded from elsewhere'],
  ['<link rel="stylesheet" href="//cdn.example/a.css">', '//cdn.example/a.css is loaded from elsewhere'],
];
for (const [html, fault] of LINKS)
  test(`${html}: ${fault ?? 'fine'}`, () => {
    writeFileSync(join(folder, 'index.html'), `<!doctype html><body>${html}`);
    assert.deepEqual(linkFaults(folder).faults, fault === null ? [] : [`index.html: ${fault}`]);
  });

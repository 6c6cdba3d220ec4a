/** Articles keep their first and last lines whatever these are, and nothing that is beside them: in three templates and languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract } from '../extract.js';
import { BESIDE, ENDINGS, FRAMES, LANGUAGES, LEADS } from './article-edges.fixture.js';

/** Share of the variations that must hold: the rest are named when a test fails. */
const LEAST: Readonly<Record<string, number>> = { lead: 0.95, ending: 0.98, beside: 0.9 };
/** Half of the variations; NIGHTLY_TESTS=1 takes all. */
const isTaken = (at: number): boolean => at % 2 === 0 || process.env.NIGHTLY_TESTS === '1';
/** Paragraphs of a text. */
const LENGTHS = [1, 4];

const flat = (text: string): string => text.replace(/\s+/g, ' ');

interface Variation {
  readonly name: string;
  readonly html: string;
  readonly with: readonly string[];
  readonly without: readonly string[];
}

function* variations(): Generator<Variation> {
  for (const [frame, page] of Object.entries(FRAMES))
    for (const language of LANGUAGES)
      for (const length of LENGTHS) {
        const at = `${frame}, ${language.code}, ${length} paragraphs`;
        const paragraphs = language.paragraphs.slice(0, length);
        const text = paragraphs.map((one) => `<p>${one}</p>`);
        const head = `<h1>${language.title}</h1>`;
        for (const [name, lead] of Object.entries(LEADS)) {
          const html = page(language, { head: lead(language), body: text.join(''), below: '' });
          yield { name: `lead ${name}: ${at}`, html, with: [language.lead, ...paragraphs], without: [] };
        }
        for (const [name, ending] of Object.entries(ENDINGS)) {
          const [last, texts] = ending(language);
          const html = page(language, { head, body: text.join('') + last, below: '' });
          yield { name: `ending ${name}: ${at}`, html, with: [...paragraphs, ...texts], without: [] };
        }
        for (const [name, [place, beside, texts]] of Object.entries(BESIDE)) {
          const box = beside(language);
          const body = place === 'inside' ? [text[0], box, ...text.slice(1)] : place === 'end' ? [...text, box] : text;
          const html = page(language, { head, body: body.join(''), below: place === 'below' ? box : '' });
          yield { name: `beside ${name}: ${at}`, html, with: paragraphs, without: texts(language) };
        }
      }
}

for (const [kind, least] of Object.entries(LEAST))
  test(`${kind}: nearly all variations are right`, (t) => {
    const all = [...variations()].filter(({ name }, at) => name.startsWith(kind) && isTaken(at));
    const wrong = all.filter(({ html, with: wanted, without }) => {
      const text = flat(extract(html, { url: 'https://tarn-gazette.example/2024/mill' }).text);
      return !wanted.every((one) => text.includes(flat(one))) || without.some((one) => text.includes(flat(one)));
    });
    t.diagnostic(`${kind}: ${all.length - wrong.length} of ${all.length}`);
    assert.ok(
      all.length - wrong.length >= least * all.length,
      `${wrong.length} of ${all.length} are wrong:\n${wrong.map(({ name }) => name).join('\n')}`,
    );
  });

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_CONTEXT } from '@dehusk/core/extend';
import type { Page } from '@dehusk/html';
import { fromBase64, parse } from '@dehusk/html';
import {
  type Chain,
  EDGE_KINDS,
  gradient,
  labelWith,
  packModel,
  posteriorLogOdds,
  unpackModel,
  victor,
  viterbi,
  WEIGHTS,
} from './victor.js';
import { MODEL } from './weights.js';

/** A chain of four blocks with two kinds of edges, and its labellings with their scores. */
const CHAIN: Chain = {
  state: Float64Array.of(1.5, -0.4, 0.3, -2),
  edge: Uint8Array.of(0, 1, 0, 1),
  transitions: [0.5, -0.7, -0.2, 0.9, 0.1, 0.4, -1, 0.3],
};
const LABELLINGS = Array.from({ length: 16 }, (_, bits) => Array.from({ length: 4 }, (_, b) => (bits >> b) & 1));
function scoreOf({ state, edge, transitions }: Chain, labels: readonly number[]): number {
  let sum = 0;
  for (let b = 0; b < labels.length; b++) {
    sum += state[b] * labels[b];
    if (b > 0) sum += transitions[4 * edge[b] + 2 * labels[b - 1] + labels[b]];
  }
  return sum;
}
const logTotal = (chain: Chain): number =>
  Math.log(LABELLINGS.reduce((sum, one) => sum + Math.exp(scoreOf(chain, one)), 0));

test('Viterbi finds the labelling of the highest score', () => {
  for (let shift = -3; shift <= 3; shift += 0.25) {
    const chain = { ...CHAIN, state: CHAIN.state.map((one) => one + shift) };
    const best = LABELLINGS.reduce((a, b) => (scoreOf(chain, b) > scoreOf(chain, a) ? b : a));
    assert.deepEqual([...viterbi(chain)], best, `shift ${shift}`);
  }
});

test('posteriors are the sums over all labellings', () => {
  const found = posteriorLogOdds(CHAIN);
  for (let b = 0; b < 4; b++) {
    const share =
      LABELLINGS.reduce((sum, one) => sum + one[b] * Math.exp(scoreOf(CHAIN, one)), 0) / Math.exp(logTotal(CHAIN));
    assert.ok(Math.abs(1 / (1 + Math.exp(-found[b])) - share) < 1e-12, `block ${b}`);
  }
});

test('the gradient is the slope of the log-likelihood', () => {
  const labels = [1, 1, 0, 0];
  const likelihood = (chain: Chain): number => scoreOf(chain, labels) - logTotal(chain);
  const edges = new Float64Array(8);
  const own = gradient(CHAIN, labels, edges);
  const step = 1e-6;
  const raised = (list: ArrayLike<number>, at: number): Float64Array =>
    Float64Array.from(list, (one, place) => (place === at ? one + step : one));
  for (let b = 0; b < 4; b++) {
    const slope = (likelihood({ ...CHAIN, state: raised(CHAIN.state, b) }) - likelihood(CHAIN)) / step;
    assert.ok(Math.abs(slope - own[b]) < 1e-5, `block ${b}: ${slope} and ${own[b]}`);
  }
  for (let at = 0; at < 8; at++) {
    const slope = (likelihood({ ...CHAIN, transitions: raised(CHAIN.transitions, at) }) - likelihood(CHAIN)) / step;
    assert.ok(Math.abs(slope - edges[at]) < 1e-5, `edge ${at}: ${slope} and ${edges[at]}`);
  }
});

test('a chain of 100,000 blocks neither overflows nor recurses', () => {
  const size = 100_000;
  const chain = { ...CHAIN, state: new Float64Array(size).fill(30), edge: new Uint8Array(size) };
  assert.ok(viterbi(chain).every((label) => label === 1));
  assert.ok(posteriorLogOdds(chain).every((one) => Number.isFinite(one) && one > 20));
  assert.equal(viterbi({ ...chain, state: new Float64Array(0) }).length, 0);
});

const pageOf = (html: string): Page => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return parsed.page;
};

test('neighbours change the label of a block', () => {
  const card = { corpus: 'none', corpusDigest: '0', pages: 1 };
  const weights = new Float32Array(WEIGHTS);
  const page = pageOf('<p>one<p>two<p>three');
  const kept = (transitions: Float32Array, bias: number): number[] => [
    ...labelWith({ card, weights, transitions }, page, bias).labels.keep,
  ];
  const likesChange = Float32Array.from({ length: 4 * EDGE_KINDS }, (_, at) => (at % 4 === 1 || at % 4 === 2 ? 2 : 0));
  assert.deepEqual(kept(new Float32Array(4 * EDGE_KINDS), 0.5), [1, 1, 1]);
  assert.deepEqual(kept(likesChange, 0.5), [1, 0, 1]);
});

test('a model survives packing; other bytes are refused with got and expected', () => {
  const model = {
    card: { corpus: 'none', corpusDigest: '0', pages: 1 },
    weights: Float32Array.from({ length: WEIGHTS }, (_, at) => ((at % 255) - 127) / 32),
    transitions: Float32Array.from({ length: 4 * EDGE_KINDS }, (_, at) => at / 32),
  };
  const bytes = packModel(model);
  assert.deepEqual(unpackModel(bytes), model);
  const damaged = bytes.slice();
  damaged[bytes.length - 12] ^= 1;
  assert.throws(() => unpackModel(damaged), /checksum got .* expected/);
  assert.throws(() => unpackModel(Uint8Array.of(1, 2, 3)), /not a Victor model/);
});

test('the shipped model names its corpus and fits its size', () => {
  const { card } = unpackModel(fromBase64(MODEL));
  assert.equal(card.corpus, 'wcxb-dev');
  assert.match(card.corpusDigest, /^[0-9a-f]{64}$/);
  assert.ok(MODEL.length < 10_000, `${MODEL.length} characters`);
});

test('the article without the menus', () => {
  const menu = `<nav><ul>${['Home', 'World', 'Sport', 'Contact us'].map((item) => `<li><a href=/>${item}</a></li>`).join('')}</ul></nav>`;
  const paragraphs = [
    'A powerful storm hit the northern coast on Monday, leaving thousands of homes without power for a night.',
    'Emergency crews worked through the night to restore electricity, and to clear the fallen trees.',
    'The mayor said that the harbour will open again on Friday, when the last boats are back in the water.',
  ];
  const html = `<title>Storm</title><body>${menu}<article><h1>Storm</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</article>${menu}<footer>© 2026</footer>`;
  const { blocks, labels } = victor.label(pageOf(html), victor.defaults, NO_CONTEXT);
  const found = blocks.filter((_, at) => labels.keep[at] === 1).map(({ text }) => text);
  assert.deepEqual(
    found.filter((text) => text !== 'Storm'),
    paragraphs,
  );
});

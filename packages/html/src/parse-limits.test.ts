import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Limits } from './limits.js';
import { parse } from './parse.js';
import type { Parsed } from './rare-parser.js';

const sizeOf = (parsed: Parsed): number => (parsed.ok ? parsed.page.size : -1);
const reasonOf = (source: string, limits: Partial<Limits>): string => {
  const parsed = parse(source, { limits });
  return parsed.ok ? 'ok' : parsed.reason;
};

test('each limit refuses one beyond it with its reason', () => {
  assert.equal(reasonOf('x'.repeat(100), { maxBytes: 100 }), 'ok');
  assert.equal(reasonOf('x'.repeat(101), { maxBytes: 100 }), 'too-large');
  // document, html, head, body and ten paragraphs
  const ten = '<p>'.repeat(10);
  assert.equal(sizeOf(parse(ten)), 14);
  assert.equal(reasonOf(ten, { maxNodes: 15 }), 'ok');
  assert.equal(reasonOf(ten, { maxNodes: 14 }), 'too-many-nodes');
  // A budget that is used up after a few checks.
  const reasonWithin = (source: string, looks: number): string => {
    const parsed = parse(source, { isOverBudget: () => looks-- <= 0 });
    return parsed.ok ? 'ok' : parsed.reason;
  };
  assert.equal(reasonWithin('<p>x</p>'.repeat(50_000), 3), 'timeout');
  // One tag may be long: the budget is checked inside it, too.
  const tag = `<p ${Array.from({ length: 400_000 }, (_, index) => `a${index}`).join(' ')}>`;
  assert.equal(reasonWithin(tag, 1), 'timeout');
  const refused = parse(ten, { limits: { maxNodes: 5 } });
  assert.ok(!refused.ok && refused.detail.includes('5') && refused.detail.includes('maxNodes'));
});

test('tags below the maximum depth are dropped, their text stays in order', () => {
  const source = `${'<div>'.repeat(20)}a<p>b</p>c${'</div>'.repeat(20)}d`;
  const whole = parse(source);
  assert.ok(whole.ok && !whole.flattened);
  const flat = parse(source, { limits: { maxDepth: 10 } });
  assert.ok(flat.ok && flat.flattened);
  assert.equal(flat.page.chars, 'abcd');
  assert.ok(Math.max(...flat.page.depth) <= 12, `depth ${Math.max(...flat.page.depth)}`);
  // Text behind the closing tags is outside again.
  assert.equal(flat.page.depth[flat.page.size - 1], whole.page.depth[whole.page.size - 1]);
  const links = parse(`${'<b>'.repeat(30)}x<a href=y>z</a>`, { limits: { maxDepth: 10 } });
  assert.ok(links.ok && links.page.chars === 'xz');
});

test('nested templates and foreign elements are bounded, too', () => {
  for (const name of ['template', 'svg', 'math', 'svg><desc', 'table><tr><td', 'b']) {
    const nested = `<${name}>`.repeat(70_000);
    const parsed = parse(`<body>${nested}x`);
    assert.ok(parsed.ok && parsed.flattened, name);
    const deepest = parsed.page.depth.reduce((most, depth) => Math.max(most, depth), 0);
    assert.ok(deepest < 2_100, `${name}: depth ${deepest}`);
  }
  const inside = parse(`${'<div>'.repeat(20)}${'<template>'.repeat(30)}x${'</template>'.repeat(30)}y`, {
    limits: { maxDepth: 10 },
  });
  assert.ok(inside.ok && inside.page.chars === 'xy');
  const hidden = inside.page.tag.lastIndexOf(inside.page.nameIndex('template'));
  assert.equal(inside.page.chars.slice(inside.page.textFrom[hidden], inside.page.textTo[hidden]), 'x');
  // The column ends at 65,535, and does not begin again.
  const deep = parse(`${'<template>'.repeat(70_000)}x`, { limits: { maxDepth: 70_000 } });
  assert.ok(deep.ok);
  assert.equal(deep.page.depth[deep.page.chars.length + 70_000 + 1], 65_535);
});

test('a page with more names than the column numbers keeps its nodes and text', () => {
  const count = 70_000;
  const parsed = parse(Array.from({ length: count }, (_, index) => `<x${index}>y</x${index}>`).join(''));
  assert.ok(parsed.ok);
  assert.equal(parsed.page.size, 2 * count + 4);
  assert.equal(parsed.page.names.length, 65_536);
  assert.equal(parsed.page.names[parsed.page.tag[parsed.page.size - 2]], '#other');
  assert.equal(parsed.page.nameIndex('x0') > 0, true);
  assert.equal(parsed.page.nameIndex(`x${count - 1}`), -1);
});

test('attributes of repeated body tags are gathered, the first of a name wins', () => {
  const parsed = parse('<body a=1><p>x<body a=2 b=3><body b=4 c=5>');
  assert.ok(parsed.ok);
  const body = parsed.page.tag.indexOf(parsed.page.nameIndex('body'));
  assert.deepEqual(parsed.page.attributes(body), [
    ['a', '1'],
    ['b', '3'],
    ['c', '5'],
  ]);
  const svg = parse('<svg viewBox=0 xlink:href=x>');
  assert.ok(svg.ok);
  assert.equal(svg.page.attribute(svg.page.nameIndex('svg') > 0 ? svg.page.size - 1 : 0, 'viewbox'), '0');
});

/** Each would take very long if any step were quadratic. */
const HOSTILE: Readonly<Record<string, (size: number) => string>> = {
  'nested div': (size) => '<div>'.repeat(size / 2),
  'nested b': (size) => '<b>'.repeat(size / 2),
  'nested list': (size) => '<ul><li>'.repeat(size / 4),
  'nested tables': (size) => '<table><tr><td>'.repeat(size / 4),
  'attributes of one element': (size) => `<p ${numbered(2 * size, (index) => `a${index}=1 `)}>`,
  'attributes of many body tags': (size) => numbered(size / 4, (index) => `<body a${index}=1>`),
  scripts: (size) => '<script>x</script>'.repeat(size),
  'opening brackets': (size) => '<'.repeat(5 * size),
  'an open comment': (size) => `<!--${'--!'.repeat(10 * size)}`,
  'an open script': (size) => `<script>${'</scrip'.repeat(2 * size)}`,
  'formatting reopened in paragraphs': (size) => '<b><i><font color=red><p>'.repeat(size / 16),
  'formatting misnested': (size) => '<a><b><p></a></b>'.repeat(size / 8),
  'text moved out of a table': (size) => `<table>${'x<tr>'.repeat(size)}`,
  'text pieces moved out of a table': (size) => `<table>${'x<!---->'.repeat(size)}`,
  'elements moved out of a table': (size) => `<table>${'<i>x</i>y<tr>'.repeat(size / 2)}`,
  'tables in what is moved out of tables': (size) => '<table><div>x<table>y</table></div></table>'.repeat(size / 8),
  'links never closed': (size) => '<a href=x>y'.repeat(size / 2),
  'links around blocks': (size) => '<a><div>'.repeat(size / 4),
  options: (size) => `<select>${'<option>x'.repeat(size)}`,
  'nested selects': (size) => '<select><option>x'.repeat(size / 2),
  'nested templates': (size) => '<template>'.repeat(size / 8),
  'nested svg': (size) => '<svg><g><foreignObject><p>'.repeat(size / 8),
  'svg left by end tags': (size) => `<svg>${'<g>'.repeat(size / 4)}${'</p>'.repeat(size / 4)}`,
  'nested math': (size) => '<math><mi><p>'.repeat(size / 8),
  'end tags of nothing': (size) => `${'<div>'.repeat(900)}${'</x>'.repeat(size)}`,
  'many names': (size) => numbered(size / 2, (index) => `<x${index}></x${index}>`),
  entities: (size) => '&amp;&notit;&#x41;&zzz'.repeat(size),
  'one long name': (size) => `<${'x'.repeat(10 * size)}>`,
  'null characters': (size) => '\0'.repeat(10 * size),
};
const numbered = (count: number, unit: (index: number) => string): string =>
  Array.from({ length: Math.floor(count) }, (_, index) => unit(index)).join('');

test('hostile pages take CPU time linear in their length', () => {
  const timeOf = (build: (size: number) => string, size: number): number => {
    const source = build(size);
    const before = process.cpuUsage();
    const parsed = parse(source);
    assert.ok(parsed.ok);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  for (const [what, build] of Object.entries(HOSTILE)) {
    timeOf(build, 1_000);
    const small = timeOf(build, 5_000);
    const large = timeOf(build, 40_000);
    // Eight times the page: quadratic would be sixty-four times the time. 20 ms hide the noise of small times.
    assert.ok(
      large < 30 * Math.max(small, 20),
      `${what}: ${small.toFixed(0)} ms, eight times as long ${large.toFixed(0)} ms`,
    );
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptLiterals } from './script-literals.js';

const CASES: readonly (readonly [script: string, expected: unknown[]])[] = [
  ['window.a = {"b": [1, 2.5, -3e2], c: \'d\'}', [{ b: [1, 2.5, -300], c: 'd' }]],
  [
    'x={a:!0,b:!1,c:null,d:void 0,e:undefined,"f g":`h`,3:true,}',
    [{ a: true, b: false, c: null, d: undefined, e: undefined, 'f g': 'h', 3: true }],
  ],
  ['x = "a\\u0062\\x63\\n\\"\\u{1F600}\\\nd"', ['abc\n"😀d']],
  ['self.p.push([1,"text"]); q("other")', [[1, 'text'], 'other']],
  ['x = JSON.parse("{\\"a\\":1}")', ['{"a":1}']],
  [
    'kit.start(app, element, {data: [null, {n: new Set(["a"]), d: new Date(5)}]})',
    [{ data: [null, { n: ['a'], d: 5 }] }],
  ],
  ['w.__NUXT__=(function(a,b){return {x:a,y:[b,a]}}("one",{z:2}));', [{ x: 'one', y: [{ z: 2 }, 'one'] }]],
  ['w=(function(a,b){a.t="x";a[0]=b;return {a:a}})({},"y")', [{ a: { t: 'x', 0: 'y' } }]],
  ['w=((a)=>{return [a]})("one")', [['one']]],
  ['w=(function(){return {a:1}}())', [{ a: 1 }]],
  ['// {"no": 1}\n/* ={"no": 2} */ x = {yes: /* why */ 1}', [{ yes: 1 }]],
  ['if (a) { b() } for (;;) { c = {d: function () { return {e: 1}; }, f: [2]} }', [{ e: 1 }, [2]]],
  ['x = {"__proto__": {"a": 1}}', [JSON.parse('{"__proto__": {"a": 1}}')]],
  ["it's no string\n x = [1]", [[1]]],
];

for (const [script, expected] of CASES)
  test(script.slice(0, 70), () => {
    assert.deepEqual(JSON.parse(JSON.stringify(scriptLiterals(script, 0))), JSON.parse(JSON.stringify(expected)));
  });

test('hostile scripts end, and nothing in them runs', () => {
  const n = 200_000;
  for (const script of [
    `x=${'['.repeat(n)}`,
    `x=${'{a:'.repeat(n)}`,
    `x=${'[1,'.repeat(n)}${']'.repeat(n)}`,
    `x=${'(function(a){return '.repeat(n / 10)}`,
    `x=${'(function(a){return ['.repeat(n / 10)}1${']}(1))'.repeat(n / 10)}`,
    `x=${'"'.repeat(n)}`,
    `x=${'/*'.repeat(n)}`,
    `x={a:${'/'.repeat(n)}`,
    `x=[${','.repeat(n)}]`,
    'x=[(function(a){globalThis.ran=1;while(true);return 1}(1))]',
  ])
    assert.ok(Array.isArray(scriptLiterals(script, 0)));
  assert.equal((globalThis as { ran?: number }).ran, undefined);
});

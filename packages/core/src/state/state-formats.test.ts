import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromFlight, readFlight, readIslandProperties, readTurboStream, unflattened } from './read-state.js';

test('devalue: numbers refer to entries, which may be shared and circular', () => {
  const list = [
    ['ShallowReactive', 1],
    { data: 2, when: 5, none: -1, set: 6 },
    [3, 3],
    { text: 4, self: 3 },
    'words',
    ['Date', '2026-02-11'],
    ['Set', 4],
  ];
  const value = unflattened(list) as { data: Record<string, unknown>[]; when: string; set: unknown };
  assert.equal(value.data[0], value.data[1]);
  assert.equal(value.data[0].self, value.data[0]);
  assert.equal(value.data[0].text, 'words');
  assert.equal(value.when, '2026-02-11');
  assert.deepEqual(value.set, ['words']);
});

test('a list of records is no devalue list', () => {
  assert.equal(unflattened([{ id: 7000 }, { id: 1 }]), undefined);
  assert.equal(unflattened([{ title: 'a' }, { title: 'b' }]), undefined);
  assert.equal(
    unflattened([
      ['Ref', 1],
      ['Ref', 0],
    ]),
    undefined,
  );
});

test('turbo-stream: keys are references, and later lines resolve promises', () => {
  const stream = '[{"_1":2},"post",["P",2]]\nP2:[{"_4":5},"title","words"]\n';
  assert.deepEqual(readTurboStream(stream), { post: { title: 'words' } });
  assert.equal(readTurboStream('no stream'), undefined);
});

test('Astro: values stand in pairs with their types', () => {
  assert.deepEqual(readIslandProperties('{"post":[0,{"title":[0,"words"],"tags":[1,[[0,"a"],[0,"b"]]]}]}'), {
    post: { title: 'words', tags: ['a', 'b'] },
  });
});

test('flight: rows, text rows measured in bytes, references and paths', () => {
  const rows = readFlight(
    '0:{"a":"$1","b":"$L2"}\n1:T9,né → x2:["$","p",null,{"children":"words"}]\n3:I["module"]\nbad\n4:"last"',
  );
  assert.deepEqual([...rows.keys()], ['0', '1', '2', '4']);
  const cases: readonly (readonly [string, unknown])[] = [
    ['$1', 'né → x'],
    ['$L2', ['$', 'p', null, { children: 'words' }]],
    ['$2:props:children', 'words'],
    ['$$5', '$5'],
    ['$undefined', undefined],
    ['$D2026-02-11', '2026-02-11'],
    ['$99', undefined],
    ['plain', 'plain'],
  ];
  for (const [text, expected] of cases) assert.deepEqual(fromFlight(text, rows), expected, text);
});

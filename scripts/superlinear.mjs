// Finds regular expressions whose time grows faster than their text: words that, repeated, make an expression start again or
// backtrack over the same characters come from its automaton; the engine then says how its time grows with their number.
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { JS, NFA } from 'refa';
import { analyse } from 'scslre';

/** Ends the content of a look-around; in no text. */
const STOP = '\\ufdd0';
/** Characters tried first where a word may have any of several. */
const PREFERRED = ['a', '<', ' ', '-', '_', '0', '/', '"', '\n', '.', 'A', '[', '{', '\\', '日'];
/** What may make a search fail. Long ones do not fit into what is repeated a few times at most. */
const ENDS = ['', '\n', '\ufdd1'.repeat(300), ' ', 'x'.repeat(300), '"'];
/** Lengths at which the time of a search is compared, each four times the one before. */
const LENGTHS = [48, 190, 750, 3_000, 12_000];
/** Growth from one length to the next beyond which an expression is not linear, and least milliseconds that count. */
const GROWTH = 8;
const LEAST = 0.6;

/** Ranges of a set of characters that are told apart. */
const MAX_RANGES = 12;

/** An expression in which every way to a loop is a way through characters. `starts` are what `^` stands for. */
function plain(source, flags, starts) {
  const unicode = flags.includes('u');
  const ast = new RegExpParser().parsePattern(source, 0, source.length, { unicode, unicodeSets: flags.includes('v') });
  const edits = [];
  visitRegExpAST(ast, {
    onAssertionEnter(node) {
      if (node.kind === 'start') edits.push([node.start, node.end, starts]);
      else if (node.kind === 'lookahead' || node.kind === 'lookbehind') {
        const head = node.raw.indexOf(node.negate ? '!' : '=') + 1;
        edits.push([node.start, node.start + head, '(?:(?:'], [node.end - 1, node.end, `)${STOP})?`]);
        if (node.parent.type === 'Quantifier') edits.push([node.end, node.end, '']);
      } else edits.push([node.start, node.end, '(?:)']);
    },
    onBackreferenceEnter: (node) => edits.push([node.start, node.end, '[^]*']),
    onCapturingGroupEnter: (node) => {
      if (node.name !== null) edits.push([node.start, node.start + node.name.length + 4, '(']);
    },
  });
  let out = source;
  for (const [from, to, text] of edits.sort((a, b) => b[0] - a[0])) out = out.slice(0, from) + text + out.slice(to);
  return out;
}

function automaton(source, flags, starts) {
  const parser = JS.Parser.fromLiteral({ source: plain(source, flags, starts), flags: flags.replace(/[gyd]/g, '') });
  const { expression, maxCharacter } = parser.parse({ assertions: 'ignore', maxNodes: 100_000 });
  const nfa = NFA.fromRegex(expression, { maxCharacter }, { assertions: 'ignore' }, new NFA.LimitedNodeFactory(20_000));
  const nodes = [...nfa.nodes()];
  const index = new Map(nodes.map((node, at) => [node, at]));
  const sets = new Map(nodes.flatMap((node) => [...node.out.values()]).map((set) => [set.toString(), set]));
  // The first character that two sets share begins a range of one of them.
  const begins = [...sets.values()].flatMap((set) => set.ranges.slice(0, MAX_RANGES).map(({ min }) => min));
  const alphabet = [...new Set([...PREFERRED.map((one) => one.codePointAt(0)), ...begins])];
  const masks = new Map(
    [...sets].map(([key, set]) => [
      key,
      BigInt(
        `0b${alphabet
          .map((code) => (set.has(code) ? 1 : 0))
          .reverse()
          .join('')}`,
      ),
    ]),
  );
  const out = nodes.map((node) => [...node.out].map(([to, set]) => [index.get(to), masks.get(set.toString())]));
  return { initial: index.get(nfa.initial), out, alphabet };
}

/** Per state: the number of its component, or -1 for a state that is on no cycle. */
function cycles(out) {
  const order = new Int32Array(out.length).fill(-1);
  const low = new Int32Array(out.length);
  const component = new Int32Array(out.length).fill(-1);
  const open = [];
  const isOpen = new Uint8Array(out.length);
  let count = 0;
  for (let root = 0; root < out.length; root++) {
    if (order[root] >= 0) continue;
    const path = [[root, 0]];
    while (path.length > 0) {
      const top = path[path.length - 1];
      const [node, next] = top;
      if (next === 0) {
        order[node] = low[node] = count++;
        open.push(node);
        isOpen[node] = 1;
      }
      if (next < out[node].length) {
        top[1]++;
        const to = out[node][next][0];
        if (order[to] < 0) path.push([to, 0]);
        else if (isOpen[to] === 1) low[node] = Math.min(low[node], order[to]);
        continue;
      }
      path.pop();
      if (path.length > 0) {
        const above = path[path.length - 1][0];
        low[above] = Math.min(low[above], low[node]);
      }
      if (low[node] !== order[node]) continue;
      const members = open.splice(open.indexOf(node));
      for (const member of members) isOpen[member] = 0;
      const isCycle = members.length > 1 || out[node].some(([to]) => to === node);
      if (isCycle) for (const member of members) component[member] = node;
    }
  }
  return component;
}

/** Pairs that a search visits at most; beyond, it gives up. */
const MAX_PAIRS = 60_000;

/** Sets of characters along which one run goes from x to `end` while another goes from `end` back to itself; null without any. */
function shared(out, component, [x, end]) {
  const size = out.length;
  const from = new Map([[x * size + end, null]]);
  const goal = end * size + end;
  for (const key of from.keys()) {
    if (from.size > MAX_PAIRS) return null;
    for (const [oneTo, oneSet] of out[Math.floor(key / size)])
      for (const [twoTo, twoSet] of out[key % size]) {
        const next = oneTo * size + twoTo;
        const both = oneSet & twoSet;
        if (both === 0n || component[twoTo] !== component[end]) continue;
        if (next === goal) {
          const sets = [both];
          for (let back = key; from.get(back) !== null; back = from.get(back)[0]) sets.unshift(from.get(back)[1]);
          return sets;
        }
        if (!from.has(next)) from.set(next, [key, both]);
      }
  }
  return null;
}

/** Sets of characters on the shortest way between two states. */
function way(out, from, to) {
  if (from === to) return [];
  const before = new Map([[from, null]]);
  for (const node of before.keys())
    for (const [next, set] of out[node]) {
      if (before.has(next)) continue;
      before.set(next, [node, set]);
      if (next !== to) continue;
      const sets = [];
      for (let back = to; before.get(back) !== null; back = before.get(back)[0]) sets.unshift(before.get(back)[1]);
      return sets;
    }
  return null;
}

/** Words of a list of sets of characters: each with another character where several may stand. */
function words(sets, alphabet) {
  const first = (set) => alphabet.find((_, at) => (set >> BigInt(at)) & 1n);
  const found = PREFERRED.map((_, at) => sets.map((set) => ((set >> BigInt(at)) & 1n ? alphabet[at] : first(set))));
  return [...new Set(found.map((codes) => String.fromCodePoint(...codes)))];
}

/** Texts that are tried of an expression, evenly spread: bounded repetitions have thousands that differ by a character. NIGHTLY_TESTS=1 tries all. */
const MAX_ATTACKS = process.env.NIGHTLY_TESTS === '1' ? Number.POSITIVE_INFINITY : 500;

/** Texts that may be slow, as [before, repeated]. */
export function attacks({ source, flags }) {
  const found = new Map();
  const add = (before, sets, { alphabet }) => {
    const [first] = words(before, alphabet);
    for (const word of words(sets, alphabet)) found.set(`${first}\0${word}`, [first, word]);
  };
  // What starts again at every word. The start of the text is no such place.
  const again = automaton(source, flags, flags.includes('m') ? '(?:\\n)' : '[]');
  const cycle = cycles(again.out);
  cycle.forEach((component, state) => {
    if (component < 0) return;
    const sets = shared(again.out, cycle, [again.initial, state]);
    if (sets !== null) add([], sets, again);
  });
  // What two loops divide between them: the first takes the word too.
  const whole = automaton(source, flags, '(?:)');
  const component = cycles(whole.out);
  const looping = [...component.keys()].filter((state) => component[state] >= 0);
  for (const one of looping)
    for (const two of looping) {
      if (one === two) continue;
      const loop = shared(whole.out, component, [one, two]);
      const before = loop === null ? null : way(whole.out, whole.initial, one);
      if (before !== null) add(before, loop, whole);
    }
  const every = Math.max(1, Math.ceil(found.size / MAX_ATTACKS));
  return [...found.values()].filter((_, at) => at % every === 0);
}

function search(expression, text) {
  const started = process.cpuUsage();
  if (!expression.global) expression.test(text);
  else {
    expression.lastIndex = 0;
    for (let hit = expression.exec(text); hit !== null; hit = expression.exec(text))
      if (hit[0] === '') expression.lastIndex++;
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

/** Whether an expression's time grows faster than a text, given by its length. A sticky one is tried at every place, as scanners may. */
export function isSlowOn({ source, flags }, text) {
  const expression = new RegExp(source, flags.replace('y', 'g').replace('gg', 'g'));
  return LENGTHS.some((length, at) => {
    if (search(expression, text(length)) < LEAST) return false;
    const least = (one) => Math.min(...[0, 0, 0].map(() => search(expression, text(one))));
    return at > 0 && least(length) > Math.max(LEAST, GROWTH * least(LENGTHS[at - 1]));
  });
}

/** Whether an expression's time grows faster than some text. */
export function isSlow(literal) {
  const { reports } = analyse(literal, { reportTypes: { Self: true, Move: false, Trade: false } });
  if (reports.length > 0) return true;
  return attacks(literal).some(([before, word]) =>
    ENDS.some((after) => isSlowOn(literal, (length) => before + word.repeat(Math.ceil(length / word.length)) + after)),
  );
}

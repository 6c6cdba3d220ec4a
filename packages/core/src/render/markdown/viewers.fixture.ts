/** Programs that show Markdown as HTML, each as trusting as it can be: raw HTML is shown, and no address is refused. */
import { HtmlRenderer, Parser } from 'commonmark';
import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

const markdownIt = new MarkdownIt({ html: true, linkify: true });
markdownIt.validateLink = () => true;
const marked = new Marked({ gfm: true });
const reader = new Parser();
const writer = new HtmlRenderer({ safe: false });

/** By name: Markdown → HTML. */
export const VIEWERS: Readonly<Record<string, (markdown: string) => string>> = {
  marked: (source) => marked.parse(source, { async: false }),
  commonmark: (source) => writer.render(reader.parse(source)),
  micromark: (source) =>
    micromark(source, {
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
    }),
  'markdown-it': (source) => markdownIt.render(source),
};

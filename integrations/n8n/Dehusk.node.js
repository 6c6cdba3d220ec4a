// A node of n8n: pages in, their main content out. It fetches nothing: the node "HTTP Request" before it does.
const { extract, pageRecord, siteReader } = require('@dehusk/core');
const { NodeOperationError } = require('n8n-workflow');

/** Fields of the record that a "simple" item has. */
const SIMPLE = ['url', 'ok', 'reason', 'title', 'author', 'date', 'language', 'text'];

class Dehusk {
  description = {
    displayName: 'Dehusk',
    name: 'dehusk',
    icon: 'file:dehusk.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["fields"]}}',
    description: 'Extracts the main content of web pages as Markdown, text and fields',
    defaults: { name: 'Dehusk' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    properties: [
      {
        displayName: 'Page In',
        name: 'source',
        type: 'options',
        options: [
          { name: 'Text', value: 'text', description: 'HTML in a field of the item' },
          { name: 'Binary File', value: 'binary', description: 'A file of the item: its charset is detected' },
        ],
        default: 'text',
      },
      {
        displayName: 'HTML',
        name: 'html',
        type: 'string',
        default: '={{ $json.data }}',
        required: true,
        displayOptions: { show: { source: ['text'] } },
      },
      {
        displayName: 'Binary Field',
        name: 'binary',
        type: 'string',
        default: 'data',
        required: true,
        displayOptions: { show: { source: ['binary'] } },
      },
      {
        displayName: 'URL',
        name: 'url',
        type: 'string',
        default: '={{ $json.url }}',
        description: 'The address of the page: links become absolute, and it names the site',
      },
      {
        displayName: 'Fields',
        name: 'fields',
        type: 'options',
        options: [
          { name: 'Markdown and Facts', value: 'markdown' },
          { name: 'Text and Facts', value: 'text' },
          { name: 'Everything', value: 'all', description: 'The whole record, with the content as structure' },
        ],
        default: 'markdown',
      },
      {
        displayName: 'Learn Sites',
        name: 'learn',
        type: 'boolean',
        default: false,
        description: "Whether to learn each site's template from all items of this run before they are extracted",
      },
      {
        displayName: 'Drop Pages Without Text',
        name: 'drop',
        type: 'boolean',
        default: false,
        description: 'Whether pages without text are left out, instead of items with their reason',
      },
    ],
  };

  async execute() {
    const items = this.getInputData();
    const out = [];
    const reader = items.length > 0 && this.getNodeParameter('learn', 0) ? siteReader() : null;
    const pages = [];
    for (let at = 0; at < items.length; at++) pages.push(await pageOf(this, at));
    if (reader !== null) for (const { html, url } of pages) if (html !== undefined) reader.learn(html, { url });
    for (const [at, { html, url, error }] of pages.entries()) {
      const pairedItem = { item: at };
      if (error !== undefined) {
        if (!this.continueOnFail()) throw new NodeOperationError(this.getNode(), error, { itemIndex: at });
        out.push({ json: { ok: false, reason: 'bad-input', error }, pairedItem });
        continue;
      }
      const result = extract(html, { url, ...(reader !== null && { site: reader }) });
      if (!result.ok && this.getNodeParameter('drop', at)) continue;
      out.push({ json: fieldsOf(result, url, this.getNodeParameter('fields', at)), pairedItem });
    }
    return [out];
  }
}

/** The page of an item: `{ html, url }`, or `{ error }`. */
async function pageOf(context, at) {
  const url = context.getNodeParameter('url', at, '') || null;
  if (context.getNodeParameter('source', at) === 'binary') {
    try {
      const name = context.getNodeParameter('binary', at);
      context.helpers.assertBinaryData(at, name);
      return { html: await context.helpers.getBinaryDataBuffer(at, name), url };
    } catch (error) {
      return { error: error.message };
    }
  }
  const html = context.getNodeParameter('html', at, '');
  if (typeof html === 'string') return { html, url };
  return { error: `"HTML" got ${html === null ? 'null' : typeof html}, expected text` };
}

function fieldsOf(result, url, fields) {
  const record = pageRecord(result, { id: url, url });
  const { markdown } = result;
  if (fields === 'all') return { ...JSON.parse(JSON.stringify(record)), markdown };
  const simple = Object.fromEntries(SIMPLE.map((name) => [name, record[name]]));
  if (fields === 'text') return simple;
  const { text: _, ...facts } = simple;
  return { ...facts, markdown };
}

module.exports = { Dehusk };

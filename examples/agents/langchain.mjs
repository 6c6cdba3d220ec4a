// The tool "extract" for LangChain.js, and the chunks of a page as its documents
import { chunksOf, extract } from '@dehusk/core';
import { openAgentTools } from '@dehusk/server';
import { Document } from '@langchain/core/documents';
import { tool } from '@langchain/core/tools';

const agent = openAgentTools();
export const tools = agent.tools.map(({ name, description, parameters, execute }) =>
  tool((given, { signal } = {}) => execute(given, { signal }), { name, description, schema: parameters }),
);
export const { close } = agent;

/** The documents of a page, for a vector store. */
export function documentsOf(html, url) {
  return chunksOf(extract(html, { url }).document).map(
    ({ id, markdown, headings, link }) =>
      new Document({ id, pageContent: markdown, metadata: { url, headings, link } }),
  );
}

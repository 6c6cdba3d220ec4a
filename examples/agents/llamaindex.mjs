// The tool "extract" for LlamaIndexTS, and the chunks of a page as its nodes
import { chunksOf, extract } from '@dehusk/core';
import { openAgentTools } from '@dehusk/server';
import { TextNode } from '@llamaindex/core/schema';
import { FunctionTool } from '@llamaindex/core/tools';

const agent = openAgentTools();
export const tools = agent.tools.map(({ name, description, parameters, execute }) =>
  FunctionTool.from((given) => execute(given), { name, description, parameters }),
);
export const { close } = agent;

/** The nodes of a page, for an index. */
export function nodesOf(html, url) {
  return chunksOf(extract(html, { url }).document).map(
    ({ id, markdown, headings, link }) => new TextNode({ id_: id, text: markdown, metadata: { url, headings, link } }),
  );
}

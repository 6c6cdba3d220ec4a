// The tool "extract" for the Vercel AI SDK: generateText({ model, tools, prompt })
import { openAgentTools } from '@dehusk/server';
import { jsonSchema, tool } from 'ai';

const agent = openAgentTools();
export const tools = Object.fromEntries(
  agent.tools.map(({ name, description, parameters, execute }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema(parameters),
      execute: (given, { abortSignal }) => execute(given, { signal: abortSignal }),
    }),
  ]),
);
export const { close } = agent;

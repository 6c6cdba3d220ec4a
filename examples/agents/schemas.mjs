// The tool "extract" as data for the APIs of OpenAI and Anthropic, and its answer to a call of theirs
import { openAgentTools } from '@dehusk/server';

const agent = openAgentTools();
export const forOpenAi = agent.tools.map(({ name, description, parameters }) => ({
  ...{ type: 'function', name, description, parameters },
}));
export const forAnthropic = agent.tools.map(({ name, description, parameters }) => ({
  ...{ name, description, input_schema: parameters },
}));

/** The answer to a call: `name`, and its arguments as JSON (OpenAI) or as a value (Anthropic). */
export function answerTo(name, given) {
  const called = agent.tools.find((one) => one.name === name);
  return called.execute(typeof given === 'string' ? JSON.parse(given) : given);
}
export const { close } = agent;

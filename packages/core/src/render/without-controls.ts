/**
 * Control characters of ASCII that are no white space: a page may contain any, and they act in a terminal. No format prints them.
 * Those of Latin-1 stay, because they are how UTF-8 that was decoded as Latin-1 can be repaired, and controls of the direction of text
 * (UAX #9), because Arabic and Hebrew need them; what is shown on a terminal escapes both.
 */
import type { Renderer } from './renderer.js';

const CONTROLS = /[\x00-\x08\x0e-\x1f\x7f]+/g;

export const withoutControls = (text: string): string =>
  text.search(CONTROLS) < 0 ? text : text.replace(CONTROLS, '');

/**
 * The renderer of a document without control characters. They go before the text is escaped, because `<\x01b>` is text and `<b>` is
 * not; as few documents have any, the output shows whether to do it.
 */
export function printingNoControls(renderer: Renderer): Renderer {
  return {
    ...renderer,
    render(document, options) {
      const printed = renderer.render(document, options);
      if (printed.search(CONTROLS) < 0) return printed;
      const clean = (_: string, value: unknown): unknown =>
        typeof value === 'string' ? withoutControls(value) : value;
      return renderer.render(JSON.parse(JSON.stringify(document), clean), options);
    },
  };
}

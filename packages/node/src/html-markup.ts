/** A piece of markup that is safe to put into a page as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

type MarkupPart = string | number | Markup | readonly Markup[];

/** A template of markup: what is put in is escaped, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: readonly MarkupPart[]): Markup {
  let text = parts[0];
  values.forEach((value, at) => {
    text += written(value) + parts[at + 1];
  });
  return new Markup(text);
}

function written(value: MarkupPart): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map((one) => one.text).join('\n');
  return escaped(String(value));
}

/** Text as it may stand in an element, an attribute in double quotes, or in XML. */
export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

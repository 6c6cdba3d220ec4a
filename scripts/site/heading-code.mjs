// A plugin of typedoc: code in a heading is part of its anchor and of the page's navigation, as on code hosts. Typedoc reads text alone.
function withCodeAsText(parser) {
  parser.core.ruler.push('heading-code', ({ tokens, Token }) => {
    for (const [at, { type, children }] of tokens.entries())
      if (type === 'inline' && tokens[at - 1].type === 'heading_open')
        tokens[at].children = children.flatMap((child) => {
          if (child.type !== 'code_inline') return [child];
          const as = (kind, content) => Object.assign(new Token(kind, '', 0), { content });
          return [as('html_inline', '<code>'), as('text', child.content), as('html_inline', '</code>')];
        });
  });
}

export function load(app) {
  // Options are read again after plugins are loaded.
  app.on('bootstrapEnd', () => app.options.setValue('markdownItLoader', withCodeAsText));
}

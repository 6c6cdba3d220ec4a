// A plugin of typedoc: a link to the inspector at the top of every page's sidebar.
import { JSX } from 'typedoc';

export function load({ renderer }) {
  renderer.hooks.on('sidebar.begin', (context) =>
    JSX.createElement(
      'p',
      null,
      JSX.createElement('a', { href: context.relativeURL('inspector/index.html') }, 'Try it in the browser'),
    ),
  );
}

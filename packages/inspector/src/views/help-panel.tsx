import { useEffect, useRef } from 'preact/hooks';

/** A bookmark that sends the page one is reading to the inspector at this address. */
function bookmarklet(): string {
  const target = JSON.stringify(`${location.origin}${location.pathname}`);
  const origin = JSON.stringify(location.origin === 'null' ? '*' : location.origin);
  return `javascript:(()=>{const w=open(${target}+'#from=page');const page={dehusk:'page',url:location.href,html:document.documentElement.outerHTML};addEventListener('message',function hear(e){if(e.source===w&&e.data&&e.data.dehusk==='ready'){w.postMessage(page,${origin});removeEventListener('message',hear)}})})()`;
}

const KEYS = [
  ['↓ ↑', 'pin the next or the previous block'],
  ['Enter', 'in “Correct it”: keep or drop the pinned block'],
  ['Esc', 'unpin'],
  ['j k y n u', 'in “Review”: next, previous, accept, reject, undo'],
] as const;

/** Keys, and how to open a page one is reading. */
export function HelpPanel() {
  const link = useRef<HTMLAnchorElement>(null);
  // Set here because Preact, like React, may refuse such addresses in properties.
  useEffect(() => link.current?.setAttribute('href', bookmarklet()), []);
  return (
    <div class="help">
      <h2>Open the page you are reading</h2>
      <p>
        Drag this link to your bookmarks:{' '}
        <a ref={link} href="#panel=help">
          Open in Dehusk
        </a>
        . On any page the bookmark opens the inspector and hands over the page’s HTML. The inspector treats it as data
        and runs none of it. Sites that cut the tie between windows (COOP) prevent that: copy the page’s source and
        paste it instead.
      </p>
      <h2>Keys</h2>
      <dl>
        {KEYS.map(([keys, action]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key} </kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <h2>Marks</h2>
      <p>
        Kept text is underlined: solid for content, double for headlines, dashed for comments, dotted for supplements.
        Dropped text is gray. The stronger the colour, the higher the probability of main content.
      </p>
      <h2>Privacy</h2>
      <p>
        Extraction runs in this window. Pages are sent nowhere; a server that fetches an address for you sends it here.
      </p>
    </div>
  );
}

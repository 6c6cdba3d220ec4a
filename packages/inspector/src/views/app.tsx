import { render } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { startEngine } from '../engine/engine.js';
import type { GoldRow } from '../review/gold.js';
import { PANELS, SAMPLES, useSettings } from '../state/settings.js';
import { SITE_EXTRACTOR } from '../state/tables.js';
import { ComparePanel } from './compare-panel.js';
import { InputPanel } from './input-panel.js';
import { InspectPanel } from './inspect-panel.js';
import { Choice, Fault, optionsOf, TabPanel, Tabs } from './parts.js';
import { ReviewPanel } from './review-panel.js';
import { SitePanel } from './site-panel.js';
import { useExtraction, usePage, useSite } from './use-inspection.js';
import { useBlockKeys, useSelection } from './use-selection.js';

function App() {
  const [settings, change] = useSettings();
  const engine = useMemo(startEngine, []);
  const [fault, setFault] = useState('');
  const [saved, setSaved] = useState<readonly GoldRow[]>([]);
  const selection = useSelection();
  const { page, host, pages, gold, show, showSample, showOfFile } = usePage(settings, selection.reset);
  const usesSite = [settings.main, settings.other].some(({ extractor }) => extractor === SITE_EXTRACTOR);
  const { hasServer, learnt, teach } = useSite(engine, host, usesSite, setFault);
  const { extraction, view } = useExtraction(engine, page, settings, learnt, setFault);
  useBlockKeys(settings.panel, extraction, selection);
  const { panel } = settings;
  return (
    <>
      <a class="skip" href="#main">
        Skip to the page
      </a>
      <header>
        <h1>Dehusk inspector</h1>
        <Tabs id="panel" label="Views" tabs={PANELS} current={panel} onChange={(name) => change({ panel: name })} />
        <ThemeSwitch />
      </header>
      <InputPanel
        sample={SAMPLES.some(({ name }) => name === page?.name) ? (page?.name ?? null) : null}
        url={settings.url}
        onPage={(given) => {
          change({ sample: null });
          show(given);
        }}
        onFile={(given) => {
          change({ sample: null });
          showOfFile(given, 0);
        }}
        onSample={(sample) => {
          change({ sample, url: '' });
          void showSample(sample);
        }}
        onUrl={(url) => change({ url })}
      >
        {pages.length > 1 && (
          <p class="row">
            <label for="row">Page of the file</label>{' '}
            <Choice
              id="row"
              options={pages.map(({ name }, at) => [String(at), name])}
              value={String(Math.max(0, pages.map(({ name }) => name).indexOf(page?.name ?? '')))}
              onChange={(at) => showOfFile(pages, Number(at))}
            />
          </p>
        )}
      </InputPanel>
      <Fault message={fault} />
      <main id="main">
        <TabPanel id="panel" current={panel}>
          {page === null || extraction === null ? (
            <p role="status">Extracting …</p>
          ) : panel === 'inspect' || panel === 'correct' ? (
            <InspectPanel
              {...{ engine, settings, page, extraction, view, selection, saved }}
              onSave={(row) => setSaved([...saved.filter(({ id }) => id !== row.id), row])}
              onChange={change}
              onTeach={async (html, corrections) => {
                await teach(page.url ?? '', html, corrections);
                selection.unmark();
                // The page now shows what the model says.
                change({ main: { ...settings.main, options: {}, extractor: SITE_EXTRACTOR } });
              }}
            />
          ) : panel === 'compare' ? (
            <ComparePanel
              engine={engine}
              page={page}
              gold={gold}
              sides={[settings.main, settings.other]}
              onChange={(side, chosen) => change(side === 0 ? { main: chosen } : { other: chosen })}
            />
          ) : panel === 'review' ? (
            <ReviewPanel
              engine={engine}
              pages={pages}
              settings={settings.main}
              onOpen={(at) => {
                showOfFile(pages, at);
                change({ panel: 'inspect' });
              }}
            />
          ) : panel === 'site' ? (
            <SitePanel engine={engine} pages={pages} hasServer={hasServer} />
          ) : (
            <HelpPanel />
          )}
        </TabPanel>
      </main>
    </>
  );
}

const THEMES = ['system', 'light', 'dark'] as const;

/** Light, dark, or as the system has it. */
function ThemeSwitch() {
  const [theme, setTheme] = useState<(typeof THEMES)[number]>('system');
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
  return (
    <span class="theme">
      <label for="theme">Theme</label>{' '}
      <Choice id="theme" options={optionsOf(THEMES)} value={theme} onChange={setTheme} />
    </span>
  );
}

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
function HelpPanel() {
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

render(<App />, document.getElementById('app') as HTMLElement);

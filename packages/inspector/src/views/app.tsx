import type { BlockExplanation, Correction } from '@dehusk/core';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { startEngine } from '../engine/engine.js';
import type { Extraction, InspectedPage } from '../engine/messages.js';
import type { FilePage } from '../engine/read-files.js';
import type { GoldRow, Marks } from '../review/gold.js';
import { FIRST_SAMPLE, SAMPLES } from '../state/samples.js';
import { keepsSites, modelOnServer, teachServer } from '../state/server.js';
import { PANELS, type Panel, SHOWN } from '../state/settings.js';
import { SITE_EXTRACTOR } from '../state/tables.js';
import { useSettings } from '../state/use-settings.js';
import { BlockDetails } from './block-details.js';
import { ComparePanel } from './compare-panel.js';
import { CorrectPanel } from './correct-panel.js';
import { HelpPanel } from './help-panel.js';
import { InputPanel } from './input-panel.js';
import { Knobs } from './knobs.js';
import { FORMAT_OF, OutputView } from './output-view.js';
import { PageFrame } from './page-frame.js';
import { ReviewPanel } from './review-panel.js';
import { SitePanel } from './site-panel.js';
import { TabPanel, Tabs } from './tabs.js';

const TITLES: Readonly<Record<Panel, string>> = {
  inspect: 'Inspect',
  compare: 'Compare',
  correct: 'Correct it',
  review: 'Review',
  site: 'Site',
  help: 'Help',
};

const NO_MARKS: Marks = new Map();
const NO_BLOCKS: readonly number[] = [];
/** Largest page that is taken from another window, in characters. */
const MAX_MESSAGE = 32 * 1024 * 1024;

export function App() {
  const [settings, change] = useSettings();
  const engine = useMemo(startEngine, []);
  const [hasServer, setHasServer] = useState(false);
  const [given, setPage] = useState<InspectedPage | null>(null);
  const [pages, setPages] = useState<readonly FilePage[]>([]);
  const [gold, setGold] = useState<string | null>(null);
  const [extraction, setExtraction] = useState<Extraction | null>(null);
  const [view, setView] = useState<string | null>(null);
  const viewed = useRef<string>('');
  const [fault, setFault] = useState('');
  const [hovered, setHovered] = useState<number | null>(null);
  const [pinned, setPinned] = useState<number | null>(null);
  const [explained, setExplained] = useState<BlockExplanation | null>(null);
  const [linked, setLinked] = useState(NO_BLOCKS);
  const [history, setHistory] = useState<readonly Marks[]>([]);
  const [saved, setSaved] = useState<readonly GoldRow[]>([]);
  const marks = history.at(-1) ?? NO_MARKS;
  /** Counts what was learnt of sites: the page is extracted again with it. */
  const [learnt, setLearnt] = useState(0);
  // A page without an address has the one that was entered.
  const page = useMemo(
    () =>
      given !== null && given.url === null && hostOf(settings.url) !== '' ? { ...given, url: settings.url } : given,
    [given, settings.url],
  );
  const host = hostOf(page?.url ?? '');
  const usesSite = [settings.main, settings.other].some(({ extractor }) => extractor === SITE_EXTRACTOR);
  const takeServerModel = async (): Promise<void> => {
    const saved = await modelOnServer(host);
    if (saved === null) return;
    await engine.ask({ kind: 'restore', saved });
    setLearnt((before) => before + 1);
  };
  useEffect(() => {
    if (hasServer && usesSite && host !== '') takeServerModel().catch((error: Error) => setFault(error.message));
  }, [hasServer, usesSite, host]);
  const teach = async (html: string, corrections: readonly Correction[]): Promise<void> => {
    const url = page?.url ?? '';
    if (hasServer) {
      await teachServer(url, html, corrections);
      await takeServerModel();
    } else if (!(await engine.ask({ kind: 'teach', html, url, corrections })))
      throw new Error('The page cannot be learnt from.');
    setLearnt((before) => before + 1);
    setHistory([]);
    // The page now shows what the model says.
    change({ main: { ...settings.main, options: {}, extractor: SITE_EXTRACTOR } });
  };

  const show = (next: InspectedPage, itsGold: string | null = null): void => {
    setPage(next);
    setGold(itsGold);
    setHistory([]);
    setPinned(null);
    setHovered(null);
    setLinked(NO_BLOCKS);
  };
  const showSample = async (name: string): Promise<void> => {
    // A link may name a sample of another version.
    const sample = SAMPLES.find((one) => one.name === name) ?? SAMPLES.find((one) => one.name === FIRST_SAMPLE);
    if (sample !== undefined) show({ content: await sample.load(), url: null, name: sample.name });
  };

  useEffect(() => void keepsSites().then(setHasServer), []);
  // The first page: one that another window hands over, else a sample.
  useEffect(() => {
    const isHandedOver = location.hash === '#from=page';
    if (!isHandedOver) void showSample(settings.sample ?? FIRST_SAMPLE);
    const take = ({ data, origin }: MessageEvent): void => {
      if (data?.dehusk !== 'page' || typeof data.html !== 'string' || data.html.length > MAX_MESSAGE) return;
      const url = typeof data.url === 'string' && /^https?:\/\//i.test(data.url) ? data.url : null;
      show({ content: data.html, url, name: `from ${origin}` });
    };
    window.addEventListener('message', take);
    // Any page may be inspected, so the origin of the opener is not known; the message says nothing.
    if (isHandedOver) window.opener?.postMessage({ dehusk: 'ready' }, '*');
    return () => window.removeEventListener('message', take);
  }, []);

  const format = FORMAT_OF[settings.output];
  const viewKey = settings.main.extractor;
  useEffect(() => {
    if (page === null) return;
    const needsView = view === null || viewed.current !== `${viewKey} ${page.name}` || viewedPage.current !== page;
    engine
      .askLatest('main', {
        kind: 'extract',
        page,
        settings: settings.main,
        formats: [...new Set(['text', format] as const)],
        shows: needsView ? 'view' : 'labels',
      })
      .then((answer) => {
        if (answer === null) return;
        setFault('');
        setExtraction(answer);
        if (!needsView) return;
        viewed.current = `${viewKey} ${page.name}`;
        viewedPage.current = page;
        setView(answer.view ?? '');
      })
      .catch((error: Error) => setFault(error.message));
  }, [page, settings.main, format, learnt]);
  const viewedPage = useRef<InspectedPage | null>(null);

  const labels = extraction?.labels ?? null;
  const size = labels?.size ?? 0;
  const toggle = (block: number): void => {
    const next = new Map(marks);
    if (next.has(block)) next.delete(block);
    else next.set(block, labels?.keep[block] !== 1);
    setHistory([...history, next]);
  };
  const pin = (block: number): void => {
    setPinned(block);
    if (settings.panel === 'correct') toggle(block);
  };
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      const { target } = event;
      const isElsewhere =
        target instanceof Element && target.closest('input, textarea, select, button, [role=tab], a, summary') !== null;
      if (isElsewhere || (settings.panel !== 'inspect' && settings.panel !== 'correct') || size === 0) return;
      if (event.key === 'Escape') setPinned(null);
      else if (event.key === 'Enter' && settings.panel === 'correct' && pinned !== null) toggle(pinned);
      else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const step = event.key === 'ArrowDown' ? 1 : -1;
        // Keys may come faster than the page is drawn, so each starts from the state before it.
        setPinned((before) => Math.max(0, Math.min(size - 1, before === null ? 0 : before + step)));
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  });

  useEffect(() => {
    if (pinned !== null) setLinked([pinned]);
  }, [pinned]);

  const shownBlock = pinned ?? hovered ?? -1;
  useEffect(() => {
    if (shownBlock < 0) setExplained(null);
    else
      void engine
        .askLatest('block', { kind: 'block', block: shownBlock })
        .then((block) => block && setExplained(block));
  }, [shownBlock, extraction]);

  const { panel } = settings;
  const hasFrame = panel === 'inspect' || panel === 'correct';
  const kept = useMemo(() => labels?.keep.reduce((sum, one) => sum + one, 0) ?? 0, [labels]);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the page
      </a>
      <header>
        <h1>Dehusk inspector</h1>
        <Tabs
          id="panel"
          label="Views"
          tabs={PANELS.map((name) => [name, TITLES[name]] as const)}
          current={panel}
          onChange={(name) => change({ panel: name })}
        />
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
          setPages(given);
          show(given[0], given[0].gold);
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
            <select
              id="row"
              onChange={({ currentTarget }) =>
                show(pages[Number(currentTarget.value)], pages[Number(currentTarget.value)].gold)
              }
            >
              {pages.map(({ name }, at) => (
                <option key={at} value={at}>
                  {name}
                </option>
              ))}
            </select>
          </p>
        )}
      </InputPanel>
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <main id="main">
        <TabPanel id="panel" current={panel}>
          {page === null || extraction === null ? (
            <p role="status">Extracting …</p>
          ) : (
            <>
              {hasFrame && (
                <div class="inspect">
                  <section class="page" aria-label="Page">
                    <div class="bar">
                      <label for="shown" class="unseen">
                        Blocks
                      </label>
                      <select
                        id="shown"
                        value={settings.shown}
                        onChange={({ currentTarget }) =>
                          change({ shown: SHOWN.find((one) => one === currentTarget.value) ?? 'all' })
                        }
                      >
                        <option value="all">all blocks</option>
                        <option value="kept">kept only</option>
                        <option value="dropped">dropped only</option>
                      </select>
                      <Toggle
                        label="by record"
                        checked={settings.byRecord}
                        onChange={(byRecord) => change({ byRecord })}
                      />
                      <Toggle label="hidden text" checked={settings.hidden} onChange={(hidden) => change({ hidden })} />
                      <span class="quiet" role="status">
                        {page.name} · {kept} of {size} blocks kept
                        {extraction.result.pageType === null
                          ? ''
                          : ` · ${extraction.result.pageType} ${(extraction.result.pageTypeProbability ?? 0).toFixed(2)}`}
                        {extraction.result.confidence === null
                          ? ''
                          : ` · confidence ${extraction.result.confidence.toFixed(2)}`}{' '}
                        · {Math.round(extraction.milliseconds)} ms
                      </span>
                    </div>
                    {view !== null && (
                      <PageFrame
                        view={view}
                        labels={labels}
                        shown={settings.shown}
                        byRecord={settings.byRecord}
                        hidden={settings.hidden}
                        marks={panel === 'correct' ? marks : NO_MARKS}
                        pinned={pinned}
                        linked={linked}
                        onHover={setHovered}
                        onPin={pin}
                        onSelect={setLinked}
                      />
                    )}
                    {settings.hidden && extraction.result.hidden.length > 0 && (
                      <details open>
                        <summary>Kept text that the page does not show</summary>
                        {extraction.result.hidden.map(({ text, from }) => (
                          <p key={text}>
                            <strong>{from}</strong> {text}
                          </p>
                        ))}
                      </details>
                    )}
                  </section>
                  <section class="side" aria-label="Block, settings and output">
                    <div class="block" aria-live="polite">
                      <BlockDetails block={shownBlock < 0 ? null : explained} />
                    </div>
                    {panel === 'correct' ? (
                      <CorrectPanel
                        engine={engine}
                        onTeach={teach}
                        page={page}
                        extraction={extraction}
                        marks={marks}
                        gold={saved}
                        onUndo={() => setHistory(history.slice(0, -1))}
                        onSave={(row) => setSaved([...saved.filter(({ id }) => id !== row.id), row])}
                      />
                    ) : (
                      <>
                        <Knobs id="main-knobs" settings={settings.main} onChange={(main) => change({ main })} />
                        <OutputView
                          extraction={extraction}
                          output={settings.output}
                          linked={linked}
                          onOutput={(output) => change({ output })}
                          onSelect={setLinked}
                        />
                      </>
                    )}
                  </section>
                </div>
              )}
              {panel === 'compare' && (
                <ComparePanel
                  engine={engine}
                  page={page}
                  gold={gold}
                  sides={[settings.main, settings.other]}
                  onChange={(side, chosen) => change(side === 0 ? { main: chosen } : { other: chosen })}
                />
              )}
              {panel === 'review' && (
                <ReviewPanel
                  engine={engine}
                  pages={pages}
                  settings={settings.main}
                  onOpen={(at) => {
                    show(pages[at], pages[at].gold);
                    change({ panel: 'inspect' });
                  }}
                />
              )}
              {panel === 'site' && <SitePanel engine={engine} pages={pages} hasServer={hasServer} />}
              {panel === 'help' && <HelpPanel />}
            </>
          )}
        </TabPanel>
      </main>
    </>
  );
}

/** The host of an address; empty for what is none. */
function hostOf(url: string): string {
  return /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).hostname : '';
}

function Toggle({
  label,
  checked,
  onChange,
}: {
  readonly label: string;
  readonly checked: boolean;
  onChange(checked: boolean): void;
}) {
  return (
    <label class="toggle">
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />{' '}
      {label}
    </label>
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
      <select
        id="theme"
        value={theme}
        onChange={({ currentTarget }) => setTheme(THEMES.find((one) => one === currentTarget.value) ?? 'system')}
      >
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

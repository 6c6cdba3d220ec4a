/** What is inspected: the page, its extraction, and what is known of its site. */
import type { Correction } from '@dehusk/core';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Engine } from '../engine/engine.js';
import type { FilePage } from '../engine/read-files.js';
import type { Extraction, InspectedPage } from '../engine/worker.js';
import { keepsSites, modelOnServer, teachServer } from '../state/server.js';
import { SAMPLES, type Settings } from '../state/settings.js';
import { VIEWS } from './output-view.js';

/** The sample that is shown when no page is given. */
const FIRST_SAMPLE = 'news-article.en';
/** Largest page that is taken from another window, in characters. */
const MAX_MESSAGE = 32 * 1024 * 1024;

/** The page that is inspected, and the file that it is of. @param onShow called when another page is shown */
export function usePage({ url, sample: first }: Pick<Settings, 'url' | 'sample'>, onShow: () => void) {
  const [given, setGiven] = useState<InspectedPage | null>(null);
  const [pages, setPages] = useState<readonly FilePage[]>([]);
  const [gold, setGold] = useState<string | null>(null);
  // A page without an address has the one that was entered.
  const page = useMemo(
    () => (given !== null && given.url === null && hostOf(url) !== '' ? { ...given, url } : given),
    [given, url],
  );
  const show = (next: InspectedPage, itsGold: string | null = null): void => {
    setGiven(next);
    setGold(itsGold);
    onShow();
  };
  const showSample = async (name: string): Promise<void> => {
    // A link may name a sample of another version.
    const sample = SAMPLES.find((one) => one.name === name) ?? SAMPLES.find((one) => one.name === FIRST_SAMPLE);
    if (sample !== undefined) show({ content: await sample.load(), url: null, name: sample.name });
  };
  // The first page: one that another window hands over, else a sample.
  useEffect(() => {
    const isHandedOver = location.hash === '#from=page';
    if (!isHandedOver) void showSample(first ?? FIRST_SAMPLE);
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
  const showOfFile = (of: readonly FilePage[], at: number): void => {
    setPages(of);
    show(of[at], of[at].gold);
  };
  return { page, host: hostOf(page?.url ?? ''), pages, gold, show, showSample, showOfFile };
}

/** The host of an address; empty for what is none. */
function hostOf(url: string): string {
  return /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).hostname : '';
}

/**
 * What is learnt of the page's site, by the server where it keeps sites, else here.
 *
 * @param host empty: the page has no address
 * @param isUsed whether the page is extracted with it
 */
export function useSite(engine: Engine, host: string, isUsed: boolean, setFault: (message: string) => void) {
  const [hasServer, setHasServer] = useState(false);
  /** Counts what was learnt of sites: the page is extracted again with it. */
  const [learnt, setLearnt] = useState(0);
  const takeServerModel = async (): Promise<void> => {
    const saved = await modelOnServer(host);
    if (saved === null) return;
    await engine.ask('restore', saved);
    setLearnt((before) => before + 1);
  };
  useEffect(() => void keepsSites().then(setHasServer), []);
  useEffect(() => {
    if (hasServer && isUsed && host !== '') takeServerModel().catch((error: Error) => setFault(error.message));
  }, [hasServer, isUsed, host]);
  /** @throws Error with the reason why the page cannot be learnt from */
  const teach = async (url: string, html: string, corrections: readonly Correction[]): Promise<void> => {
    if (hasServer) {
      await teachServer(url, html, corrections);
      await takeServerModel();
    } else if (!(await engine.ask('teach', { html, url, corrections })))
      throw new Error('The page cannot be learnt from.');
    setLearnt((before) => before + 1);
  };
  return { hasServer, learnt, teach };
}

/**
 * The page extracted as the settings say, and the document of its frame.
 *
 * @param learnt another number: more is known of the site
 */
export function useExtraction(
  engine: Engine,
  page: InspectedPage | null,
  { main, output }: Pick<Settings, 'main' | 'output'>,
  learnt: number,
  setFault: (message: string) => void,
) {
  const [extraction, setExtraction] = useState<Extraction | null>(null);
  const [view, setView] = useState<string | null>(null);
  /** What the view was made of. */
  const viewed = useRef<{ readonly page: InspectedPage; readonly extractor: string } | null>(null);
  const { format } = VIEWS[output];
  useEffect(() => {
    if (page === null) return;
    const { extractor } = main;
    const needsView = viewed.current?.page !== page || viewed.current.extractor !== extractor;
    const formats = [...new Set(['text', format] as const)];
    engine
      .askLatest('main', 'extract', { page, settings: main, formats, shows: needsView ? 'view' : 'labels' })
      .then((answer) => {
        if (answer === null) return;
        setFault('');
        setExtraction(answer);
        if (!needsView) return;
        viewed.current = { page, extractor };
        setView(answer.view ?? '');
      })
      .catch((error: Error) => setFault(error.message));
  }, [page, main, format, learnt]);
  return { extraction, view };
}

import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { Engine } from '../engine/engine.js';
import type { FilePage } from '../engine/read-files.js';
import type { ReadPage } from '../engine/worker.js';
import { type SiteFacts, siteOnServer } from '../state/server.js';
import { DataTable, Fault, Scrolling, useFault } from './parts.js';

interface SitePanelProps {
  readonly engine: Engine;
  readonly pages: readonly FilePage[];
  /** Whether the server keeps models of sites. */
  readonly hasServer: boolean;
}

/** What is learnt of a site from the pages of a file, read in their order. */
export function SitePanel({ engine, pages, hasServer }: SitePanelProps) {
  const [read, setRead] = useState<readonly ReadPage[]>([]);
  const [facts, setFacts] = useState<SiteFacts>({});
  const [isReading, setReading] = useState(false);
  const usable = pages.filter(({ url }) => url !== null);
  // Pages read here, else those that the server's models remember.
  const known = Object.values(facts).flatMap((one) => one.pages);
  const signalled = known.filter(({ signals }) => signals !== '');
  const shown =
    read.length > 0 ? read : known.map((one) => ({ url: one.key, ok: !one.isList, confidence: one.certainty }));
  const learn = async (): Promise<void> => {
    setReading(true);
    const all: ReadPage[] = [];
    for (const page of usable) {
      all.push(await engine.ask('read', page));
      if (all.length % 10 === 0) setRead([...all]);
    }
    setRead([...all]);
    const url = usable.at(-1)?.url;
    if (url) setFacts(await engine.ask('site', url));
    setReading(false);
  };
  const [host, setHost] = useState('');
  const [fault, attempt] = useFault();
  const ask = async (): Promise<void> => {
    setFacts(await siteOnServer(host));
    setRead([]);
  };
  return (
    <div class="site">
      {hasServer && (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            void attempt(ask);
          }}
        >
          <label for="host">Host</label>
          <input
            id="host"
            placeholder="news.example.org"
            value={host}
            onInput={({ currentTarget }) => setHost(currentTarget.value)}
          />
          <button type="submit" disabled={host === ''}>
            Show what the server has learnt
          </button>
        </form>
      )}
      <Fault message={fault} />
      {usable.length === 0 ? (
        <p>
          Open a file of JSON lines or a WARC file with the pages of one site, each with its address: its template is
          learnt here.
        </p>
      ) : (
        <p>
          <button type="button" disabled={isReading} onClick={learn}>
            Learn the site
          </button>{' '}
          <span role="status">
            {read.length} of {usable.length} pages read
          </span>
        </p>
      )}
      {shown.length > 1 && <ConfidencePlot read={shown} />}
      {shown.length > 0 && (
        <>
          <h2>Addresses</h2>
          <ul class="tree">
            {childrenOf(urlTree(shown.map(({ url, ok }) => ({ url: url ?? '', ok })))).map((node) => (
              <TreeNode key={node.name} node={node} />
            ))}
          </ul>
        </>
      )}
      {signalled.length > 0 && (
        <section aria-label="List signals">
          <h2>List signals</h2>
          <Scrolling class="scroll">
            <DataTable
              columns={['Page', 'Read as', 'Signals']}
              rows={signalled.map(({ key, isList, signals }) => [key, isList ? 'list' : 'article', signals])}
            />
          </Scrolling>
        </section>
      )}
      {Object.entries(facts).map(([learner, { facts: list }]) => (
        <section key={learner} aria-label={`Facts of ${learner}`}>
          <h2>Learnt: {learner}</h2>
          <Scrolling class="scroll">
            <DataTable
              columns={['Fact', 'Value', 'Pages']}
              rows={list.map(({ what, value, support, of, sentence }) => [
                what,
                sentence ?? value,
                `${support} of ${of}`,
              ])}
            />
          </Scrolling>
        </section>
      ))}
    </div>
  );
}

function TreeNode({ node }: { readonly node: UrlNode }) {
  const label = `${node.name} (${node.withText} of ${node.pages} with text)`;
  if (node.children.size === 0) return <li>{label}</li>;
  return (
    <li>
      <details open={node.depth < 2}>
        <summary>{label}</summary>
        <ul>
          {childrenOf(node).map((child) => (
            <TreeNode key={child.name} node={child} />
          ))}
        </ul>
      </details>
    </li>
  );
}

const PLOT_HEIGHT = 180;

/** The confidence of the pages in the order in which they were read. */
function ConfidencePlot({ read }: { readonly read: readonly Pick<ReadPage, 'confidence'>[] }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const axis = { stroke: getComputedStyle(element).color, grid: { stroke: '#8884' } };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: PLOT_HEIGHT,
        scales: { x: { time: false }, y: { range: [0, 1] } },
        series: [
          { label: 'page' },
          {
            label: 'confidence',
            stroke: '#146eb4',
            points: { show: true, size: 4 },
            value: (_plot, value) => value?.toFixed(2) ?? '–',
          },
        ],
        axes: [axis, axis],
      },
      [read.map((_, at) => at + 1), read.map(({ confidence }) => confidence)],
      element,
    );
    return () => plot.destroy();
  }, [read]);
  const known = read.flatMap(({ confidence }) => confidence ?? []);
  const mean = known.reduce((sum, one) => sum + one, 0) / Math.max(1, known.length);
  return (
    <figure>
      <figcaption>Confidence, page by page: mean {mean.toFixed(2)}</figcaption>
      <div ref={place} aria-hidden="true" />
    </figure>
  );
}

// Addresses as a tree of their path segments, with counts.

interface UrlNode {
  /** Host, or a segment with its slash. */
  readonly name: string;
  readonly depth: number;
  /** Pages at and below it, and those of them with text. */
  pages: number;
  withText: number;
  readonly children: Map<string, UrlNode>;
}

/** Children of a node that are listed; the others are counted in one row. */
const MAX_CHILDREN = 50;
/** Deepest segment. */
const MAX_DEPTH = 6;

const nodeOf = (name: string, depth: number): UrlNode => ({ name, depth, pages: 0, withText: 0, children: new Map() });

/** The tree of addresses, whose children are hosts; what is no address is left out. */
function urlTree(pages: readonly { readonly url: string; readonly ok: boolean }[]): UrlNode {
  const root = nodeOf('', -1);
  for (const { url, ok } of pages) {
    if (!/^https?:\/\/[^/]/i.test(url)) continue;
    const plain = url.replace(/^https?:\/\//i, '').replace(/[?#].*/, '');
    const [host, ...segments] = plain.split('/').filter(Boolean);
    let node = root;
    for (const name of [host, ...segments.map((one) => `/${one}`)].slice(0, MAX_DEPTH)) {
      const child = node.children.get(name) ?? nodeOf(name, node.depth + 1);
      node.children.set(name, child);
      child.pages++;
      if (ok) child.withText++;
      node = child;
    }
  }
  return root;
}

/** The children of a node, those with most pages first. */
function childrenOf({ children, depth }: UrlNode): UrlNode[] {
  const sorted = [...children.values()].sort((a, b) => b.pages - a.pages || (a.name < b.name ? -1 : 1));
  const others = sorted.slice(MAX_CHILDREN);
  if (others.length === 0) return sorted;
  const more = nodeOf(`${others.length} more`, depth + 1);
  for (const { pages, withText } of others) {
    more.pages += pages;
    more.withText += withText;
  }
  return [...sorted.slice(0, MAX_CHILDREN), more];
}

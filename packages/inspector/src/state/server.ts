/** The server that the inspector was loaded from, if it is one of `dehusk serve`. */

/** A range of a page's source, in UTF-16 code units, that an editor marked. */
export interface Correction {
  readonly from: number;
  readonly to: number;
  readonly keep: boolean;
}

/** The parts of the API that the server has. */
export interface Capabilities {
  readonly fetch: boolean;
  readonly sites: boolean;
}

const NONE: Capabilities = { fetch: false, sites: false };

/** Asks the server; a static build has none. */
export async function capabilities(): Promise<Capabilities> {
  try {
    const response = await fetch('v1/inspector');
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return response.ok && isJson ? ((await response.json()) as Capabilities) : NONE;
  } catch {
    return NONE;
  }
}

/** The HTML of an address, by the server. @throws Error with the server's reason */
export async function fetchPage(url: string): Promise<{ readonly url: string; readonly html: string }> {
  return (await post('v1/fetch', { url })) as { readonly url: string; readonly html: string };
}

/** A fact that was learnt of a site. */
export interface SiteFact {
  readonly what: string;
  readonly value: string;
  /** Pages that show it, of those that could. */
  readonly support: number;
  readonly of: number;
  readonly sentence: string | null;
}

/** What is known of a site, by learner. */
export type SiteFacts = Readonly<Record<string, readonly SiteFact[]>>;

/** What the server has learnt of a host. @throws Error with the server's reason */
export async function siteOnServer(host: string): Promise<SiteFacts> {
  const response = await fetch(`v1/sites/${encodeURIComponent(host)}`);
  const answer = (await response.json()) as {
    readonly detail?: string;
    readonly learners: readonly { readonly name: string; readonly facts: readonly SiteFact[] }[];
  };
  if (!response.ok) throw new Error(answer.detail ?? `the server answered ${response.status}`);
  return Object.fromEntries(answer.learners.map(({ name, facts }) => [name, facts]));
}

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { readonly detail?: string };
  if (!response.ok) throw new Error(answer.detail ?? `the server answered ${response.status}`);
  return answer;
}

/** The server that the inspector was loaded from, if it is one of `dehusk serve`. */
import type { Correction } from '@dehusk/core';
import type { KnownPage, SiteFact } from '@dehusk/core/extend';

/** Whether the server keeps models of sites; a static build has no server. */
export async function keepsSites(): Promise<boolean> {
  try {
    const response = await fetch('v1/inspector');
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return response.ok && isJson && ((await response.json()) as { readonly sites: boolean }).sites;
  } catch {
    return false;
  }
}

const post = (path: string, value: unknown): Promise<Response> =>
  fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });

const faultOf = ({ status }: Response, detail?: string): Error => new Error(detail ?? `the server answered ${status}`);

/** The HTML of an address, by the server. @throws Error with the reason why there is none */
export async function fetchPage(url: string): Promise<{ readonly url: string; readonly html: string }> {
  const response = await post('v1/fetch', { url });
  // What is not JSON is of a server without this API.
  const answer = (await response.json().catch(() => ({ reason: 'fetching-is-off' }))) as {
    readonly url: string;
    readonly html: string;
    readonly reason?: string;
    readonly detail?: string;
  };
  if (response.ok && answer.reason === undefined) return answer;
  if (answer.reason !== 'fetching-is-off') throw faultOf(response, answer.detail);
  throw new Error('This server fetches no pages. Start it with: dehusk serve --allow-fetch. Or paste the HTML.');
}

/** What is known of a site, by learner. */
export type SiteFacts = Readonly<
  Record<string, { readonly facts: readonly SiteFact[]; readonly pages: readonly KnownPage[] }>
>;

/** What the server has learnt of a host. @throws Error with the server's reason */
export async function siteOnServer(host: string): Promise<SiteFacts> {
  const response = await fetch(`v1/sites/${encodeURIComponent(host)}`);
  const answer = (await response.json()) as {
    readonly detail?: string;
    readonly learners: readonly ({ readonly name: string } & SiteFacts[string])[];
  };
  if (!response.ok) throw faultOf(response, answer.detail);
  return Object.fromEntries(answer.learners.map(({ name, ...known }) => [name, known]));
}

/** The models that the server keeps of a host, as bytes; null when it knows nothing of it. @throws Error with the server's reason */
export async function modelOnServer(host: string): Promise<Uint8Array | null> {
  const response = await fetch(`v1/sites/${encodeURIComponent(host)}`, {
    headers: { accept: 'application/octet-stream' },
  });
  if (response.status === 404) return null;
  if (!response.ok) throw faultOf(response);
  return new Uint8Array(await response.arrayBuffer());
}

/** Sends the corrections of a page to the server's model of its site. @throws Error with the server's reason */
export async function teachServer(url: string, html: string, corrections: readonly Correction[]): Promise<void> {
  const response = await post(`v1/sites/${encodeURIComponent(new URL(url).hostname)}/pages`, {
    url,
    html,
    corrections,
  });
  // 422: the page has no text now. Its corrections are learnt all the same.
  if (response.ok || response.status === 422) return;
  const { detail } = (await response.json()) as { readonly detail?: string };
  throw faultOf(response, detail);
}

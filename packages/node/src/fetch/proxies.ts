/** Proxies by the settings or the environment. Their own addresses may be private. */
/** Options of undici's EnvHttpProxyAgent; an empty proxy is none. */
interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  /** Hosts reached directly, as in NO_PROXY. */
  readonly noProxy: string;
}

/** The value of the setting that uses no proxy. */
export const NO_PROXY = 'none';

/**
 * The proxies to use, or null.
 *
 * @param setting an address; `none`; empty: HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the environment
 * @throws RangeError for an address that is none of a proxy
 */
export function proxiesFor(setting: string, environment: NodeJS.ProcessEnv = process.env): Proxies | null {
  if (setting === NO_PROXY) return null;
  const named = (name: string): string => environment[name.toLowerCase()] || environment[name] || '';
  const httpProxy = proxyAddress(setting || named('HTTP_PROXY'), setting ? 'proxy' : 'HTTP_PROXY');
  const httpsProxy = proxyAddress(setting || named('HTTPS_PROXY'), setting ? 'proxy' : 'HTTPS_PROXY');
  return httpProxy || httpsProxy ? { httpProxy, httpsProxy, noProxy: named('NO_PROXY') } : null;
}

function proxyAddress(text: string, name: string): string {
  if (text === '') return '';
  const address = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return address;
  // The address may hold a password.
  const got = url === null ? 'no address' : `a ${url.protocol.slice(0, -1)} address`;
  throw new RangeError(`${name} got ${got}, expected the address of an HTTP proxy such as http://proxy.example:3128`);
}

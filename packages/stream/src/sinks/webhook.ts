/**
 * One POST of JSON for each document, signed as the Standard Webhooks specification says (standardwebhooks.com, 1.0).
 *
 * `webhook-id` is the document's id and revision, which stay the same when a request is repeated. The signature is
 * `v1,` and the base64 of HMAC-SHA256 over `ID.TIMESTAMP.BODY`.
 */
import { createHmac } from 'node:crypto';
import { type SettingsOf, section, text, wholeNumber } from '@dehusk/node';
import { eachSink, placeOf, post, retryProperties, withLogin } from './remote-sinks.js';
import { type Sink, SinkError, sinkKind } from './sink.js';

const MAX_MILLISECONDS = 30_000;
/** Before a secret in base64, by the specification. */
const SECRET_PREFIX = 'whsec_';

const PROPERTIES = {
  url: text('Address that requests go to.', undefined, { pattern: '^https?://' }),
  secretVariable: text(
    'Environment variable with the secret of the signature; empty: requests are not signed.',
    'DEHUSK_WEBHOOK_SECRET',
    { pattern: '^[A-Za-z0-9_]*$' },
  ),
  ...retryProperties(8),
  concurrency: wholeNumber('Requests at once.', 1, 1_000, 8),
};
type WebhookOptions = SettingsOf<typeof PROPERTIES>;

/**
 * The signature of a request.
 *
 * @param secret with `whsec_`: base64; otherwise text
 * @param timestamp seconds since 1970
 */
export function webhookSignature(secret: string, id: string, timestamp: number, body: string): string {
  const key = secret.startsWith(SECRET_PREFIX) ? Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64') : secret;
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

async function open(options: WebhookOptions): Promise<Sink> {
  const { url: address, secretVariable, retries, retryAfter, concurrency } = options;
  const { url, headers: login } = withLogin(address);
  const secret = secretVariable === '' ? '' : (process.env[secretVariable] ?? '');
  if (secretVariable !== '' && secret === '')
    throw new SinkError(
      `${placeOf(url)}: the environment variable ${secretVariable} is empty, expected the secret of the signature (secretVariable = "" sends without one)`,
    );
  return eachSink({
    atOnce: concurrency,
    send: ({ id, revision, row }) => {
      const body = JSON.stringify(row);
      const message = `${id}:${revision}`;
      const timestamp = Math.floor(Date.now() / 1000);
      const headers = {
        ...login,
        'content-type': 'application/json',
        'webhook-id': message,
        'webhook-timestamp': String(timestamp),
        ...(secret !== '' && { 'webhook-signature': webhookSignature(secret, message, timestamp, body) }),
      };
      return post(url, body, { retries, retryAfter, maxMilliseconds: MAX_MILLISECONDS, headers });
    },
  });
}

export const webhookSink = sinkKind<WebhookOptions, 'url'>({
  name: 'webhook',
  summary: 'A signed POST of JSON for each document and correction.',
  isRemote: true,
  schema: section(PROPERTIES, ['url']),
  open,
});

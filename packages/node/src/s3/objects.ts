/**
 * Objects of Amazon S3 and of servers with its protocol, by addresses such as `s3://bucket/folder/key`. The client is the one of the AWS
 * SDK, an optional package that is loaded when the first address is used. Region, credentials and endpoint are read as by all AWS
 * tools: AWS_REGION, AWS_ACCESS_KEY_ID …, profiles, roles; AWS_ENDPOINT_URL names another server, whose buckets are in the path.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Whether an input or output is an address of S3. */
export function isS3(path: string): boolean {
  return path.startsWith('s3://');
}

/** An error of storage, with the fields of the operating system's. */
function storageError(message: string, cause: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code: 'EREMOTEIO', syscall: 's3' });
}

/** @throws Error for an address that is none */
function placeOf(address: string): { readonly Bucket: string; readonly Key: string } {
  const [, Bucket, Key] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.*)$/s.exec(address) ?? [];
  if (Bucket === undefined)
    throw storageError(`got the address ${address}, expected s3://bucket/key with the name of a bucket`, null);
  return { Bucket, Key };
}

async function load() {
  try {
    const [client, storage] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
    const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
    const s3 = new client.S3Client({
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      // Servers of other makers have no regions, but the protocol needs one.
      ...(endpoint !== undefined && process.env.AWS_REGION === undefined ? { region: 'us-east-1' } : {}),
    });
    return { ...client, ...storage, s3 };
  } catch (error) {
    throw storageError(
      'addresses of S3 need the optional packages of the AWS SDK: npm install @aws-sdk/client-s3 @aws-sdk/lib-storage',
      error,
    );
  }
}

let loaded: ReturnType<typeof load> | null = null;

/** Runs a call; its errors name the address. @returns null for an object that does not exist */
async function call<T>(address: string, use: (sdk: Awaited<ReturnType<typeof load>>) => Promise<T>): Promise<T | null> {
  loaded ??= load();
  const sdk = await loaded;
  try {
    return await use(sdk);
  } catch (error) {
    const { name, message, $metadata } = error as Error & { readonly $metadata?: { readonly httpStatusCode?: number } };
    if (name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404) return null;
    throw storageError(`${address}: ${name}: ${message}`, error);
  }
}

/** The state of an object; null when there is none. */
export async function stateOfObject(address: string) {
  const place = placeOf(address);
  return call(address, async ({ s3, HeadObjectCommand }) => {
    const { ContentLength = 0, LastModified } = await s3.send(new HeadObjectCommand(place));
    return { bytes: ContentLength, modified: LastModified?.getTime() ?? 0 };
  });
}

/** The bytes of an object. @throws Error when there is none */
export async function* readObject(address: string): AsyncGenerator<Uint8Array> {
  const place = placeOf(address);
  const body = await call(
    address,
    async ({ s3, GetObjectCommand }) => (await s3.send(new GetObjectCommand(place))).Body,
  );
  if (body === null || body === undefined) throw storageError(`there is no object ${address}`, null);
  try {
    yield* body as Readable;
  } catch (error) {
    throw storageError(`${address}: reading stopped: ${(error as Error).message}`, error);
  }
}

/** The addresses of the objects below a prefix, in the order of their keys. */
export async function* listObjects(prefix: string): AsyncGenerator<string> {
  const { Bucket, Key } = placeOf(prefix);
  for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
    const page = await call(prefix, ({ s3, ListObjectsV2Command }) =>
      s3.send(new ListObjectsV2Command({ Bucket, Prefix: Key, ...(token && { ContinuationToken: token }) })),
    );
    if (page === null) throw storageError(`there is no bucket ${Bucket}`, null);
    for (const object of page.Contents ?? []) yield `s3://${Bucket}/${object.Key}`;
    token = page.NextContinuationToken;
  }
}

/** Uploads a file, which appears under its address when it is complete. */
export async function uploadObject(address: string, file: string): Promise<void> {
  const place = placeOf(address);
  const done = await call(address, ({ s3, Upload }) =>
    new Upload({ client: s3, params: { ...place, Body: createReadStream(file) } }).done(),
  );
  if (done === null) throw storageError(`there is no bucket ${place.Bucket}`, null);
}

/** Writes an object to a file of the same name in a folder. Returns its path. */
export async function downloadObject(address: string, folder: string): Promise<string> {
  const path = join(folder, basename(address));
  await pipeline(readObject(address), createWriteStream(path));
  return path;
}

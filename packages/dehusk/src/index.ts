/**
 * dehusk: what touches disk, network and threads, around the pure `@dehusk/core`.
 *
 * ```ts
 * import { batch, extractFile, extractUrl } from 'dehusk';
 *
 * const page = await extractUrl('https://example.org/news/1');
 * if (page.ok) console.log(page.title, page.text);
 * else console.error(page.reason, page.detail);
 *
 * for await (const row of batch([{ id: 1, html: '<p>…' }, { id: 2, path: 'page.html.gz' }])) console.log(row.id, row.text);
 * ```
 *
 * @packageDocumentation
 */
export * from '@dehusk/node';
export * from '@dehusk/stream';

// The inspector as static files, with relative addresses: `dehusk serve` and the website serve the same ones.
import { defineConfig } from 'vite';

/** Writes the tables of the core as data: with its code the window would load the extractors twice. */
const tables = {
  name: 'tables',
  async transform(_code, id) {
    if (!id.endsWith('src/state/tables.ts')) return null;
    const values = await import('./dist/state/tables.js');
    return Object.entries(values)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`)
      .join('');
  },
};

export default defineConfig({
  base: './',
  plugins: [tables],
  build: {
    outDir: '../server/dist/inspector',
    emptyOutDir: true,
    // The core alone is larger than Vite's limit for a warning.
    chunkSizeWarningLimit: 2_000,
    // Data addresses would need another rule in the content security policy.
    assetsInlineLimit: 0,
  },
  worker: { format: 'es' },
  server: { fs: { allow: ['../..'] } },
});

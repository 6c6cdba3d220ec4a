import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { FIXTURES, fuzz, pagesIn } from '../fuzz/fuzz.js';
import { addCommand, CommandLineError, FailedCheck, wholeNumber, withProgress } from './session.js';

interface FuzzFlags {
  readonly seed: number;
  readonly pages: number;
  readonly secondsOfCpu: number;
  readonly out: string;
}

export function addFuzz(program: Command): void {
  addCommand<FuzzFlags>(program, {
    name: 'fuzz',
    summary: 'extract random pages and check every output',
    description:
      'Mutates pages and makes streams of random tokens, extracts each and checks: nothing throws, CPU time is in proportion to the page, JSON keeps to its schema, TEI to its content model, HTML and Markdown (in two viewers that show raw HTML) have nothing active, a sanitizer leaves HTML unchanged, text is of the page and has no control characters, site readers repeat their results. Failing pages are minimised and written to a folder. The same seed makes the same pages. Exit code 1 when an invariant is broken.',
    examples: ['fuzz --pages 10000', 'fuzz --seed 7 --seconds-of-cpu 60', 'fuzz ../shared/data/wcxb-dev/html'],
    inputs: [['[folders...]', 'folders of .html or .html.gz files to mutate (default: the fixtures of the core)']],
    options: (command) =>
      command
        .option('--seed <number>', 'seed of the pages', wholeNumber(0), 1)
        .option('--pages <count>', 'number of pages', wholeNumber(1), 1_000)
        .option('--seconds-of-cpu <count>', 'end the run after this CPU time', wholeNumber(1), 3_600)
        .option('--out <folder>', 'where failing pages are written', 'fuzz-failures'),
    async run({ names, options: { seed, pages, secondsOfCpu, out }, print }) {
      const absent = names.find((folder) => !existsSync(folder));
      if (absent !== undefined) throw new CommandLineError(`fuzz: got ${absent}, expected a folder that exists`);
      const corpus = (names.length > 0 ? names : [FIXTURES]).flatMap(pagesIn);
      if (corpus.length === 0) throw new CommandLineError(`fuzz: no .html or .html.gz file in ${names.join(', ')}`);
      const result = await withProgress('fuzz', pages, (onProgress) =>
        fuzz({ seed, pages, cpuSeconds: secondsOfCpu, corpus, onProgress }),
      );
      for (const { page, fault, bytes } of result.failures) {
        mkdirSync(out, { recursive: true });
        const path = join(out, `${seed}-${page}.html`);
        writeFileSync(path, bytes);
        print(`page ${page}: ${fault}\n  ${path}, ${bytes.length} bytes`);
      }
      const { length: faults } = result.failures;
      const broken = `${faults} broken ${faults === 1 ? 'invariant' : 'invariants'}`;
      print(
        `${result.pages} pages of ${corpus.length} sources, seed ${seed}: ${result.extracted} with text, ${broken}, ${result.cpuSeconds.toFixed(0)} CPU s, peak ${result.peakMegabytes.toFixed(0)} MB`,
      );
      if (faults > 0) throw new FailedCheck(`fuzz: ${broken}; the pages are in ${out}`);
    },
  });
}

import { readFileSync, writeFileSync } from 'node:fs';
import { EXTRACTORS, SITE_EXTRACTORS } from '@dehusk/core';
import type { Command } from 'commander';
import { type Curves, reportHtml } from '../reports/report.js';
import { readScoresJson } from '../reports/scores.js';
import { readBench } from '../reports/speed.js';
import { addCommand, print, repeatable, type ScoringOptions, withScoringOptions } from './options.js';
import { scoreTable } from './table.js';

interface Options extends ScoringOptions {
  readonly scores: readonly string[];
  readonly bench?: string;
  readonly curves: readonly string[];
  readonly out: string;
  readonly title: string;
}

/** `report`: one HTML file with tables and plots. */
export function addReport(program: Command): void {
  const command = addCommand(program, {
    name: 'report',
    summary: 'write one HTML file with tables and plots',
    description:
      'Writes one self-contained HTML file: scores, precision against recall, scores by page type, learning curves over page streams, speed against accuracy.\nWithout --scores it scores what "dehusk-lab table" scores.',
    examples: [
      'report --out report.html',
      'table --json scores.json && dehusk-lab bench --json bench.json',
      'report --scores scores.json --bench bench.json',
    ],
  }).argument('[dataset...]', 'datasets to score without --scores');
  withScoringOptions(command)
    .option('--full', 'every page, as in "dehusk-lab table"')
    .option('--scores <file>', 'scores of score --json or table --json; repeatable', repeatable, [])
    .option('--bench <file>', 'rows of bench --json')
    .option(
      '--curves <file>',
      'further lines, JSON {title, x, y, series: [{name, points: [[x, y], …]}]}; repeatable',
      repeatable,
      [],
    )
    .option('--title <words>', 'heading of the report', 'Dehusk lab report')
    .option('-o, --out <file>', 'the HTML file', 'report.html')
    .action(async (names: string[], options: Options) => {
      const evaluations =
        options.scores.length > 0
          ? options.scores.flatMap((file) => readScoresJson(readFileSync(file, 'utf8'), file))
          : await scoreTable(names, options);
      const ours = new Set([...EXTRACTORS, ...SITE_EXTRACTORS].map(({ name }) => name));
      const html = await reportHtml({
        title: options.title,
        evaluations,
        bench: options.bench === undefined ? [] : readBench(options.bench),
        curves: options.curves.map(readCurves),
        ours: new Set(evaluations.map(({ system }) => system).filter((name) => ours.has(name.split(':')[0]))),
      });
      writeFileSync(options.out, html);
      print(command, `wrote ${options.out} (${Math.round(html.length / 1000)} kB)`);
    });
}

function readCurves(file: string): Curves {
  const read: Partial<Curves> = JSON.parse(readFileSync(file, 'utf8'));
  const { title = file, x = 'x', y = 'y', series } = read;
  const fits =
    Array.isArray(series) &&
    series.every(
      ({ name, points }) =>
        typeof name === 'string' &&
        Array.isArray(points) &&
        points.every((point) => Array.isArray(point) && point.every(Number.isFinite)),
    );
  if (!fits) throw new Error(`${file}: expected {title, x, y, series: [{name, points: [[x, y], …]}]}`);
  return { title, x, y, series };
}

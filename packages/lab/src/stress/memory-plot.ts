import { lines } from '../reports/plots.js';
import { standaloneSvg } from '../reports/standalone-svg.js';
import type { ReplayMoment } from './replay.js';

/** Memory over the documents of a replay, as a picture of its own. @param label what was run */
export async function memoryPlot(moments: readonly ReplayMoment[], label: string): Promise<string> {
  const lineOf = (name: string, of: (moment: ReplayMoment) => number | null) => ({
    name,
    points: moments.flatMap((moment) => {
      const megabytes = of(moment);
      return megabytes === null ? [] : [[moment.committed, megabytes] as const];
    }),
  });
  const series = [
    lineOf('resident', ({ resident }) => resident),
    lineOf('heaps and buffers', ({ anonymous }) => anonymous),
  ];
  return standaloneSvg(await lines(series, { x: 'documents so far', y: 'MB', isFromZero: true }, label));
}

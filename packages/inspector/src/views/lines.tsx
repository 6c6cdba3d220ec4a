import { useEffect, useMemo, useState } from 'preact/hooks';

/** Lines drawn at first; the others follow in pieces, so that a long text does not hold up the page. */
const FIRST = 200;
const PIECE = 2_000;

/** A text, a paragraph a line. */
export function Lines({ text, marked }: { readonly text: string; readonly marked?: ReadonlySet<number> }) {
  const lines = useMemo(() => text.split('\n'), [text]);
  const [drawn, setDrawn] = useState({ lines, count: FIRST });
  const count = drawn.lines === lines ? drawn.count : FIRST;
  useEffect(() => {
    if (count >= lines.length) return;
    const timer = setTimeout(() => setDrawn({ lines, count: count + PIECE }), 100);
    return () => clearTimeout(timer);
  }, [lines, count]);
  // A piece that is drawn is not compared again unless its marks change.
  const pieces: number[] = [];
  for (let from = 0; from < Math.min(lines.length, count); from += from === 0 ? FIRST : PIECE) pieces.push(from);
  return (
    <>
      {pieces.map((from) => (
        <Piece key={from} lines={lines} from={from} to={from + (from === 0 ? FIRST : PIECE)} marked={marked} />
      ))}
    </>
  );
}

interface PieceProps {
  readonly lines: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly marked: ReadonlySet<number> | undefined;
}

function Piece({ lines, from, to, marked }: PieceProps) {
  return useMemo(
    () => (
      <>
        {lines.slice(from, to).map((line, at) => (
          <p key={at} data-line={from + at} class={marked?.has(from + at) ? 'linked' : undefined}>
            {line}
          </p>
        ))}
      </>
    ),
    [lines, from, to, marked],
  );
}

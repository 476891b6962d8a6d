import { useMemo } from 'react';
import { encode } from 'uqr';

/** A QR code of a text as a single path. It is black on white in both themes, because scanners expect that. */
export const QrCode = ({ text, label, className }: { text: string; label: string; className?: string }) => {
  const { path, size } = useMemo(() => {
    const code = encode(text, { border: 2, ecc: 'M' });
    const runs = code.data.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
    return { path: runs.join(''), size: code.size };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
};

/** The runs of dark modules in a row. */
const runsOf = (row: readonly boolean[]): [start: number, length: number][] => {
  const runs: [number, number][] = [];
  row.forEach((isDark, x) => {
    const last = runs.at(-1);
    if (!isDark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
};

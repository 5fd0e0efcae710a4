/** One row of the benchmark: a measurement, its baseline and its bar. */
export interface BenchRow {
  readonly what: string;
  readonly baseline: string;
  readonly measured: string;
  readonly ratio: number;
  readonly bar: number;
  /** Whether the bar is a maximum or a minimum of the ratio. */
  readonly is: 'at most' | 'at least';
  /** Printed if the bar is missed. */
  readonly why?: readonly string[];
}

export const timeRow = (what: string, ms: number, baselineMs: number, bar: number): BenchRow => ({
  what,
  baseline: `${baselineMs.toFixed(3)} ms`,
  measured: `${ms.toFixed(3)} ms`,
  ratio: ms / baselineMs,
  bar,
  is: 'at most',
});

export const isMet = ({ ratio, bar, is }: BenchRow): boolean => (is === 'at most' ? ratio <= bar : ratio >= bar);

const cells = (what: string, baseline: string, measured: string, ratio: string, bar: string) =>
  [what.padEnd(50), baseline.padStart(14), measured.padStart(14), ratio.padStart(7), bar.padStart(7)].join(' ');

export const headingRow = cells('what', 'baseline', 'measured', 'ratio', 'bar');

export function formatRow(row: BenchRow): string {
  const { what, baseline, measured, ratio, bar, is, why = [] } = row;
  const line =
    is === 'at most'
      ? cells(what, baseline, measured, ratio.toFixed(2), `≤ ${bar}`)
      : cells(what, baseline, measured, `${(ratio * 100).toFixed(1)} %`, `≥ ${bar * 100} %`);
  return isMet(row) ? line : [`${line} MISSED`, ...why.map((reason) => `  ${reason}`)].join('\n');
}

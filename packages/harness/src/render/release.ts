/** Formats the result of the release gate as a table. */
import type { Messages } from '@harness/core/messages/messages';
import { criterionCells } from '@harness/core/release-gate/report';
import type { ReleaseJudgement } from '@harness/effects/release-gate/judge';
import { printable } from './printable.ts';

export function releaseLines(
  { report, reportPath, readyPath }: ReleaseJudgement,
  words: Messages['gates'],
): readonly string[] {
  const { ready, specPath: spec, criteria, environment, commands } = report;
  const rows = [...criteria.map(criterionCells), ...environment.map(({ name, status }) => [name, status])];
  const open = [
    ...criteria.map(({ status }) => status === 'covered'),
    ...environment.map(({ status }) => status === 'set'),
  ];
  const failed = commands.filter(({ green }) => !green).map(({ command, log }) => `  ${command}: ${log}`);
  return [
    ...columns(rows.map((row) => row.map((text) => printable(text)))),
    ...failed.map((line) => printable(line)),
    '',
    ready ? words.ready({ spec }) : words.unready({ spec, count: open.filter((isClosed) => !isClosed).length }),
    words.report({ path: reportPath }),
    ...(readyPath === null ? [] : [words.marked({ path: readyPath })]),
  ];
}

/** The status comes first, because the user looks for it. */
function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widest = Math.max(0, ...rows.map(([, status = '']) => status.length));
  return rows.map(([what = '', status = '', ...more]) =>
    [status.padEnd(widest), what, ...more.filter((text) => text !== '–')].join('  '),
  );
}

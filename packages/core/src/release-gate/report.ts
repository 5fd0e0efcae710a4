/** Formats the verdict of the release gate as a document and as a page. */
import { tableCell } from '../text/markdown.ts';
import type { CriterionRow, ReleaseVerdict } from './judge.ts';

/** Printed by `--json` and stored beside the page. */
export interface ReleaseReport extends ReleaseVerdict {
  readonly version: 1;
  readonly at: string;
  readonly specPath: string;
  readonly acceptancePath: string;
}

export function releasePage({
  ready,
  at,
  specPath,
  acceptancePath,
  criteria,
  environment,
  commands,
}: ReleaseReport): string {
  const variables = environment.map(({ name, status }) => [name, status]);
  const runs = commands.map(({ command, exitCode, log }) => [command, String(exitCode ?? 'none'), log]);
  return [
    `# Release gate: ${ready ? 'ready' : 'not ready'}`,
    `\`${specPath}\`, checked with \`${acceptancePath}\` at ${at}.`,
    '## Release criteria',
    rows(['criterion', 'status', 'plans', 'tests'], criteria.map(criterionCells)),
    ...section('Environment requirements', ['variable', 'status'], variables),
    ...section('Commands', ['command', 'exit code', 'output'], runs),
    '',
  ].join('\n\n');
}

/** Cells of a criterion's table row, also used by the terminal. */
export const criterionCells = ({
  tag,
  status,
  plans,
  tests,
  description,
  connections,
}: CriterionRow): readonly string[] => [
  [`${tag}: ${description}`, ...(connections.length > 0 ? [`(needs ${connections.join(', ')})`] : [])].join(' '),
  status,
  plans.map(({ id, completed }) => (completed ? id : `${id} (open)`)).join(', ') || '–',
  tests.map(({ test, result }) => `${test}: ${result}`).join(', ') || '–',
];

const section = (title: string, head: readonly string[], body: readonly (readonly string[])[]) =>
  body.length === 0 ? [] : [`## ${title}`, rows(head, body)];

const rows = (head: readonly string[], body: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.map(tableCell).join(' | ')} |`).join('\n');

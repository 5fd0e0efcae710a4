/** What the release gate found, as a document and as a page. */
import { cell } from '../text/markdown.ts';
import type { CriterionRow, ReleaseVerdict } from './judge.ts';

/** What `--json` prints and what lies beside the page. */
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
  return [
    `# Release gate: ${ready ? 'ready' : 'not ready'}`,
    `\`${specPath}\`, held against \`${acceptancePath}\` at ${at}.`,
    '## Release criteria',
    rows(['criterion', 'status', 'plans', 'tests'], criteria.map(criterionCells)),
    ...(environment.length === 0
      ? []
      : [
          '## Environment requirements',
          rows(
            ['variable', 'status'],
            environment.map(({ name, status }) => [name, status]),
          ),
        ]),
    ...(commands.length === 0
      ? []
      : [
          '## Commands',
          rows(
            ['command', 'exit code', 'output'],
            commands.map(({ command, exitCode, log }) => [command, String(exitCode ?? 'none'), log]),
          ),
        ]),
    '',
  ].join('\n\n');
}

/** What a line of a table says of a criterion, here and in a terminal. */
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

const rows = (head: readonly string[], body: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');

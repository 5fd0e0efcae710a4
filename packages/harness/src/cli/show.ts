/** `harness show <run>`: prints one run with its calls, checks, questions, findings and commits. */
import { messagesFor } from '@harness/core/messages/index';
import { isRehearsal } from '@harness/core/providers/providers';
import type { TestCount } from '@harness/core/test-report/count';
import { show } from '@harness/core/views/show';
import { proofRowText } from '@harness/core/workflows/proof/proof-row-text';
import { formatCost, formatDuration, formatTokens } from '../render/amounts.ts';
import { firstLineOf, printable } from '../render/printable.ts';
import { type Output, printResult } from '../render/screen.ts';
import { createColours, symbols } from '../render/symbols.ts';
import { languageOfFamily } from '../run/run-language.ts';
import { openRepository } from '../runs/folder.ts';
import { findRun, readRun } from '../runs/read-runs.ts';
import type { Invocation } from './command.ts';

type Shown = ReturnType<typeof show>;

export async function run({ args: [name = ''], options, output }: Invocation): Promise<number> {
  const { store } = openRepository(options);
  const { family, outside } = await readRun(store, await findRun(store, name));
  const language = languageOfFamily(family, output.language);
  const shown = show(family, outside, messagesFor(language));
  return printResult(output, shown, () => page(shown, { ...output, language }));
}

function page(shown: Shown, { colour, typed, language }: Output): string {
  const { dim } = createColours(colour);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', dim(title), ...lines.map((line) => `  ${printable(line)}`)];
  return `${[
    `${shown.id} · ${messagesFor(language).statuses[shown.status]} · ${shown.state}`,
    firstLineOf(shown.title),
    dim([took(shown), formatTokens(shown.tokens), formatCost(shown)].join(' · ')),
    ...section('Calls', shown.calls.map(callLine)),
    ...section('Checks', [...shown.checks.map(checkLine), ...shown.unproven.map((one) => unprovenLine(one, language))]),
    ...section(
      'Proof',
      shown.proofs.map((row) => proofLine(row, language)),
    ),
    ...section('Questions', shown.questions.map(questionLine)),
    ...section('Findings', shown.findings.map(findingLine)),
    ...section(
      'Commits',
      shown.commits.map(({ sha, branch, subject }) => `${sha.slice(0, 10)} ${branch}: ${subject}`),
    ),
    ...section('Your files', shown.userFiles.flatMap(userFilesLines)),
    '',
    `${dim('all steps:')}  ${typed(`harness logs ${shown.id}`)}`,
  ].join('\n')}\n`;
}

const unprovenLine = ({ why, detail }: Shown['unproven'][number], language: string | undefined) =>
  `${symbols.warn}  ${messagesFor(language).notes['checks.unproven']({ why, detail })}`;

const proofLine = (row: Shown['proofs'][number], language: string | undefined) =>
  `${row.verdict === 'unwitnessed' ? symbols.warn : symbols.good}  ${proofRowText(row, messagesFor(language))}`;

const took = ({ startedAt, endedAt }: Pick<Shown, 'startedAt' | 'endedAt'>) =>
  endedAt === null ? `since ${startedAt}` : formatDuration(Date.parse(endedAt) - Date.parse(startedAt));

const callLine = ({ role, attempt, provider, model, outcome, usage, costUsd, tries }: Shown['calls'][number]) =>
  [
    outcome === 'ok' ? symbols.good : outcome === null ? symbols.plain : symbols.bad,
    `${role} #${attempt}`,
    [provider, model].filter((word) => word !== null).join(' '),
    outcome ?? 'in flight',
    formatTokens(usage),
    formatCost({ costUsd, rehearsedUsd: isRehearsal(provider) ? costUsd : 0 }),
    ...(tries.length > 1 ? [`${tries.length} tries`] : []),
  ]
    .filter((part) => part !== '')
    .join('  ');

const checkLine = ({ green, command, exitCode, log, tests, missingBaseTests, isProof }: Shown['checks'][number]) =>
  [
    green === null || isProof ? symbols.plain : green ? symbols.good : symbols.bad,
    command,
    ...(isProof ? ['for the proof'] : []),
    green === null ? 'running' : `exit ${exitCode ?? 'none'}`,
    ...(tests ? [testsLine(tests)] : []),
    ...(missingBaseTests === null ? [] : [`no test of the base was executed (${missingBaseTests} missing)`]),
    ...(log ? [log] : []),
  ].join('  ');

/** Example: `12 tests: 10 passed, 1 failed, 1 skipped`. Zero counts are left out. */
function testsLine({ tests, passed, failed, skipped }: TestCount): string {
  const parts = Object.entries({ passed, failed, skipped }).flatMap(([word, n]) => (n > 0 ? [`${n} ${word}`] : []));
  return [tests === 1 ? '1 test' : `${tests} tests`, ...(parts.length > 0 ? [parts.join(', ')] : [])].join(': ');
}

const questionLine = (question: Shown['questions'][number]) =>
  `${symbols.ask}  ${question.header}: ${question.question}  ${
    'answer' in question && question.answer ? `"${question.answer}", by ${question.answeredBy}` : question.id
  }`;

const userFilesLines = ({ ref, copies, restore, touched, touchedCount }: Shown['userFiles'][number]) => [
  ...(ref === null ? [] : [`changed and untracked files are kept under ${ref}`]),
  ...(copies === null ? [] : [`ignored files and files of submodules are copied to ${copies}`]),
  ...restore.map((command) => `restore one: ${command}`),
  ...touched.map((file) => `${file.path} was ${file.how}: ${file.restore}`),
  ...(touchedCount > touched.length ? [`${touchedCount} files differ in total`] : []),
];

const findingLine = ({ severity, file, line, text, status }: Shown['findings'][number]) =>
  `${status.padEnd(9)}  [${severity}] ${file}${line === null ? '' : `:${line}`}: ${text}`;

/** Builds the blocks of `verify_report.md`. */
import type { ReportArgs, SkipReason, StepResult, VerifyStep } from '../effects/checkout.ts';
import type { Todo } from './todo.ts';

export interface Block {
  readonly title: string;
  /** Name in a FAIL line. */
  readonly name: string;
  readonly result: 'PASS' | 'FAIL' | 'SKIPPED' | 'WARNING';
  /** Part of a PASS line; `null` if the line omits the block. */
  readonly part: string | null;
  /** Why it failed, in one line. */
  readonly why: string;
  readonly lines: readonly string[];
}

const titles: Readonly<Record<VerifyStep, readonly [title: string, name: string]>> = {
  build: ['Build', 'build'],
  test: ['Test', 'test'],
  lint: ['Lint', 'lint'],
  typeCheck: ['Type Check', 'type check'],
};

const skipReasons: Readonly<Record<SkipReason, string>> = {
  none: 'no command is set',
  'build-failed': 'the build failed',
  missing: 'its tool is not installed (exit code 127)',
  ignored: 'it was red before the change, and a person decided to ignore it',
};

/** Reasons why a check has no result, by the code of its failure. */
const failureReasons: Readonly<Record<string, string>> = {
  'check.timed-out': 'it did not finish in time',
  'check.unstartable': 'it could not be started',
};

/** A skipped step gets its own lines, so that readers do not take it for a passed one (WO-07). */
export function stepBlock(result: StepResult): Block {
  const [title, name] = titles[result.step];
  const command = result.command === null ? 'none' : toInlineCode(result.command);
  const block = { title, name, lines: [`- Command: ${command}`] };
  if ('skipped' in result) {
    const reason = skipReasons[result.skipped];
    const part = result.step === 'typeCheck' ? null : `${name} skipped`;
    return { ...block, result: 'SKIPPED', part, why: '', lines: [...block.lines, `- Reason: ${reason}`] };
  }
  if ('failed' in result) {
    const why = shortenLine(failureReasons[result.failed] ?? result.failed.replace(/\s+/g, ' ').trim());
    return { ...block, result: 'FAIL', part: null, why, lines: [...block.lines, `- Reason: ${why}`] };
  }
  const { green, exitCode, tail, tests } = result.report;
  const counts = tests
    ? [`- Tests: ${tests.passed}/${tests.tests} passed, ${tests.failed} failed, ${tests.skipped} skipped`]
    : [];
  return {
    ...block,
    result: green ? 'PASS' : 'FAIL',
    part: `${name} ${resultText(result.step, result.report)}`,
    why: whyRed(result.report),
    lines: [...block.lines, `- Exit code: ${exitCode ?? 'none, a signal ended it'}`, ...counts, ...toCodeBlock(tail)],
  };
}

type Report = Extract<StepResult, { report: unknown }>['report'];

function resultText(step: VerifyStep, { tests }: Report): string {
  if (step === 'lint') return '0 errors';
  return step === 'test' && tests ? `${tests.passed}/${tests.tests}` : 'ok';
}

/** A test command that ran no test is red even with exit code 0. */
const whyRed = ({ exitCode, tail, compared }: Report) =>
  compared && compared.lost > 0
    ? `${compared.lost} of ${compared.base ?? compared.lost} existing tests did not run${compared.names && `: ${compared.names}`}`
    : exitCode === 0
      ? 'no test was executed'
      : (findErrorLine(tail) ?? `exit code ${exitCode ?? 'none, a signal ended it'}`);

const maxListed = 50;
const rest = (count: number) => (count > maxListed ? [`… and ${count - maxListed} more`] : []);

export function scanBlock(todos: readonly Todo[], blocking: boolean): Block {
  const found = todos.length > 0;
  const rows = todos.slice(0, maxListed).map(({ file, line, text }) => `- ${file}:${line} ${toInlineCode(text)}`);
  const [first] = todos;
  return {
    title: 'Completeness Scan',
    name: 'scan',
    result: !found ? 'PASS' : blocking ? 'FAIL' : 'WARNING',
    part: `scan ${todos.length} TODO`,
    why: `${todos.length} TODO, the first at ${first?.file}:${first?.line}`,
    lines: [
      `- Found: ${todos.length} of TODO, FIXME, HACK in the changed files`,
      ...rows,
      ...rest(todos.length).map((more) => `- ${more}`),
    ],
  };
}

type Scope = Pick<ReportArgs, 'outside' | 'outsideCount' | 'count' | 'maxFiles'> & {
  /** All changed files, so that the agent can choose which to revert. */
  readonly files: readonly string[];
};

export function scopeBlock({ outside, outsideCount, count, maxFiles, files }: Scope): Block {
  const tooMany = count > maxFiles ? [...files.slice(0, maxListed), ...rest(files.length)] : [];
  const faults = [
    ...(outsideCount > 0 ? [`${outsideCount} outside the scope: ${outside.slice(0, 3).join(', ')}`] : []),
    ...(count > maxFiles
      ? [`${count} files changed, the maximum is ${maxFiles}: ${files.slice(0, 3).join(', ')}, …`]
      : []),
  ];
  const more = outsideCount > outside.length ? [`- … and ${outsideCount - outside.length} more`] : [];
  return {
    title: 'Scope',
    name: 'scope',
    result: faults.length > 0 ? 'FAIL' : 'PASS',
    part: null,
    why: shortenLine(faults.join('; ')),
    lines: [
      `- Changed files: ${count}, at most ${maxFiles}`,
      ...tooMany.map((path) => `- ${path}`),
      `- Outside the scope: ${outsideCount}`,
      ...outside.map((path) => `- ${path}`),
      ...more,
    ],
  };
}

export const productsBlocks = (missing: readonly string[]): readonly Block[] =>
  missing.length === 0
    ? []
    : [
        {
          title: 'Products',
          name: 'products',
          result: 'FAIL',
          part: null,
          why: `${missing.join(', ')} was not written`,
          lines: missing.map((name) => `- Missing: ${name}`),
        },
      ];

/** Returns more backticks than any sequence in the text. */
const ticks = (text: string, least: number) =>
  '`'.repeat(Math.max(least, 1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))));

export const toInlineCode = (text: string) => {
  const mark = ticks(text, 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${mark}${pad}${text.replace(/\s+/g, ' ')}${pad}${mark}`;
};

function toCodeBlock(text: string): readonly string[] {
  if (text.trim() === '') return [];
  const fence = ticks(text, 3);
  // remove control characters that a terminal would interpret
  return ['', fence, text.replace(/[^\P{Cc}\n\t]/gu, '').trimEnd(), fence];
}

const maxLineLength = 200;

const errorWords =
  /(?:^|[^a-z])(?:errors?|fail(?:ed|ure|s)?|assert\w*|exception|expected|panic(?:ked)?|not ok|undefined|cannot|could not|unable)(?:[^a-z]|$)|[✗✖×❌]/i;
/** Matches lines of the test runner itself, and counts of zero. */
const noise = /^npm (?:err|error|warn)|^> |\b0 (?:errors?|fail(?:ed|ures?|ing)?)\b|^[-=_*~\s]+$/i;

function findErrorLine(output: string): string | null {
  const lines = output
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/[\p{Cc}\s]+/gu, ' ').trim())
    .filter((line) => line !== '' && !noise.test(line));
  const line = lines.find((each) => errorWords.test(each)) ?? lines.at(-1);
  return line === undefined ? null : shortenLine(line);
}

const shortenLine = (line: string): string => (line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line);

/** The pages of the docs that are drawn from the code: commands, configuration, failures, one page a workflow. */

import { moduleCode, type Params, type ParamTypes } from '@harness/core/codes';
import { type FailureCode, failureCodes, failures, type Remedy } from '@harness/core/failure/failure';
import { refusals } from '@harness/core/failure/refusal';
import { type End, ends, exitCodes } from '@harness/core/journal/end';
import { toMermaid } from '@harness/core/machine/mermaid';
import { en } from '@harness/core/messages/en';
import { messagesFor } from '@harness/core/messages/index';
import { failureText, refusalText } from '@harness/core/messages/lookup';
import { testGlobs } from '@harness/core/test-guard/files';
import { mixedFiles } from '@harness/core/test-guard/mixed-config-files';
import { type Tool, tools } from '@harness/core/test-guard/tools';
import { reportGlobs } from '@harness/core/test-report/files';
import type { Workflow } from '@harness/core/workflow';
import { converge } from '@harness/core/workflows/converge/machine';
import { modules } from '@harness/core/workflows/list';
import { commands, overviewCommand } from '@harness/harness/cli/commands';
import { globalOptions } from '@harness/harness/cli/options';
import { configPage, schemaFile } from './config-page.ts';
import { controlPage } from './control-page.ts';
import { daemonPage } from './daemon-page.ts';
import { decisionsPage } from './decisions-page.ts';
import { drySection } from './dry-run-section.ts';
import { endsTable } from './ends-table.ts';
import { gatesPage } from './gates-page.ts';
import { laneChart } from './lane-chart.ts';
import { block, code, page, table } from './markdown.ts';
import { missionPage } from './mission-page.ts';
import { plansPage } from './plans-page.ts';
import { reportPage } from './report-page.ts';
import { taskPage } from './task-page.ts';

/** Each page by its path. */
export const drawPages = (): ReadonlyMap<string, string> =>
  new Map([
    ['docs/COMMANDS.md', commandsPage()],
    ['docs/CONFIG.md', configPage()],
    ['docs/CONTROL.md', controlPage()],
    ['docs/REPORT.md', reportPage()],
    ['docs/decisions/README.md', decisionsPage()],
    ['docs/failures.md', failuresPage()],
    ['docs/workflows/converge.md', convergePage()],
    ['docs/workflows/daemon.md', daemonPage()],
    ['docs/workflows/gates.md', gatesPage()],
    ['docs/workflows/mission-lanes.svg', laneChart()],
    ['docs/workflows/mission.md', missionPage()],
    ['docs/workflows/plans.md', plansPage()],
    ['docs/workflows/task.md', taskPage()],
    ['schema/harness.config.schema.json', schemaFile()],
  ]);

/** Every parameter by its own name: a sentence is shown with `{role}` where the role will stand. */
const named = new Proxy({}, { get: (_, name) => `{${String(name)}}` }) as Params;

function commandsPage(): string {
  return page(
    '# Commands',
    'Straight after `git clone`, `npm start -- <command>` works; `node <clone>/bin/harness.mjs <command>` does the same from anywhere. Every command has `--help` with an example.',
    '## Taken by every command',
    options(globalOptions),
    ...[overviewCommand, ...commands].flatMap((command) => {
      const words = command === overviewCommand ? 'harness' : `harness ${command.name} ${command.args}`.trim();
      const own = command.options.length > 0 ? [options(command.options)] : [];
      return [`## ${code(words)}`, sentence(command.about), ...own, block('', command.example)];
    }),
    '## Exit codes',
    'A command exits 0 only when what it was asked for is done. Ends that no workflow of this version comes to are listed too: the numbers are taken.',
    table(['code', 'when'], exitRows()),
    '## Refusals',
    'What a command says when it does not do what it was asked, with a command that helps. With `--json` it is one document on standard output: `{ version, error: { code, message, next } }`.',
    table(['code', 'exit code', 'it says', 'next'], refusalRows()),
  );
}

const options = (all: typeof globalOptions) =>
  table(
    ['option', ''],
    all.map(({ flag, about }) => [code(flag), about]),
  );

const sentence = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}.`;

/** A new exit code without a word about it does not compile. */
const whenNotEnded: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'the command did what it was asked for',
  failed: 'the command could not do what it was asked for',
  usage: 'the command line, the script or the repository cannot be used',
  waiting: 'a question waits for a person',
  rateLimited: 'a rate limit outlasted its retries, and the run is parked',
  frozen: 'the run is held by a freeze',
  interrupted: 'Ctrl-C: the run is parked',
  hungUp: 'the terminal was closed: the run is parked',
  terminated: 'SIGTERM: the run is parked',
};

function exitRows(): readonly (readonly (string | number)[])[] {
  const said = new Map<number, string[]>();
  const say = (exitCode: number, text: string) => said.set(exitCode, [...(said.get(exitCode) ?? []), text]);
  for (const [name, exitCode] of Object.entries(exitCodes)) say(exitCode, whenNotEnded[name as keyof typeof exitCodes]);
  for (const [end, { exitCode }] of Object.entries(ends)) say(exitCode, `a run ended as ${code(end)}`);
  return [...said].sort(([a], [b]) => a - b).map(([exitCode, texts]) => [exitCode, texts.join('; ')]);
}

const moduleRefusals = ({ codes }: Workflow) => Object.entries(codes.refusals ?? {});

const refusalRows = () =>
  [...Object.entries(refusals), ...modules.flatMap(moduleRefusals)].map(([refusal, { exitCode }]) => {
    const { message, next } = refusalText(messagesFor('en'), moduleCode(refusal), named);
    return [code(refusal), exitCode, message, code(next)];
  });

function failuresPage(): string {
  return page(
    '# Failures',
    'What can go wrong in an effect: a closed list. The remedy is applied by the engine and journalled, so that a crash neither forgets nor hurries it; a workflow sees only a failure that remained, and the run then ends as the table says.',
    'A rate limit that outlasts its retries does not remain: it parks the run, and `harness resume` grants it a fresh count ([decision 1](decisions/0001-a-rate-limit-parks-the-run.md)).',
    table(
      ['code', 'remedy', 'a run in which it remains ends as', 'exit code', 'it says'],
      failureCodes.map(failureRow),
    ),
    'A red check is no failure but an answer, and converge takes a check that timed out for a red one ([decision 5](decisions/0005-a-check-that-times-out-is-red.md)). `{name}` stands for what is known of the case at hand.',
  );
}

function failureRow(failure: FailureCode): readonly (string | number)[] {
  const { remedy, end }: { remedy: Remedy; end: End } = failures[failure];
  return [code(failure), remedyText(remedy), code(end), ends[end].exitCode, failureExample(failure)];
}

/** Sentences format numbers, so a number gets its name after it was printed. */
function failureExample(failure: FailureCode): string {
  const types: ParamTypes = failures[failure].params;
  const names = Object.keys(types);
  const isNumber = (name: string) => types[name]?.startsWith('number');
  const values = names.map((name, n) => [name, isNumber(name) ? 900_000 + n : `{${name}}`] as const);
  const text = failureText(en, { code: failure, params: Object.fromEntries(values) });
  return text.replace(/\b900,?0*(\d+)(?: tokens)?/g, (_, n: string) => `{${names[Number(n)]}}`);
}

function remedyText(remedy: Remedy): string {
  switch (remedy.do) {
    case 'repeat':
      return `asked again ${times(remedy.times)}, without delay, and told what was wrong`;
    case 'wait': {
      const first = `tried again ${times(remedy.times)}, at the time the provider names, else after ${remedy.afterMs / 1_000} s`;
      const doubled = remedy.times > 1 ? ', doubled each time' : '';
      return `${first}${doubled}${remedy.afterwards === 'park' ? '; then the run is parked' : ''}`;
    }
    case 'ask':
      return 'a person chooses: repeat, or stop';
    case 'stop':
      return 'none';
  }
}

const times = (n: number) => (n === 1 ? 'once' : `${n} times`);

function convergePage(): string {
  return page(
    '# converge',
    'The smallest loop. It opens a lane (a worktree on a branch of its own, from where you stand) and works there; your own working tree and branch are not touched. A pass is: the implementer implements or repairs, the lane is saved as a checkpoint, every check runs, and the reviewer reads the change against the task. What is red or blocks goes back to the implementer, all of it at once. When every check is green and nothing blocks, the checkpoint becomes one commit on the branch of the lane, and the worktree goes.',
    'A low finding never goes back: it ends as a follow-up. A check that times out is red. A review that cannot be read is never clean: it gets one repair turn, then the run ends as `unreadable`. When the passes are spent, a person is asked: `one more pass` allows exactly one, `stop` ends the run. What was written stays reachable under `refs/harness/kept`, however the run ends.',
    'A test command that executed no test is red, also when it exits 0. A change that deletes or weakens test files of the base, or touches what its checks run (`harness.config.*`, the scripts of `package.json`, the shell scripts and recipes that they come to, the configuration of test runners and checkers), is asked about before anything else: `Allow` goes on and is remembered for these files, `Send back` spends a pass, `Stop` ends the run as `stopped`. A change that brings along a secret which the harness was handed (a key of a provider, a variable called `…_KEY`, `…_TOKEN`, `…PASSWORD`, `…SECRET`) is not committed.',
    ...drySection(
      'harness converge "add a greeting" --check "npm test"',
      'The prompt of a repair is shown too, as it is asked after a review that found something.',
    ),
    '## As it runs',
    block('mermaid', toMermaid(converge)),
    '## How it ends',
    endsTable(converge.ends),
    '## Test files',
    'Unless the configuration says otherwise (`checks.testFiles`), these are the test files that a change may not weaken unasked. A file is weakened when it is gone, has fewer tests or assertions, or more of them are skipped; an assertion that was made weaker in place is left to the review.',
    table(
      ['language', 'paths'],
      Object.entries(testGlobs).map(([language, globs]) => [language, globs.map(code).join(' ')]),
    ),
    '## Configuration of test runners and checkers',
    'An agent cannot loosen its own gate: a change to one of these files of the base, or their disappearance, is asked about as a weakened test is. White space at line ends does not count, nor do files in `fixtures`, `__fixtures__` and `testdata`. A new file counts only where it overrides what the base does: a check runs the tool (by itself, by a script of `package.json`, a recipe or a shell script of the base), and for a test runner the base has tests. Files marked with * hold much else, and count only while a check runs the tool.',
    table(
      ['tool', 'files'],
      Object.entries<Tool>(tools).map(([tool, { files, mixed = [] }]) => [
        tool,
        [...files.map(code), ...mixed.map((glob) => `${code(glob)} *`)].join(' '),
      ]),
    ),
    'Of these files only a part counts:',
    table(
      ['file', 'what counts'],
      mixedFiles.map(({ files, what }) => [files.map(code).join(' '), what]),
    ),
    '## Test reports',
    'How many tests ran is read from what a runner prints, and where that tells nothing, from the reports (JUnit, TAP) that the check wrote while it ran; an older report says nothing. `checks.reports` names other places than these.',
    table(
      ['runner', 'paths, from the folder of the check'],
      Object.entries(reportGlobs).map(([runner, globs]) => [runner, globs.map(code).join(' ')]),
    ),
  );
}

/** Generates the pages of the docs from the code: commands, configuration, failures, and one page per workflow. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
import { attacksPage } from './attacks-page.ts';
import { autopilotPage } from './autopilot-page.ts';
import { configPage, schemaFile } from './config-page.ts';
import { controlPage } from './control-page.ts';
import { daemonPage } from './daemon-page.ts';
import { decisionsPage } from './decisions-page.ts';
import { dryRunSection } from './dry-run-section.ts';
import { endsTable } from './ends-table.ts';
import { gatesPage } from './gates-page.ts';
import { issuesPage } from './issues-page.ts';
import { laneChart } from './lane-chart.ts';
import { block, code, page, table } from './markdown.ts';
import { missionPage } from './mission-page.ts';
import { plansPage } from './plans-page.ts';
import { pluginSkillPages } from './plugin-skills.ts';
import { writeReportPage } from './report-page.ts';
import { specSchemaFile, subsystemsPage } from './subsystems-page.ts';
import { taskPage } from './task-page.ts';

/** Path and text of each page. */
export const generatePages = (): ReadonlyMap<string, string> =>
  new Map([
    ['docs/ATTACKS.md', attacksPage()],
    ['docs/COMMANDS.md', commandsPage()],
    ['docs/CONFIG.md', configPage()],
    ['docs/CONTROL.md', controlPage()],
    ['docs/REPORT.md', writeReportPage()],
    ['docs/SUBSYSTEMS.md', subsystemsPage()],
    ['docs/decisions/README.md', decisionsPage()],
    ['docs/failures.md', failuresPage()],
    ['docs/workflows/autopilot.md', autopilotPage()],
    ['docs/workflows/converge.md', convergePage()],
    ['docs/workflows/daemon.md', daemonPage()],
    ['docs/workflows/gates.md', gatesPage()],
    ['docs/workflows/issues.md', issuesPage()],
    ['docs/workflows/mission-lanes.svg', laneChart()],
    ['docs/workflows/mission.md', missionPage()],
    ['docs/workflows/plans.md', plansPage()],
    ['docs/workflows/task.md', taskPage()],
    ...pluginSkillPages(),
    ['schema/harness.config.schema.json', schemaFile()],
    ['schema/subsystem.schema.json', specSchemaFile()],
  ]);

/** Paths of the pages whose file is missing or differs. */
export const findStalePages = (root: string, pages: ReadonlyMap<string, string>): readonly string[] =>
  [...pages].filter(([path, text]) => textOf(join(root, path)) !== text).map(([path]) => path);

const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** Replaces every parameter by its name: `{role}` appears instead of a role. */
const placeholders = new Proxy({}, { get: (_, name) => `{${String(name)}}` }) as Params;

function commandsPage(): string {
  return page(
    '# Commands',
    'An [installed](INSTALL.md) command is `harness <command>`. Inside the clone, run `npm start -- <command>`; from any other folder, `node <clone>/bin/harness.mjs <command>`. Every command has `--help` with an example.',
    '## Options of every command',
    options(globalOptions),
    ...[overviewCommand, ...commands].flatMap((command) => {
      const words = command === overviewCommand ? 'harness' : `harness ${command.name} ${command.args}`.trim();
      const own = command.options.length > 0 ? [options(command.options)] : [];
      return [`## ${code(words)}`, sentence(command.about), ...own, block('', command.example)];
    }),
    '## Exit codes',
    'A command exits 0 only if it did its job. The table also lists reserved codes that no workflow uses yet.',
    table(['code', 'when'], exitRows()),
    '## Refusals',
    'A command that cannot start prints a refusal: the reason and a command that helps. With `--json` the refusal is one document on standard output: `{ version, error: { code, message, next } }`.',
    table(['code', 'exit code', 'message', 'next'], refusalRows()),
  );
}

const options = (all: typeof globalOptions) =>
  table(
    ['option', ''],
    all.map(({ flag, about }) => [code(flag), about]),
  );

const sentence = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}.`;

/** An exit code without a description does not compile. */
const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'the command did its job',
  failed: 'the command failed',
  usage: 'the command line, the script, the configuration or the repository is invalid',
  waiting: 'a question waits for an answer',
  rateLimited: 'a rate limit outlasted its retries; the run is parked',
  frozen: 'the repository is frozen; the run is parked',
  interrupted: 'Ctrl-C; the run is parked',
  hungUp: 'the terminal was closed; the run is parked',
  terminated: 'SIGTERM; the run is parked',
};

function exitRows(): readonly (readonly (string | number)[])[] {
  const texts = new Map<number, string[]>();
  const add = (exitCode: number, text: string) => texts.set(exitCode, [...(texts.get(exitCode) ?? []), text]);
  for (const [name, exitCode] of Object.entries(exitCodes))
    add(exitCode, exitCodeMeanings[name as keyof typeof exitCodes]);
  for (const [end, { exitCode }] of Object.entries(ends)) add(exitCode, `a run ended as ${code(end)}`);
  return [...texts].sort(([a], [b]) => a - b).map(([exitCode, all]) => [exitCode, all.join('. ')]);
}

const moduleRefusals = ({ codes }: Workflow) => Object.entries(codes.refusals ?? {});

const refusalRows = () =>
  [...Object.entries(refusals), ...modules.flatMap(moduleRefusals)].map(([refusal, { exitCode }]) => {
    const { message, next } = refusalText(messagesFor('en'), moduleCode(refusal), placeholders);
    return [code(refusal), exitCode, message, code(next)];
  });

function failuresPage(): string {
  return page(
    '# Failures',
    'This is the closed list of failures of an effect. The engine applies the remedy and records it in the journal, so a crash neither loses nor shortens a wait. A workflow sees only a failure that remains after its remedy. The run then ends as the table shows.',
    'A rate limit is different: after its retries it parks the run, and `harness resume` starts the count again ([decision 1](decisions/0001-a-rate-limit-parks-the-run.md)).',
    table(['code', 'remedy', 'the run ends as', 'exit code', 'message'], failureCodes.map(failureRow)),
    'A red check is an answer, not a failure. Converge treats a check that timed out as red ([decision 5](decisions/0005-a-check-that-times-out-is-red.md)). `{name}` is a parameter of the message.',
  );
}

function failureRow(failure: FailureCode): readonly (string | number)[] {
  const { remedy, end }: { remedy: Remedy; end: End } = failures[failure];
  return [code(failure), remedyText(remedy), code(end), ends[end].exitCode, failureExample(failure)];
}

/** Messages format numbers, so the name replaces a number after formatting. */
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
      return `the agent is asked again ${times(remedy.times)}, at once, with the reason`;
    case 'wait': {
      const first = `retried ${times(remedy.times)}, at the time the provider names, otherwise after ${remedy.afterMs / 1_000} s`;
      const doubled = remedy.times > 1 ? ', doubled each time' : '';
      return `${first}${doubled}${remedy.afterwards === 'park' ? '; then the run is parked' : ''}`;
    }
    case 'ask':
      return 'a person decides: repeat or stop';
    case 'stop':
      return 'none';
  }
}

const times = (n: number) => (n === 1 ? 'once' : `${n} times`);

function convergePage(): string {
  return page(
    '# converge',
    'Converge is the smallest workflow. It opens a lane (a worktree on a new branch that starts at your current commit) and works there. It does not touch your working tree or branch. One pass has four steps: the implementer implements or repairs, the harness saves the lane as a checkpoint, every check runs, and the reviewer compares the change with the task. All red checks and blocking findings go back to the implementer together. When every check is green and no finding blocks, the checkpoint becomes one commit on the branch, and the worktree is removed.',
    'A low finding is never repaired; it becomes a follow-up. A check that times out is red. A review ends with its findings or with a sentinel; words after them, another severity, or a quoted sentinel make it unreadable. An unreadable review is never clean: the reviewer gets one repair turn, then the run ends as `unreadable`. When no pass is left, the run asks a person: `one more pass` allows exactly one, `stop` ends the run. However the run ends, all work stays reachable under `refs/harness/kept`.',
    'Before the first agent call, the configured or detected checks run on the base, in a clean room. If one is red, the run asks (`Baseline`): `fix it too` tells the agent to repair it, `ignore these checks` lets it decide nothing, and `stop` ends the run. Checks given by `--check` are exempt, because they may be the task ([decision 63](../decisions/0063-red-before-any-work.md)).',
    '',
    'A test command that ran no test is red, even if it exits 0. So is one that ran no test of the base: the same command runs once on the base, in a clean room, and the executed tests are compared by name. If only some did not run, the run asks (`Tests`). The run asks a person first if a change deletes or weakens existing tests, or changes how it is checked: `harness.config.*` (also a new one), the scripts of `package.json`, the scripts and recipes that a check runs directly or through another, or the configuration of test runners and checkers. Helpers that only tests and such scripts import count too, by their name or their assertions, and so does a `.gitignore` that leaves out files of the base. All of this is read from the base commit. A change that writes plans, context files, skills, the spec (of the mission, or `fidelity.specPath`) or instructions for agents such as `CLAUDE.md` is asked about in the same question ([decision 69](../decisions/0069-a-change-gives-no-orders-unasked.md)). `Allow` continues, and covers the shown content only: a file that changes further is asked about again ([decision 56](../decisions/0056-consent-and-counted-tests.md)). `Send back` uses a pass. `Stop` ends the run as `stopped`. A change that contains a known secret (a provider key, or the value of a variable named `…_KEY`, `…_TOKEN`, `…PASSWORD` or `…SECRET`) is not committed.',
    ...dryRunSection(
      'harness converge "add a greeting" --check "npm test"',
      'It also shows the repair prompt that follows a review with findings.',
    ),
    '## State machine',
    block('mermaid', toMermaid(converge)),
    '## Ends',
    endsTable(converge.ends),
    '## Test files',
    'By default these are the protected test files (`checks.testFiles` replaces the list). A change weakens a test file if it deletes the file, removes tests or assertions, or skips more of them. An assertion that becomes weaker without disappearing is left to the reviewer.',
    table(
      ['language', 'paths'],
      Object.entries(testGlobs).map(([language, globs]) => [language, globs.map(code).join(' ')]),
    ),
    '## Configuration of test runners and checkers',
    'An agent cannot loosen its own checks. The run asks about a changed or deleted file of this list, as about a weakened test. Whitespace at line ends is ignored, and so are files in `fixtures`, `__fixtures__` and `testdata`. A new file counts only if it can override existing behaviour: a check runs the tool (directly, or by a script of `package.json`, a recipe or a shell script of the base), and for a test runner the base has tests. A new file at a path that a check runs counts too. Files marked with * also contain unrelated settings; they count only if a check runs the tool. Settings of a package manager, environment files and `node_modules` count for every check. In a new folder, settings that have effect only there do not count.',
    table(
      ['tool', 'files'],
      Object.entries<Tool>(tools).map(([tool, { files, mixed = [] }]) => [
        tool,
        [...files.map(code), ...mixed.map((glob) => `${code(glob)} *`)].join(' '),
      ]),
    ),
    'For these files only a part counts:',
    table(
      ['file', 'part'],
      mixedFiles.map(({ files, what }) => [files.map(code).join(' '), what]),
    ),
    'The run also asks about other changes after which a check executes other code:',
    '- a lock file in which a package comes from another place than a registry of the base, or has a program that hides another;\n- a new file that is loaded instead of another: instead of a module of Python or an installed package, or instead of a file of the base, such as `add.js` beside `add.ts`;\n- code that takes the decision about tests from their runner: `load_tests`, `pytest_plugins`, any code in the `__init__.py` of a test folder, `TestMain`, `os._exit`, a test runner of Rust;\n- a file that the settings of a test runner load, or that only tests and scripts of checks import;\n- a file that a check executes only since this change. `Allow` counts for its shown content, too.',
    '## Test reports',
    'The harness reads the number of tests from the output of the test runner. If the output has no summary, it reads the reports (JUnit, TAP) that the check wrote; older reports are ignored. `checks.reports` replaces this list of paths.',
    table(
      ['runner', 'paths, from the folder of the check'],
      Object.entries(reportGlobs).map(([runner, globs]) => [runner, globs.map(code).join(' ')]),
    ),
  );
}

/** Performs `check`: runs one command of the target repository and reports whether it is green or red. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { failureLines } from '@harness/core/checks/e2e-findings';
import type { Params } from '@harness/core/codes';
import type { CheckInput, CheckReport } from '@harness/core/effects/check';
import type { PerformContext, Performer } from '@harness/core/effects/performer';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { defaultReportGlobs } from '@harness/core/test-report/files';
import { readTestNames } from '@harness/core/test-report/names';
import { hasNoExecutedTest, isTestCommand, readReport } from '@harness/core/test-report/read';
import { describeArtifact, readArtifact } from '../artifact/store.ts';
import { withServer } from '../dev-server/server.ts';
import { valueIfCode } from '../file/file-system.ts';
import { restoreLostLane } from '../git/lane/lost-lane.ts';
import { isProgramMissing } from '../process/find.ts';
import { StartError } from '../process/start-command.ts';
import { findRoomTools, toolProblem } from '../room/room-tools.ts';
import { type RoomOptions, withRoom } from '../room/use-room.ts';
import { withRedaction } from '../secret/performer.ts';
import { type Redactor, redactorFor } from '../secret/redactor.ts';
import { compareWithBase, rememberTests, writeTestNames } from './base-tests.ts';
import { keepOutputFolders, takeFile } from './keep-output.ts';
import { countReportedTests, findReports, type Reports, readFreshReports } from './reports.ts';
import { type CommandOptions, runCommand } from './run-command.ts';
import { openRunnerReports, type RunnerReports, writeTestResults } from './runner-reports.ts';

/** Test runners print their summary at the end; of a longer output both ends are read. */
const maxReadBytes = 2_000_000;

export const checkPerformer = (options: CommandOptions): Performer<AbortSignal> =>
  withRedaction(
    {
      kind: 'check',
      afterCrash: 'repeat', // safe: a check has no effect but its result
      perform: async (input, context) => ({ outcome: await checkAndCompare(input as CheckInput, context, options) }),
    },
    () => redactorFor(options.environment ?? process.env),
  );

async function checkAndCompare(
  input: CheckInput,
  context: PerformContext<AbortSignal>,
  options: CommandOptions,
): Promise<Outcome<CheckReport>> {
  const onBase = { ...context, key: `${context.key}.base` }; // its own logs
  const outcome = await check(input, context, options);
  const compared = await compareWithBase(input, outcome, context, options, (other) => check(other, onBase, options));
  await rememberTests(input, compared, context, options);
  return compared;
}

async function check(
  input: CheckInput,
  context: PerformContext<AbortSignal>,
  options: CommandOptions,
): Promise<Outcome<CheckReport>> {
  const { commit, command, cwd } = input;
  context.signal.throwIfAborted();
  const restored = await restoreLostLane(options.repo, cwd, context);
  if (!restored.ok) return restored;
  if (commit === undefined) return checkIn({ cwd: join(options.repo, cwd) }, input, context, options);
  const outcome = await withRoom({ ...input, commit }, context, roomOptions(context, options), async (room) => {
    const report = await checkIn({ cwd: room.cwd, room: room.root }, input, context, options);
    const missing = room.problem === null ? [] : [`dependencies were not installed: ${room.problem}`];
    const { left } = await findRoomTools(
      { repo: options.repo, room: room.root, isBoxed: isBoxed(options) },
      options.environment,
    );
    return explainRed(report, [...missing, ...left.map(toolProblem)]);
  });
  const { code, params } = outcome.ok ? noFailure : outcome.failure;
  return code === 'git.failed' ? fail('check.unstartable', { command, detail: String(params['detail']) }) : outcome;
}

const isBoxed = ({ sandbox }: Pick<CommandOptions, 'sandbox'>) => sandbox !== undefined;

const noFailure = { code: '', params: {} as Params };

const roomOptions = (context: PerformContext<AbortSignal>, options: CommandOptions): RoomOptions => ({
  repo: options.repo,
  runFolder: options.runFolder,
  environment: options.environment ?? process.env,
  command: (input) => check(input, context, options),
});

/** A red check names the packages and tools that it had to do without. */
const explainRed = (report: Outcome<CheckReport>, problems: readonly string[]): Outcome<CheckReport> =>
  report.ok && !report.value.green && problems.length > 0
    ? ok({ ...report.value, tail: [report.value.tail, ...problems.map((one) => `(${one})`)].join('\n').trim() })
    : report;

/** The folder of the command, and the clean room around it. */
interface CheckFolder {
  readonly cwd: string;
  readonly room?: string;
}

async function checkIn(
  folder: CheckFolder,
  input: CheckInput,
  context: PerformContext<AbortSignal>,
  options: CommandOptions,
): Promise<Outcome<CheckReport>> {
  const { command, cwd: lane, server } = input;
  const { repo, sandbox, environment = process.env } = options;
  if (!(await isFolder(folder.cwd)))
    return fail('check.unstartable', { command, detail: `no such folder: ${input.cwd}` });
  if (!server) return execute(folder, input, context, options);
  const place = { repo, lane, runFolder: options.runFolder(context.run), sandbox, environment, ...folder };
  const { outcome, log } = await withServer(server, place, context, (isDown) =>
    execute(folder, input, context, options, isDown),
  );
  return outcome.ok && log ? ok({ ...outcome.value, serverLog: log }) : outcome;
}

/** Runs the command; ends it early if a server that it needs is down. */
async function execute(
  folder: CheckFolder,
  input: CheckInput,
  context: PerformContext<AbortSignal>,
  options: CommandOptions,
  ...isDown: readonly AbortSignal[]
): Promise<Outcome<CheckReport>> {
  if (!input.lists) return executeAndRead(folder, input, context, options, null, isDown);
  const runnerReports = await openRunnerReports(options.runFolder(context.run), context.key, folder.cwd);
  try {
    return await executeAndRead(folder, input, context, options, runnerReports, isDown);
  } finally {
    await runnerReports.close();
  }
}

async function executeAndRead(
  { cwd: folder, room }: CheckFolder,
  { command, cwd, timeoutMs, reports, keep, takes }: CheckInput,
  context: PerformContext<AbortSignal>,
  options: CommandOptions,
  runnerReports: RunnerReports | null,
  isDown: readonly AbortSignal[],
): Promise<Outcome<CheckReport>> {
  const { repo, runFolder, environment = process.env } = options;
  const { run, key } = context;
  const globs = reports ?? (isTestCommand(command) ? defaultReportGlobs : []);
  const before = await findReports(folder, globs);
  const finished = await runCommand(
    {
      command,
      folder,
      room,
      cwd,
      timeoutMs,
      logStem: key,
      more: runnerReports?.layers,
      variables: async (usual) => (await runnerReports?.ask(usual)) ?? {},
      ends: isDown,
    },
    context,
    options,
  );
  if (finished instanceof StartError) return fail('check.unstartable', { command, detail: finished.message });
  const { exitCode, tail, log, isLate, tookMs } = finished;
  const redactor = redactorFor(environment);
  if (keep) await keepOutput(folder, keep.folders, join(repo, keep.in), redactor, context);
  if (isLate) return fail('check.timed-out', { command, timeoutMs, tail, log });
  const taken = takes === undefined ? {} : await takeFile(join(folder, takes), runFolder(run), key, redactor);
  const artifact = await describeArtifact(runFolder(run), log);
  const output = stripVTControlCharacters(readArtifact(runFolder(run), artifact, maxReadBytes));
  const { tests, isPrinted, ...lists } = await readTests({ command, folder, globs, before, output }, runnerReports, {
    runFolder: runFolder(run),
    key,
  });
  const green = exitCode === 0 && !hasNoExecutedTest(command, tests, !isPrinted);
  const failed = keep && !green ? failureLines(output) : '';
  const report = { green, exitCode, tail, log: artifact, ...(failed ? { failed } : {}), ...(tests ? { tests } : {}) };
  const isToolMissing = exitCode === notFound && isProgramMissing(command, environment['PATH']);
  const times = runnerReports === null && takes === undefined ? {} : { tookMs };
  return ok({ ...report, ...lists, ...taken, ...times, ...(isToolMissing ? { isToolMissing } : {}) });
}

interface FinishedCommand {
  readonly command: string;
  readonly folder: string;
  /** Globs of reports, and the reports that existed before. */
  readonly globs: readonly string[];
  readonly before: Reports;
  readonly output: string;
}

/** Counts the tests that ran, and writes their names and, if asked, their results. */
async function readTests(
  { command, folder, globs, before, output }: FinishedCommand,
  runnerReports: RunnerReports | null,
  artifacts: { readonly runFolder: string; readonly key: string },
) {
  const printed = readReport(output);
  const own = printed === null || runnerReports !== null ? await readFreshReports(folder, globs, before) : [];
  const reported = printed === null ? own : [];
  const names = await writeTestNames(
    artifacts.runFolder,
    artifacts.key,
    readTestNames([output, ...reported].join('\n')),
  );
  const counted = { tests: printed ?? countReportedTests(reported), isPrinted: printed !== null };
  const listed = names ? { ...counted, names } : counted;
  if (runnerReports === null) return listed;
  const results = await runnerReports.read({ command, output, own });
  const executed = results.tests?.filter(({ is }) => is !== 'skipped').length;
  return {
    ...listed,
    results: await writeTestResults(artifacts.runFolder, artifacts.key, results),
    ...(executed === undefined ? {} : { listed: executed }),
  };
}

/** The exit code of a shell whose command was not found. */
const notFound = 127;

const maxNamed = 10;

async function keepOutput(
  from: string,
  folders: readonly string[],
  to: string,
  redactor: Redactor,
  { signal, note }: PerformContext<AbortSignal>,
): Promise<void> {
  const skipped = await keepOutputFolders(from, folders, to, { redactor, signal });
  if (skipped.length > 0)
    await note('output.not-kept', { files: skipped.slice(0, maxNamed).join(', '), count: skipped.length });
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then((found) => found.isDirectory(), valueIfCode(false, 'ENOENT', 'ENOTDIR'));

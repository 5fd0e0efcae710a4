/**
 * Asks the test runners of a check for reports, and reads them. The check runs the code of an agent, so every file that
 * it can write is hostile.
 *
 *   T1. The programs are new for each check. In a sandbox the check cannot write them.
 *   T2. Only regular files are read, up to a limit of bytes and files. No link is followed.
 *   T3. A report that cannot be read is broken. It never fails the check.
 */
import { type FSWatcher, renameSync, watch } from 'node:fs';
import { chmod, mkdir, opendir, realpath, writeFile } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Artifact } from '@harness/core/journal/artifact';
import type { SandboxLayer } from '@harness/core/sandbox/layers';
import { collectTestResults, type ReportFile, type ReportingRun } from '@harness/core/test-report/collect-results';
import type { TestResults } from '@harness/core/test-report/results';
import { preloadOption, pytestReport, reportVariables, runnerOfReport } from '@harness/core/test-report/runners';
import { safeName } from '../artifact/name.ts';
import { writeArtifact } from '../artifact/store.ts';
import { isFolder, removeFolder, tryOr } from '../file/file-system.ts';
import { readRegularFile } from '../file/regular-file.ts';
import { findProgram } from '../process/find.ts';
import { goLauncherSource, goProgramName, goProgramSource } from './go-program.ts';
import {
  nodeLauncherSource,
  nodeReporterName,
  nodeReporterSource,
  preloadName,
  preloadSource,
} from './report-programs.ts';

const maxReports = 500;
/** Other files in the folder count, too. */
const maxEntries = 10_000;
const maxReportBytes = 32 * 1024 * 1024;
const maxTotalBytes = 64 * 1024 * 1024;

export interface RunnerReports {
  /** For the sandbox: the programs can be read, the folder for reports can be written. */
  readonly layers: readonly SandboxLayer[];
  /** Writes the programs, and returns variables for the command. Options that the environment has already are kept. */
  ask(environment: NodeJS.ProcessEnv): Promise<Record<string, string>>;
  /** Reads the results when all processes of the check have ended. */
  read(run: Pick<ReportingRun, 'command' | 'output' | 'own'>): Promise<TestResults>;
  close(): Promise<void>;
}

/** `cwd` is the folder of the command. */
export async function openRunnerReports(runFolder: string, key: string, cwd: string): Promise<RunnerReports> {
  const place = await realpath(cwd); // before the check can replace it
  await mkdir(runFolder, { recursive: true });
  const folder = join(await realpath(runFolder), safeName(`test-reports-${key}`));
  await removeFolder(folder); // of an interrupted try
  const [programs, reports] = [join(folder, 'programs'), join(folder, 'reports')];
  await mkdir(reports, { recursive: true, mode: 0o700 });
  await mkdir(join(programs, 'bin'), { recursive: true, mode: 0o700 });
  const watched = watchReports(reports);
  return {
    layers: [
      { sight: 'read', path: programs },
      { sight: 'write', path: reports },
    ],
    async ask(environment) {
      await writePrograms(programs, environment);
      const variables = reportVariables({ preload: join(programs, preloadName), reports }, environment);
      return { ...variables, PATH: [join(programs, 'bin'), environment['PATH'] ?? ''].join(delimiter) };
    },
    read: async (run) =>
      collectTestResults({ ...run, folder: place, reports: await readReports(reports, watched.seen) }),
    async close() {
      watched.close();
      await removeFolder(folder);
    },
  };
}

async function writePrograms(folder: string, { PATH = '' }: NodeJS.ProcessEnv): Promise<void> {
  await writeFile(join(folder, preloadName), preloadSource, { mode: 0o444 });
  await writeFile(join(folder, nodeReporterName), nodeReporterSource, { mode: 0o444 });
  await writeFile(join(folder, goProgramName), goProgramSource, { mode: 0o444 });
  for (const [name, source] of Object.entries(launchers(folder, PATH)))
    await writeFile(join(folder, 'bin', name), source, { mode: 0o555 });
  for (const each of [join(folder, 'bin'), folder]) await chmod(each, 0o555);
}

/** Programs that come first on the PATH, for the runners that are installed. */
function launchers(folder: string, path: string): Record<string, string> {
  const absolute = path.split(delimiter).filter(isAbsolute).join(delimiter);
  const [node, go] = [findProgram('node', absolute), findProgram('go', absolute)];
  if (node === undefined) return {};
  return {
    node: nodeLauncherSource(node, preloadOption(join(folder, preloadName))),
    ...(go === undefined ? {} : { go: goLauncherSource(go, node, join(folder, goProgramName)) }),
  };
}

export const writeTestResults = (runFolder: string, key: string, results: TestResults): Promise<Artifact> =>
  writeArtifact(runFolder, `${key}.results.json`, JSON.stringify(results));

/**
 * Notes each report that appears. Every process of pytest writes the same file, so it gets another name at once; the
 * process that writes it does not notice. If the system has no watcher left, a lost report of pytest is found by its
 * summary.
 */
function watchReports(reports: string): { readonly seen: ReadonlySet<string>; close(): void } {
  const seen = new Set<string>();
  let renamed = 0;
  const note = (name: string | null) => {
    if (name === null || runnerOfReport(name) === null || seen.size > maxReports) return;
    if (name !== pytestReport) return void seen.add(name);
    const [from, to] = [join(reports, name), join(reports, `pytest-${renamed + 1}.xml`)];
    if (tryOr(() => renameSync(from, to) ?? true, false, ...unusable)) renamed++;
  };
  const watcher = tryOr<FSWatcher | null>(() => watch(reports, (_, name) => note(name)), null, 'ENOSPC', 'EMFILE');
  watcher?.on('error', () => watcher.close()); // the check removed the folder, so no report can appear
  return { seen, close: () => watcher?.close() };
}

/** Errors after a check replaced the folder or a file in it. */
const unusable = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EISDIR', 'ENOTEMPTY', 'EEXIST', 'ELOOP'];

/** `null` if the folder is gone, replaced or too full. A report that was seen and is gone has no text. */
async function readReports(folder: string, seen: ReadonlySet<string>): Promise<readonly ReportFile[] | null> {
  if (!(await isFolder(folder))) return null;
  await chmod(folder, 0o700); // the check may have taken its permissions away
  const { names, isComplete } = await listReports(folder);
  if (!isComplete) return null;
  const files: ReportFile[] = [];
  let left = maxTotalBytes;
  for (const name of [...new Set([...names, ...seen])].sort()) {
    const text = await readRegularFile(join(folder, name), 'utf8', Math.min(left, maxReportBytes));
    left -= text?.length ?? 0;
    files.push({ name, text });
  }
  return files;
}

async function listReports(folder: string) {
  const names: string[] = [];
  let entries = 0;
  for await (const { name } of await opendir(folder)) {
    if (++entries > maxEntries || names.length > maxReports) return { names, isComplete: false };
    if (runnerOfReport(name) !== null) names.push(name);
  }
  return { names, isComplete: true };
}

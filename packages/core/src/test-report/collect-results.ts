/** Combines the reports and the output of one command into the results of its tests. */
import type { TestCount } from './count.ts';
import { isJunit } from './junit.ts';
import { readTestsPrintedBy } from './printed.ts';
import { readReport } from './read.ts';
import {
  maxTests,
  printedResults,
  type ReportReading,
  readJunitReport,
  readPrintedResults,
  type TestResult,
  type TestResults,
  type TestRunner,
  testRunners,
} from './results.ts';
import { recogniseRunner, runnerOfReport, runnerTable } from './runners.ts';
import { summaries } from './summary.ts';

export interface ReportFile {
  readonly name: string;
  /** `null` if it is gone, no regular file, or beyond the limits. */
  readonly text: string | null;
}

export interface ReportingRun {
  readonly command: string;
  /** The real path of its folder. */
  readonly folder: string;
  /** Without control characters. */
  readonly output: string;
  /** Files in the folder for reports; `null` if the command made the folder unusable. */
  readonly reports: readonly ReportFile[] | null;
  /** Texts of reports that the command wrote by itself. */
  readonly own: readonly string[];
}

export function collectTestResults(run: ReportingRun): TestResults {
  if (run.reports === null) return { isReported: true, runner: recogniseRunner(run.command, run.output), tests: null };
  const readings = run.reports.flatMap((file) => readReportFile(file, run));
  const broken = readings.find(({ reading }) => reading === 'broken');
  if (broken) return { isReported: true, runner: broken.runner, tests: null };
  const missing = readings.find(({ reading }) => reading === 'unfinished')?.runner ?? findLostReport(readings, run);
  if (missing !== null) return { isReported: false, runner: missing, tests: null };
  const [first] = readings;
  if (first === undefined) return readWithoutReport(run);
  const reported = readings.flatMap(({ reading }) => reading as readonly TestResult[]);
  return limited({ isReported: true, runner: first.runner, tests: [...reported, ...printedByOthers(readings, run)] });
}

interface RunnerReading {
  readonly runner: TestRunner;
  readonly reading: ReportReading;
}

function readReportFile({ name, text }: ReportFile, { folder, output }: ReportingRun): readonly RunnerReading[] {
  const runner = runnerOfReport(name);
  const read = runner === null ? null : runnerTable[runner].read;
  if (runner === null || read === null) return []; // not a report
  const folders = { command: folder, paths: runner === 'pytest' ? pytestRoot(output, folder) : folder };
  return [{ runner, reading: text === null ? 'broken' : read(text.replaceAll('\r\n', '\n'), folders) }];
}

/** The paths of pytest are relative to this folder, above or below that of the command; `null` if there are several. */
function pytestRoot(output: string, folder: string): string | null {
  const line = /^rootdir: (\/[^\n]*?)(?:, (?:inifile|configfile|testpaths):[^\n]*)?$/gm;
  const [root = folder, ...others] = new Set([...output.matchAll(line)].map(([, path = '']) => path));
  return others.length === 0 ? root : null;
}

/** Every process of pytest prints a summary. One that ended early, or whose report was replaced, has no report. */
function findLostReport(readings: readonly RunnerReading[], { output }: ReportingRun): TestRunner | null {
  const reports = readings.filter(({ runner }) => runner === 'pytest').length;
  const printed: readonly TestCount[] = summaries.pytest(output);
  return reports > 0 && printed.length > reports ? 'pytest' : null;
}

/** Tests of runners that only print, in a command that also runs one with a report. */
const printedByOthers = (readings: readonly RunnerReading[], { output }: ReportingRun): readonly TestResult[] =>
  testRunners
    .filter((runner) => !readings.some((one) => one.runner === runner))
    .flatMap((runner) => {
      const { printed } = runnerTable[runner];
      return printed === null ? [] : printedResults(readTestsPrintedBy(printed, output));
    });

function readWithoutReport({ command, folder, output, own }: ReportingRun): TestResults {
  const runner = recogniseRunner(command, output);
  const readings = own.filter(isJunit).map((text) => readJunitReport(text, { command: folder, paths: folder }));
  const lists = readings.filter((reading) => typeof reading !== 'string');
  if (lists.length > 0)
    return limited({ isReported: true, runner, tests: lists.length < readings.length ? null : lists.flat() });
  const { read, isMarked } = runner === null ? notAsked : runnerTable[runner];
  if (read === null) return limited({ isReported: false, runner, tests: readPrintedResults(output) });
  const isFinished = readReport(output) !== null;
  return isMarked && isFinished
    ? limited({ isReported: false, runner: null, tests: readPrintedResults(output) })
    : { isReported: false, runner, tests: null };
}

const notAsked = { read: null, isMarked: false };

const limited = (results: TestResults): TestResults =>
  results.tests !== null && results.tests.length > maxTests ? { ...results, tests: null } : results;

/**
 * Reads what the runs of a proof show, test by test.
 *
 *   F1. A witness passes on the change, is red on the base, and ran and failed with the functions of the change emptied.
 *   F2. A file that cannot be loaded makes its tests red on the base, because new code is missing there. With emptied
 *       functions the file exists, so there only a test that ran and failed counts.
 *   F3. Code that should be readable and is not proves nothing: an agent could hide behind a file that no parser reads.
 *   F4. If single tests are unknown, the exit code stands for all tests of a run, and only if no other tests ran.
 *   F5. A test that changes its result between repetitions is flaky: it neither accuses nor proves. One that is steady on the
 *       base and changes its result only against the change accuses it.
 */
import type { TestResult, TestResults } from '../test-report/results.ts';
import { runnerTable } from '../test-report/runners.ts';
import { type RunName, wholeRuns } from './proof-run.ts';

export interface RunResult {
  readonly name: RunName;
  readonly again: number;
  readonly green: boolean;
  /** `null` if the command did not finish, or its results are lost. */
  readonly results: TestResults | null;
}

/** Facts of the change besides its runs. */
export interface ReadOptions {
  /** Only the touched tests ran. */
  readonly isIsolated: boolean;
  /** Touched test files. Without isolation, tests of other files are left out. */
  readonly files: readonly string[];
  /** Touched test files with tests, which the runner should execute. */
  readonly written: readonly string[];
  /** Names of touched tests without an assertion. */
  readonly bare: readonly string[];
  /** Whether functions or values of the change can be emptied; if not, why. */
  readonly emptied: 'yes' | 'no-code' | 'unsupported' | 'unreadable';
  /** Globs of tests that the approved plan changes. */
  isPromised(file: string): boolean;
}

export interface NamedTest {
  readonly name: string;
  readonly file: string | null;
}

export interface ProofFacts {
  readonly witnesses: readonly NamedTest[];
  /** Tests that passed on the change; without them nothing was tested. */
  readonly passed: number;
  readonly redAlone: readonly string[];
  readonly greenOnBase: readonly string[];
  readonly greenEmptied: readonly string[];
  readonly notRunEmptied: readonly string[];
  readonly readsCode: readonly string[];
  readonly notExecuted: readonly string[];
  readonly noAssertion: readonly string[];
  readonly promises: readonly string[];
  readonly weaker: readonly string[];
  readonly flaky: readonly string[];
  readonly isUnreported: boolean;
}

type Colour = 'passed' | 'failed' | 'not-run';

/** The tests of one run by key. */
interface Colours {
  readonly of: (key: string) => Colour;
  readonly keys: readonly string[];
  readonly green: boolean;
}

const nothing: Colours = { of: () => 'not-run', keys: [], green: true };

export function readFacts(runs: readonly RunResult[], options: ReadOptions): ProofFacts {
  const first = (name: RunName) =>
    coloursOf(
      runs.find((run) => run.name === name && run.again === 0),
      options,
    );
  const all = (name: RunName) => runs.filter((run) => run.name === name).map((run) => coloursOf(run, options));
  const change = first('change');
  const passed = change.keys.filter((key) => change.of(key) === 'passed');
  const promises = brokenPromises(all('old-tests'), all('old-tests-base'), options);
  const flaky = [...flakyIn(all('old-tests')), ...flakyIn(all('old-tests-base'))];
  const judged = judgeNewTests(
    passed,
    { base: first('base'), emptied: first('emptied'), blanked: first('blanked'), commented: first('commented') },
    options,
  );
  return {
    ...judged,
    witnesses: [...judged.witnesses, ...repaired(all('whole-base'), all('whole-change'))].map(namedTest),
    passed: passed.length,
    redAlone: change.keys.filter((key) => change.of(key) === 'failed').map(nameOf),
    notExecuted: notExecuted(runs, options),
    noAssertion: passed.map(nameOf).filter((name) => options.bare.some((bare) => endsWithName(name, bare))),
    promises: promises.map(nameOf),
    weaker: [
      ...weakerTests(first('old-tests-emptied'), first('new-tests-emptied')),
      ...lostTests(first('old-tests-emptied'), first('new-tests-emptied'), change, first('base')).filter(
        isOwn(options),
      ),
    ].map(nameOf),
    flaky: [...new Set(flaky)].filter((key) => !promises.includes(key)).map(nameOf),
    isUnreported: isUnreported(runs.find(({ name }) => name === 'change')),
  };
}

function coloursOf(run: RunResult | undefined, { isIsolated, files }: ReadOptions): Colours {
  if (run === undefined) return nothing;
  const tests = run.results?.tests ?? null;
  if (tests === null) {
    const whole = isIsolated
      ? new Map([[wholeRun, run.green ? 'passed' : 'failed'] as const])
      : new Map<string, Colour>(); // F4
    return { of: (key) => whole.get(key) ?? 'not-run', keys: [...whole.keys()], green: run.green };
  }
  const isAll = isIsolated || runsOfAllTests.has(run.name);
  const own = tests.filter(({ file }) => isAll || file === undefined || files.includes(file));
  const colours = new Map<string, Colour>();
  for (const test of own)
    if (test.is !== 'skipped') colours.set(keyOf(test), colours.get(keyOf(test)) === 'failed' ? 'failed' : test.is);
  return { of: (key) => colours.get(key) ?? 'not-run', keys: [...colours.keys()], green: run.green };
}

/** Runs in which untouched tests count too: one of them may be repaired, or its promise broken. */
const runsOfAllTests: ReadonlySet<RunName> = new Set(['whole-base', 'whole-change', 'old-tests', 'old-tests-base']);

const separator = '\0';
/** Stands for all tests of a run without single results. */
const wholeRun = `${separator}all tests of the change`;
const keyOf = ({ file, name }: TestResult) => `${file ?? ''}${separator}${name}`;
const nameOf = (key: string) => key.slice(key.indexOf(separator) + 1);
const fileOf = (key: string) => key.slice(0, key.indexOf(separator));
const namedTest = (key: string): NamedTest => ({ name: nameOf(key), file: fileOf(key) === '' ? null : fileOf(key) });

/** A written name is the last part of the reported one, which starts with its suites. */
const endsWithName = (reported: string, written: string) => reported === written || reported.endsWith(` > ${written}`);

/** Whether a test is in a touched file; other tests are not in every run. */
const isOwn =
  ({ files }: Pick<ReadOptions, 'files'>) =>
  (key: string): boolean =>
    fileOf(key) === '' || files.includes(fileOf(key));

type Judged = Pick<ProofFacts, 'greenOnBase' | 'greenEmptied' | 'notRunEmptied' | 'readsCode'> & {
  readonly witnesses: readonly string[];
};

/** F1, F2. */
function judgeNewTests(
  passed: readonly string[],
  { base, emptied, blanked, commented }: Readonly<Record<'base' | 'emptied' | 'blanked' | 'commented', Colours>>,
  options: Pick<ReadOptions, 'emptied'>,
): Judged {
  const found = new Map(passed.map((key) => [key, judge(key)]));
  const which = (is: ReturnType<typeof judge>) => passed.filter((key) => found.get(key) === is);
  return {
    witnesses: which('witness'),
    greenOnBase: which('green-on-base').map(nameOf),
    greenEmptied: which('green-emptied').map(nameOf),
    notRunEmptied: which('not-run').map(nameOf),
    readsCode: which('reads-code').map(nameOf),
  };
  function judge(key: string) {
    if (base.of(key) === 'passed' || base.green) return 'green-on-base';
    if (commented.of(key) !== 'passed' && !commented.green) return 'reads-code';
    if (options.emptied === 'unreadable') return 'not-run'; // F3
    if (options.emptied === 'unsupported') return 'witness';
    if (options.emptied === 'no-code') return base.of(key) === 'failed' ? 'witness' : 'not-run';
    if (hasFailed(emptied, key) || hasFailed(blanked, key)) return 'witness';
    return emptied.of(key) === 'passed' || blanked.of(key) === 'passed' ? 'green-emptied' : 'not-run';
  }
}

/** A run that is green had no red test, whatever a report says that a test wrote itself. */
const hasFailed = (run: Colours, key: string): boolean => run.of(key) === 'failed' && !run.green;

/** Tests that were red on the base in every run and are green in every run now, in files that the change did not touch. */
function repaired(base: readonly Colours[], change: readonly Colours[]): readonly string[] {
  if (base.length < wholeRuns || change.length < wholeRuns) return [];
  const keys = (base[0] ?? nothing).keys.filter((key) => key !== wholeRun);
  return keys.filter(
    (key) => base.every((run) => run.of(key) === 'failed') && change.every((run) => run.of(key) === 'passed'),
  );
}

/** F5: tests of the base that pass there in every repetition, and fail in one, or never pass, against the change. */
function brokenPromises(
  change: readonly Colours[],
  base: readonly Colours[],
  { isPromised }: Pick<ReadOptions, 'isPromised'>,
): readonly string[] {
  const keys = [...new Set(base.flatMap((run) => run.keys))];
  return keys.filter(
    (key) =>
      change.length > 0 &&
      base.every((run) => run.of(key) === 'passed') &&
      (change.some((run) => hasFailed(run, key)) || change.every((run) => !run.green && run.of(key) !== 'passed')) &&
      !isPromised(fileOf(key)),
  );
}

/** F5. A test that is missing in one repetition only does not count: its file may not have been loaded. */
function flakyIn(runs: readonly Colours[]): readonly string[] {
  const keys = [...new Set(runs.flatMap((run) => run.keys))];
  return keys.filter((key) => new Set(runs.map((run) => run.of(key)).filter((is) => is !== 'not-run')).size > 1);
}

/** Red with the old version and green with the new one, although the product does nothing. */
const weakerTests = (was: Colours, is: Colours): readonly string[] =>
  is.keys.filter(
    (key) =>
      is.of(key) === 'passed' &&
      (was.of(key) === 'failed' || (was.of(key) === 'not-run' && !was.green && was.keys.length === 0)),
  );

/**
 * Tests of the base that noticed something, and that do not run any more although the product kept its promise. Another
 * test replaces one of them if it notices old code, too.
 */
function lostTests(was: Colours, is: Colours, change: Colours, base: Colours): readonly string[] {
  if (change.keys.length === 0) return [];
  const lost = was.keys.filter((key) => was.of(key) === 'failed' && change.of(key) === 'not-run');
  const unloaded = new Set(lost.map(fileOf).filter((file) => !is.keys.some((key) => fileOf(key) === file)));
  const isNew = (key: string) => was.of(key) === 'not-run' && !hasFailed(base, key);
  const replacing = change.keys.filter(
    (key) => change.of(key) === 'passed' && isNew(key) && (is.of(key) === 'failed' || unloaded.has(fileOf(key))),
  );
  return lost.length > replacing.length ? lost : [];
}

/** Tests that usually have a command of their own: that they did not run here says nothing. */
const hasOtherCommand = /(?:^|\/)(?:e2e|cypress|playwright|integration|acceptance)\/|[.-](?:e2e|cy|pw)\.\w+$/;

/** Files with tests of which the runner, which names files, reported none. */
function notExecuted(runs: readonly RunResult[], { written }: Pick<ReadOptions, 'written'>): readonly string[] {
  const change = runs.find(({ name }) => name === 'change')?.results;
  const tests = change?.tests ?? null;
  if (!change?.isReported || tests === null) return [];
  const namesFiles = tests.length === 0 || tests.some(({ file }) => file !== undefined);
  if (!namesFiles) return [];
  return written.filter((path) => !hasOtherCommand.test(path) && !tests.some(({ file }) => file === path));
}

/** A runner that writes reports was green, and its report is missing or broken. */
function isUnreported(change: RunResult | undefined): boolean {
  const results = change?.results ?? null;
  if (!change?.green || results === null || results.runner === null) return false;
  return results.tests === null && runnerTable[results.runner].read !== null;
}

/** Operations of a proof: they write the variants of a change as commits, and read what the runs of the tests show. */
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { ProofFacts, ReadOptions } from '../trust/facts.ts';
import type { LineRange, StrykerProblem } from '../trust/plan-stryker.ts';
import type { DoneRun, RunName } from '../trust/proof-run.ts';
import type { TriedMutants } from '../trust/stryker-report.ts';
import type { WorkKind } from '../trust/work-kind.ts';
import { operationsOf } from './operation.ts';

const proofOperation = operationsOf('proof', 'git.failed');

export interface PrepareProofArgs {
  readonly base: string;
  readonly change: string;
  /** The commands of the round, in their order. */
  readonly checks: readonly string[];
  /** The end-to-end command, in place of the commands that run tests. */
  readonly e2e?: string;
  readonly testFiles?: readonly string[];
  readonly kind: WorkKind | null;
  /** Leaves out the tests that the change does not concern. */
  readonly isIsolated: boolean;
  /** Maximum number of mutants. */
  readonly mutants: number;
  /** Globs of tests that the approved plan changes. */
  readonly changes?: readonly string[];
}

/** One small edit of an added line, written as a commit. */
export interface PreparedMutant {
  readonly commit: string;
  /** `file:line: was → is`. */
  readonly edit: string;
}

/** A run of Stryker on the asked lines. */
export interface PreparedStryker {
  readonly commit: string;
  readonly command: string;
  readonly ranges: readonly LineRange[];
}

/** The variants of a change. Lists of names are short; the diff has everything. */
export interface ProofPlan {
  readonly isEmpty: boolean;
  /** Changed files that are no documents, the first few. */
  readonly others: readonly string[];
  readonly touchedTests: readonly string[];
  /** Touched files that support tests, such as expected results, the first few. Absent in older runs. */
  readonly testData?: readonly string[];
  /** Added lines of the product that read a variable of a test runner, the first few. */
  readonly readsRunner: readonly string[];
  /** Touched test files that contain tests. */
  readonly written: readonly string[];
  /** Names of touched tests without an assertion. */
  readonly bare: readonly string[];
  /** The command that runs the tests; `null` if no check does. */
  readonly command: string | null;
  readonly commits: Readonly<Partial<Record<RunName, string>>>;
  readonly emptied: ReadOptions['emptied'];
  /** Endings of changed files whose code cannot be emptied or mutated. */
  readonly unsupported: readonly string[];
  /** Changed files in supported languages that could not be read, the first few. */
  readonly unreadable: readonly string[];
  readonly mutants: readonly PreparedMutant[];
  /** Runs before `mutants`, and replaces them if it succeeds. Absent if the base has no Stryker. */
  readonly stryker?: PreparedStryker | { readonly problem: StrykerProblem };
  /** Diff of the touched tests, as evidence for a question; `null` if none was touched. */
  readonly diff: Artifact | null;
}

export const prepareProof = proofOperation<PrepareProofArgs, ProofPlan>('prepare', [
  {
    isEmpty: false,
    others: ['a.ts'],
    touchedTests: ['a.test.ts'],
    readsRunner: [],
    written: ['a.test.ts'],
    bare: [],
    command: 'npm test',
    commits: {
      change: 'v1',
      base: 'v2',
      emptied: 'v3',
      blanked: 'v4',
      'old-tests': 'v5',
      'old-tests-base': 'v6',
      'whole-base': 'w0',
      'whole-change': 'w1',
    },
    emptied: 'yes',
    unsupported: [],
    unreadable: [],
    mutants: [
      { commit: 'v8', edit: 'a.ts:1: < → <=' },
      { commit: 'v9', edit: 'a.ts:2: + → -' },
    ],
    diff: sampleArtifact,
  },
  {
    isEmpty: true,
    others: [],
    touchedTests: [],
    readsRunner: [],
    written: [],
    bare: [],
    command: null,
    commits: {},
    emptied: 'no-code',
    unsupported: [],
    unreadable: [],
    mutants: [],
    diff: null,
  },
  {
    isEmpty: false,
    others: ['a.ts'],
    touchedTests: [],
    readsRunner: [],
    written: [],
    bare: [],
    command: null,
    commits: {},
    emptied: 'no-code',
    unsupported: [],
    unreadable: [],
    mutants: [],
    diff: null,
  },
  {
    isEmpty: false,
    others: ['a.ts'],
    touchedTests: ['a.test.ts'],
    readsRunner: [],
    written: ['a.test.ts'],
    bare: [],
    command: 'npm test',
    commits: { change: 'v1', base: 'v2' },
    emptied: 'no-code',
    unsupported: [],
    unreadable: [],
    mutants: [{ commit: 'v8', edit: 'a.ts:1: < → <=' }],
    stryker: {
      commit: 's1',
      command: 'node_modules/.bin/stryker run stryker.harness.json',
      ranges: [{ path: 'a.ts', from: 1, to: 2 }],
    },
    diff: null,
  },
  {
    isEmpty: false,
    others: ['a.ts'],
    touchedTests: ['a.test.ts'],
    readsRunner: [],
    written: ['a.test.ts'],
    bare: [],
    command: 'npm test',
    commits: { change: 'v1', base: 'v2' },
    emptied: 'no-code',
    unsupported: [],
    unreadable: [],
    mutants: [],
    stryker: {
      commit: 's1',
      command: 'node_modules/.bin/stryker run stryker.harness.json',
      ranges: [{ path: 'a.ts', from: 1, to: 2 }],
    },
    diff: null,
  },
]);

/** Reads the report of Stryker, which a check took from its room; `null` if it says nothing. */
export const readMutants = proofOperation<
  { readonly report: Artifact; readonly ranges: readonly LineRange[]; readonly count: number },
  TriedMutants | null
>('mutants', [{ tried: 2, survivors: [] }, { tried: 2, survivors: ['a.ts:1: < → <=', 'a.ts:2: + → -'] }, null]);

/** Reads the results of the runs of this proof. */
export const compareRuns = proofOperation<
  {
    readonly plan: Pick<ProofPlan, 'touchedTests' | 'written' | 'bare' | 'emptied'>;
    readonly isIsolated: boolean;
    readonly done: readonly DoneRun[];
    /** Globs of tests that the approved plan changes. */
    readonly changes: readonly string[];
    /** Test files whose witnesses are listed first. */
    readonly acceptance?: readonly string[];
  },
  ProofFacts
>('compare', [
  {
    witnesses: [{ name: 'adds', file: 'a.test.ts' }],
    passed: 1,
    redAlone: [],
    greenOnBase: [],
    greenEmptied: [],
    notRunEmptied: [],
    readsCode: [],
    notExecuted: [],
    noAssertion: [],
    promises: [],
    weaker: [],
    flaky: [],
    isUnreported: false,
  },
  {
    witnesses: [],
    passed: 1,
    redAlone: [],
    greenOnBase: ['adds'],
    greenEmptied: [],
    notRunEmptied: [],
    readsCode: [],
    notExecuted: [],
    noAssertion: [],
    promises: ['subtracts'],
    weaker: [],
    flaky: [],
    isUnreported: false,
  },
  {
    witnesses: [],
    passed: 1,
    redAlone: [],
    greenOnBase: ['adds'],
    greenEmptied: [],
    notRunEmptied: [],
    readsCode: [],
    notExecuted: [],
    noAssertion: [],
    promises: [],
    weaker: [],
    flaky: [],
    isUnreported: false,
  },
]);

/**
 * Operations of the issue loop: subsystem specs, the change of a group, the repository's commit hooks, and undoing work.
 *
 * Everything is read from a commit that the harness made or that was there before, never from files that an agent left.
 */
import type { LoopState } from '../issue-loop/document.ts';
import type { Marker } from '../issue-loop/markers.ts';
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { Lane } from './git.ts';
import { operationsOf } from './operation.ts';

const issuesOperation = operationsOf('issues', 'git.failed');
/** Operations that read specs. */
const specOperation = operationsOf('issues', 'git.failed', 'subsystems.broken');

/** A rule of a subsystem. With a command the harness proves it, else a reviewer judges it. */
export interface Invariant {
  /** `<system>/<subsystem>#<id>`: unique in the repository. */
  readonly id: string;
  readonly text: string;
  readonly command?: string;
}

export const subsystemParts = ['primary', 'consumer', 'provider'] as const;
export type SubsystemPart = (typeof subsystemParts)[number];

export interface SubsystemFacts {
  /** `<system>/<subsystem>`. */
  readonly id: string;
  readonly as: SubsystemPart;
  readonly invariants: readonly Invariant[];
  readonly tier0: readonly string[];
  readonly tier1: readonly string[];
  /** Names of skills with the condition for their use. */
  readonly skills: readonly string[];
}

const invariant: Invariant = { id: 'app/core#INV-1', text: 'sums are exact', command: 'npm run sums' };
const subsystem: SubsystemFacts = {
  id: 'app/core',
  as: 'primary',
  invariants: [invariant, { id: 'app/core#INV-2', text: 'no global state' }],
  tier0: ['npm test'],
  tier1: ['npm run test:all'],
  skills: [],
};

/**
 * Reads the specs of a commit for the planner: an index of all subsystems, and the full specs of those that the issue names
 * or whose files it names, with their dependents and dependencies (I-24, I-25).
 */
export const indexSubsystems = specOperation<
  { readonly commit: string; readonly issue: Artifact },
  { readonly index: Artifact; readonly count: number }
>('index-subsystems', [
  { index: sampleArtifact, count: 2 },
  { index: sampleArtifact, count: 0 },
]);

export interface PlannedGroup {
  /** Globs or paths. */
  readonly files: readonly string[];
  /** Ids of invariants, as the planner wrote them. */
  readonly invariants: readonly string[];
}

export interface GroupFacts {
  readonly files: readonly string[];
  /** Ids of the subsystems that own its files. */
  readonly subsystems: readonly string[];
  readonly invariants: readonly Invariant[];
  /** Commands of the first test tier of its subsystems. */
  readonly tier0: readonly string[];
}

export type ResolvedPlan =
  | {
      readonly is: 'resolved';
      readonly subsystems: readonly SubsystemFacts[];
      readonly groups: readonly GroupFacts[];
      /** Files without a spec, recent fixes, known gaps and cascades (I-28). */
      readonly warnings: readonly string[];
    }
  /** Sentences for the planner's repair: unknown subsystems or invariants, files outside the blast radius. */
  | { readonly is: 'unresolved'; readonly problems: readonly string[] };

const group: GroupFacts = {
  files: ['src/a.ts'],
  subsystems: ['app/core'],
  invariants: [invariant],
  tier0: ['npm test'],
};

/** Resolves a plan against the specs of a commit. The specs decide who is consumer and provider, not the planner. */
export const resolvePlan = specOperation<
  {
    readonly commit: string;
    readonly subsystems: readonly { readonly id: string; readonly as: SubsystemPart }[];
    /** Globs of the whole change: the blast radius of the plan. */
    readonly files: readonly string[];
    readonly groups: readonly PlannedGroup[];
  },
  ResolvedPlan
>('resolve-plan', [
  { is: 'resolved', subsystems: [subsystem], groups: [group], warnings: [] },
  { is: 'resolved', subsystems: [subsystem], groups: [group, group], warnings: ['src/b.ts: no spec'] },
  { is: 'unresolved', problems: ['no subsystem app/x'] },
]);

export interface ReviewScope {
  readonly files: readonly string[];
  readonly subsystems: readonly string[];
  /** Of all affected subsystems. */
  readonly invariants: readonly Invariant[];
  readonly tier1: readonly string[];
  /** Files without a subsystem, new dependencies, changes of a public API (IO-16). */
  readonly warnings: readonly string[];
  readonly diff: Artifact;
}

/** Maps the files of the committed groups to subsystems (I-41, I-42). The specs are those of `base`. */
export const scopeReview = specOperation<{ readonly base: string; readonly head: string }, ReviewScope>(
  'scope-review',
  [
    {
      files: ['src/a.ts'],
      subsystems: ['app/core'],
      invariants: subsystem.invariants,
      tier1: ['npm run test:all'],
      warnings: [],
      diff: sampleArtifact,
    },
    { files: ['x'], subsystems: [], invariants: [], tier1: [], warnings: ['x: no spec'], diff: sampleArtifact },
  ],
);

/** Returns the ids whose evidence names no `path:line` that exists in the commit. */
export const checkEvidence = issuesOperation<
  {
    readonly commit: string;
    readonly claims: readonly { readonly id: string; readonly evidence: string }[];
  },
  { readonly missing: readonly string[] }
>('check-evidence', [{ missing: [] }, { missing: ['app/core#INV-2'] }]);

export interface GroupChange {
  readonly changed: readonly string[];
  /** Changed files that no glob of the group names. */
  readonly outside: readonly string[];
  readonly diff: Artifact;
}

/** Compares the saved files of a group with its planned files (I-66). */
export const surveyGroup = issuesOperation<
  { readonly lane: Lane; readonly checkpoint: string; readonly files: readonly string[] },
  GroupChange
>('survey-group', [
  { changed: ['src/a.ts'], outside: [], diff: sampleArtifact },
  { changed: ['src/a.ts', 'src/z.ts'], outside: ['src/z.ts'], diff: sampleArtifact },
  { changed: [], outside: [], diff: sampleArtifact },
]);

export type HookReport =
  /** `checkpoint` and `message`: as the hooks left them. */
  | { readonly is: 'green'; readonly checkpoint: string; readonly message: string }
  | { readonly is: 'red'; readonly hook: string; readonly log: Artifact }
  /** A hook changed files outside the group. */
  | { readonly is: 'outside'; readonly hook: string; readonly files: readonly string[] };

/**
 * Runs the repository's own `pre-commit` and `commit-msg` hooks in the box of a check, on a copy of the saved files (I-65).
 * Without hooks it is green.
 */
export const runCommitHooks = issuesOperation<
  {
    readonly lane: Lane;
    readonly checkpoint: string;
    readonly message: string;
    readonly files: readonly string[];
    readonly timeoutMs: number;
  },
  HookReport
>('run-commit-hooks', [
  { is: 'green', checkpoint: 'c2', message: 'feat: x' },
  { is: 'red', hook: 'pre-commit', log: sampleArtifact },
  { is: 'outside', hook: 'pre-commit', files: ['src/z.ts'] },
]);

/** Keeps the uncommitted files of a group under a ref, and takes them out of the checkout (I-38). */
export const takeOutGroup = issuesOperation<
  { readonly lane: Lane; readonly checkpoint: string },
  { readonly kept: string | null }
>('take-out-group', [{ kept: 'refs/harness/kept/1' }, { kept: null }], ['git.failed', 'git.branch-moved']);

export type ResetReport =
  | { readonly is: 'reset'; readonly kept: string | null }
  /** Commits (oldest first) or files of others: only a person decides. Of very many files only the folders, as `x/`. */
  | { readonly is: 'foreign'; readonly commits: readonly string[]; readonly files: readonly string[] };

/**
 * Moves the branch back to the commit before the issue (I-47, I-48), after it kept the commits and files under a ref. With
 * `despite`, a person agreed to the shown commits and files of others. Uncommitted files are those of the run if it saved
 * them with this content.
 */
export const resetIssue = issuesOperation<
  {
    readonly lane: Lane;
    readonly to: string;
    /** The commits of this issue, oldest first. */
    readonly own: readonly string[];
    readonly despite?: { readonly commits: readonly string[]; readonly files: readonly string[] };
    /** Files of the loop in the checkout, such as its state file: never touched or reported. `x/` is a folder. */
    readonly leaves?: readonly string[];
  },
  ResetReport
>(
  'reset-issue',
  [
    { is: 'reset', kept: 'refs/harness/kept/1' },
    { is: 'foreign', commits: ['f1'], files: [] },
  ],
  ['git.failed', 'git.branch-moved'],
);

/** Reads whether a person asked the loop to stop, in the state file. */
export const readLoopSignal = issuesOperation<Record<never, never>, { readonly active: boolean }>('read-loop-signal', [
  { active: true },
  { active: false },
]);

/** A turn of an agent in a conversation, as its Stop hook receives it. */
export interface AgentTurn {
  /** The same for the same turn: it is a hash of its text and its transcript. */
  readonly id: string;
  /** Start of the process that received it. */
  readonly startedAtMs: number;
  readonly marker: Marker | null;
  /** What the agent wrote into the state file itself (I-21, I-55, I-56); `null` if the file is as the run shows it. */
  readonly noted: Pick<LoopState, 'currentIssue' | 'skipped' | 'friction'> | null;
}

const noted = { currentIssue: null, skipped: ['A-7'], friction: [] };
const turn = (id: string, marker: Marker | null): ReadTurn => ({
  is: 'turn',
  turn: { id, startedAtMs: 1, marker, noted: null },
});

export type ReadTurn =
  | { readonly is: 'turn'; readonly turn: AgentTurn }
  /** This process is no Stop hook. */
  | { readonly is: 'none' };

/** Reads the turn with which the Stop hook was called. Another process has none. */
export const readTurn = issuesOperation<Record<never, never>, ReadTurn>(
  'read-turn',
  [
    turn('t1', null),
    turn('t2', { is: 'complete', issue: 'A-1' }),
    turn('t3', { is: 'failed', issue: 'A-2' }),
    turn('t4', { is: 'failed', issue: 'A-3' }),
    turn('t5', { is: 'failed', issue: 'A-4' }),
    turn('t6', { is: 'pause', issue: 'A-5' }),
    turn('t7', { is: 'stop' }),
    turn('t8', { is: 'done' }),
    { is: 'turn', turn: { id: 't1', startedAtMs: 3, marker: null, noted } },
    { is: 'none' },
  ],
  [],
);

export type ToldTurn =
  /** `atMs`: when the answer was complete. */
  | { readonly is: 'told'; readonly atMs: number }
  /** The conversation has gone on, or this process is no Stop hook. */
  | { readonly is: 'unheard' };

/** Answers the Stop hook of a turn: the agent goes on with the next issue (IO-12). */
export const tellTurn = issuesOperation<
  { readonly turn: string; readonly iteration: number; readonly maxIterations: number; readonly failures: number },
  ToldTurn
>('tell-turn', [{ is: 'told', atMs: 2 }, { is: 'unheard' }], []);

export interface DiscoveredPattern {
  readonly name: string;
  readonly seen: number;
  readonly proposal: 'skill' | 'command' | 'hook';
  readonly text: string;
}

/** Writes the patterns of a discovery pass into `compound-discoveries/` (IO-07, IO-17), once. */
export const writeDiscovery = issuesOperation<
  { readonly iteration: number; readonly patterns: readonly DiscoveredPattern[] },
  { readonly file: string | null }
>(
  'write-discovery',
  [{ file: 'compound-discoveries/2026-01-01-x.md' }, { file: null }],
  ['git.failed', 'path.outside'],
);

export const issuesOperations = {
  indexSubsystems,
  resolvePlan,
  scopeReview,
  checkEvidence,
  surveyGroup,
  runCommitHooks,
  takeOutGroup,
  resetIssue,
  readLoopSignal,
  readTurn,
  tellTurn,
  writeDiscovery,
};

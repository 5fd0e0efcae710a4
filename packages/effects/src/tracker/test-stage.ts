/** A tracker, people who use it at the same time, and runs that perform effects on it, for tests. */
import { join } from 'node:path';
import type { Outcome } from '@harness/core/failure/failure';
import type { Artifact } from '@harness/core/journal/artifact';
import type { Effect } from '@harness/core/machine/machine';
import type { IssuePriority, TrackerScope } from '@harness/core/tracker/issue';
import { readArtifact } from '../artifact/store.ts';
import { trackerPerformer } from './performer.ts';
import type { HasRunEnded, Tracker } from './tracker.ts';

export interface NewTestIssue {
  readonly title: string;
  /** `null`: the issue has no body. */
  readonly body?: string | null;
  readonly priority?: IssuePriority;
  /** Default: the label of the scope. */
  readonly labels?: readonly string[];
  readonly blockedBy?: readonly string[];
  /** Belongs to another project than the scope. */
  readonly isElsewhere?: true;
  /** Minutes after the first possible time; default: the number of the issue. */
  readonly minute?: number;
}

export interface IssueFacts {
  readonly status: 'open' | 'in progress' | 'done' | 'cancelled';
  readonly title: string;
  readonly labels: readonly string[];
  readonly comments: readonly string[];
}

type Now<Value> = Value | Promise<Value>;

/** Actions of people, implemented per tracker. */
export interface TrackerPeople {
  add(issue: NewTestIssue): Now<string>;
  close(id: string, as: 'done' | 'cancelled'): Now<void>;
  /** Opens a closed issue, or takes back the status in progress. */
  reopen(id: string): Now<void>;
  /** Takes away the label of the scope. */
  unlabel(id: string): Now<void>;
  /** Moves it to another project or repository. */
  move(id: string): Now<void>;
  edit(id: string, to: { readonly title?: string; readonly body?: string }): Now<void>;
  comment(id: string, text: string): Now<void>;
  remove(id: string): Now<void>;
  /** `null` if the issue is gone. */
  look(id: string): Now<IssueFacts | null>;
  /** Number of issues of the project. */
  count(): Now<number>;
}

interface Performing {
  /** Another key is another effect. */
  readonly key?: string;
  /** Another run is another harness. */
  readonly run?: string;
  /** An earlier try of the same effect failed or died. */
  readonly isRetry?: boolean;
  readonly signal?: AbortSignal;
}

export interface TrackerStage {
  readonly scope: TrackerScope;
  readonly people: TrackerPeople;
  /** Runs that have ended; other runs live. A run whose name starts with `foreign` is unknown. */
  readonly ended: Set<string>;
  readonly skipped: string[];
  perform(effect: Effect, how?: Performing): Promise<Outcome<unknown>>;
  textOf(artifact: Artifact): string;
  /** Cuts the nth write from now on, before or after it happened. */
  cut(nth: number, when: 'before' | 'after'): void;
  /** Whether the write was cut. */
  isCut(): boolean;
  /** Number of requests so far; `undefined` if the tracker needs none. */
  requests?(): number;
}

interface Parts extends Pick<TrackerStage, 'scope' | 'people' | 'cut' | 'isCut'> {
  readonly folder: string;
  /** A new one per process: each run has its own. */
  tracker(hasRunEnded: HasRunEnded): Promise<Tracker>;
  requests?(): number;
}

export function trackerStage({ folder, tracker, ...parts }: Parts): TrackerStage {
  const [ended, skipped] = [new Set<string>(), [] as string[]];
  const hasRunEnded: HasRunEnded = async (run) => (run.startsWith('foreign') ? null : ended.has(run));
  const runFolder = (run: string) => join(folder, 'runs', run);
  const performers = new Map<string, ReturnType<typeof trackerPerformer>>();
  return {
    ...parts,
    ended,
    skipped,
    textOf: (artifact) => readArtifact(runFolder('run-1'), artifact, 64 * 1024 * 1024),
    async perform({ input }, { key = '1/x', run = 'run-1', isRetry = false, signal } = {}) {
      const performer = performers.get(run) ?? trackerPerformer({ tracker: () => tracker(hasRunEnded), runFolder });
      performers.set(run, performer);
      const { outcome } = await performer.perform(input, {
        run,
        key,
        interrupted: isRetry,
        earlier: undefined,
        signal: signal ?? new AbortController().signal,
        allowances: () => [],
        note: async (code, params) => void skipped.push(`${code} ${Object.values(params).join(' ')}`),
        report: () => {},
      });
      return outcome;
    },
  };
}

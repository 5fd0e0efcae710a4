/** The states of the loop: it takes one issue after the other, counts, and ends. */
import type { DiscoveredPattern } from '../../effects/issues.ts';
import type { Failure } from '../../failure/failure.ts';
import { defineStep } from '../../machine/machine.ts';
import type { PickedIssue } from '../../tracker/issue.ts';
import type { IssueRecord } from './issue/job.ts';
import type { LoopCounters } from './record/loop.ts';
import type { IssuesSettings } from './settings.ts';

export interface IssuesJob {
  readonly settings: IssuesSettings;
  /** Counters of an earlier run or of a state file. */
  readonly counters: LoopCounters;
  /** Set if the state file says that the loop is not active: a person decides whether it starts again (I-13). */
  readonly asks?: true;
}

export interface Loop {
  readonly settings: IssuesSettings;
  readonly counters: LoopCounters;
  /** Issues that another run has, that a person changed, or that this run opened: it does not pick them. */
  readonly left: readonly string[];
  /** Changes of a resume, from the next state on: another input would start a waiting question or issue again. */
  readonly later?: ChangedSettings;
}

export type ChangedSettings = Partial<Pick<IssuesSettings, 'attended' | 'max'>>;

export interface WithIssue extends Loop {
  readonly issue: PickedIssue;
}

export type IssuesState =
  | (Loop & { readonly at: 'asking-loop' })
  | (Loop & { readonly at: 'opening' })
  | (Loop & { readonly at: 'checking-base'; readonly commit: string })
  | (Loop & { readonly at: 'reading-signal' })
  | (Loop & { readonly at: 'finding' })
  | (WithIssue & { readonly at: 'claiming' })
  | (WithIssue & { readonly at: 'working'; readonly progress?: IssueRecord })
  | (Loop & { readonly at: 'discovering' })
  | (Loop & { readonly at: 'writing-patterns'; readonly patterns: readonly DiscoveredPattern[] })
  /** Waits for the next start: the context is full, or a person stopped. */
  | (Loop & { readonly at: 'halted'; readonly onto: RestingLoop })
  | IssuesResult;

export type RestingLoop = Extract<IssuesState, { readonly at: 'checking-base' | 'working' }>;

/** The counters of a failed loop are in the state before it. */
export type IssuesResult =
  /** No issue is left. */
  | (Loop & { readonly at: 'done' })
  /** A person asked the loop to stop. */
  | (Loop & { readonly at: 'left' })
  /** The largest number of issues is reached. */
  | (Loop & { readonly at: 'spent' })
  /** Three failures in a row. */
  | (Loop & { readonly at: 'given-up' })
  /** A person chose not to start it. */
  | (Loop & { readonly at: 'declined' })
  | { readonly at: 'failed'; readonly because: Failure };

export const loopStep = defineStep<IssuesState>();

export const loopParts = ({ settings, counters, left, later }: Loop): Loop => ({
  settings: { ...settings, ...later },
  counters,
  left,
});

export const loopFailed = (because: Failure): Extract<IssuesResult, { at: 'failed' }> => ({ at: 'failed', because });

/** Options of the `agent` performer. */

import type { Workplace } from '@harness/core/effects/agent';
import type { Outcome } from '@harness/core/failure/failure';
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { Role } from '@harness/core/role/role';
import type { LaneSnapshot } from '../git/lane/lane-snapshot.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { CallTimeouts } from './call-timers.ts';
import type { Provider } from './provider.ts';
import type { Recorder } from './record/recorder.ts';

export interface RoleAgent {
  readonly provider: Provider;
  readonly model: string | undefined;
  /** True if the configuration of this role or a flag names the model, which overrides the workflow's preference. */
  readonly insists: boolean;
  readonly limits: CallTimeouts;
}

export interface AgentOptions {
  agentFor(role: string): RoleAgent;
  readonly roles: Readonly<Record<string, Role<never, unknown>>>;
  /** Absolute root of the target repository. */
  readonly repo: string;
  /** Absolute folder of a run. */
  runFolder(run: string): string;
  /** Journals of a run and its relatives, the root first. */
  family(run: string): Promise<readonly RunJournal[]>;
  /** Takes a snapshot before a read-only call; `null` if git cannot list the files. */
  look(workplace: Workplace): Promise<LaneSnapshot | null>;
  /** `undefined` if calls run without a sandbox. */
  readonly sandbox?: Pick<Sandbox, 'canary' | 'forAgent'> | undefined;
  /** Keeps the changes of an earlier try under a ref and restores the checkpoint. Returns the ref; `null` if none. */
  restore(
    workplace: Workplace,
    effect: { readonly run: string; readonly key: string },
  ): Promise<Outcome<string | null>>;
  /** Folder of the context files, relative to the repository; default none. */
  readonly contextDir?: string;
  /** Records the run as a script; `undefined` if it is not recorded. */
  readonly recorder?: Recorder | undefined;
}

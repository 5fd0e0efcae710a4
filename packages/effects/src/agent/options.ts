/** What whoever performs `agent` is given. */

import type { Workplace } from '@harness/core/effects/agent';
import type { Outcome } from '@harness/core/failure/failure';
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { Role } from '@harness/core/role/role';
import type { LaneSnapshot } from '../git/lane/lane-snapshot.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { CallTimeouts } from './call-timers.ts';
import type { Provider } from './provider.ts';
import type { Recorder } from './record/recorder.ts';

/** Who answers a role, and what ends a call of it. */
export interface RoleAgent {
  readonly provider: Provider;
  readonly model: string | undefined;
  /** The model was named for this role, or by a flag: what the workflow would like does not count against it. */
  readonly insists: boolean;
  readonly limits: CallTimeouts;
}

export interface AgentOptions {
  agentFor(role: string): RoleAgent;
  readonly roles: Readonly<Record<string, Role<never, unknown>>>;
  /** The absolute root of the target repository. */
  readonly repo: string;
  /** The absolute folder of a run. */
  runFolder(run: string): string;
  /** The journals of a run and its relatives, the root first. */
  family(run: string): Promise<readonly RunJournal[]>;
  /** What the files of a workplace are before somebody comes who may only read; nothing where git cannot tell. */
  look(workplace: Workplace): Promise<LaneSnapshot | null>;
  /** What the program of a call runs in; nothing where there is no sandbox. */
  readonly sandbox?: Pick<Sandbox, 'canary' | 'forAgent'> | undefined;
  /** Keeps what an earlier try wrote, brings the folder back to its checkpoint, and answers with the ref, if there was anything. */
  restore(
    workplace: Workplace,
    effect: { readonly run: string; readonly key: string },
  ): Promise<Outcome<string | null>>;
  /** Where people drop context for agents, relative to the repository; nowhere when it is not said. */
  readonly contextDir?: string;
  /** Who writes the run down as a script. */
  readonly recorder?: Recorder | undefined;
}

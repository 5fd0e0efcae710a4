/** Finds the provider session that a call continues, from the sessions and outcomes in the journal. */

import type { AgentInput } from '../effects/agent.ts';
import { type Checkpoint, checkpoint } from '../effects/git.ts';
import type { OperationInput } from '../effects/operation.ts';
import type { Artifact } from '../journal/artifact.ts';
import type { Entry } from '../journal/journal.ts';

export interface ResumableSession {
  readonly key: string;
  readonly provider: string;
  /** The answer of this call was unreadable: it is repaired in the same session. */
  readonly isRepair: boolean;
  /** The role continues the session of its last successful call in the same place. */
  readonly resumes: boolean;
}

/** `null` if the call starts a new session. `entries` are those of its run. */
export function findResumableSession(
  entries: readonly Entry[],
  { key, provider, isRepair, resumes }: ResumableSession,
): string | null {
  const inputs = agentInputs(entries);
  const own = inputs.get(key);
  const isEarlier = (other: string) => {
    const input = inputs.get(other);
    return other !== key && input?.role === own?.role && input?.workplace.cwd === own?.workplace.cwd;
  };
  const succeeded = entries.flatMap((entry) =>
    entry.type === 'answered' && entry.outcome.ok && isEarlier(entry.key) ? [entry.key] : [],
  );
  const from = isRepair ? key : resumes ? succeeded.at(-1) : undefined;
  return from === undefined ? null : sessionOf(entries, from, provider);
}

/** By key: a search per answer would be quadratic. */
const agentInputs = (entries: readonly Entry[]): ReadonlyMap<string, AgentInput> =>
  new Map(
    entries.flatMap((entry) =>
      entry.type === 'asked' && entry.effect.kind === 'agent'
        ? [[entry.key, entry.effect.input as AgentInput] as const]
        : [],
    ),
  );

/** Only the provider of a session knows it. */
function sessionOf(entries: readonly Entry[], key: string, provider: string): string | null {
  const started = entries.findLast(
    (entry) => entry.type === 'noted' && entry.code === 'agent.started' && entry.key === key,
  );
  if (started?.type !== 'noted' || started.params['provider'] !== provider) return null;
  const session = started.params['session'];
  return session === undefined ? null : String(session);
}

/** The diff of the last checkpoint: a call that lost its session needs it again. */
export function savedDiff(entries: readonly Entry[]): Artifact | null {
  const keys = new Set(
    entries.flatMap((entry) => (entry.type === 'asked' && isCheckpoint(entry.effect) ? [entry.key] : [])),
  );
  const saved = entries.findLast((entry) => entry.type === 'answered' && entry.outcome.ok && keys.has(entry.key));
  return saved?.type === 'answered' && saved.outcome.ok ? (saved.outcome.value as Checkpoint).diff : null;
}

const isCheckpoint = ({ kind, input }: { readonly kind: string; readonly input: unknown }) =>
  kind === checkpoint.kind && (input as OperationInput).op === checkpoint.op;

/** Which conversation a call goes on with: the journal says who was asked in which session, and how it ended. */

import type { AgentInput } from '../effects/agent.ts';
import { type Checkpoint, checkpoint } from '../effects/git.ts';
import type { OperationInput } from '../effects/operation.ts';
import type { Artifact } from '../journal/artifact.ts';
import type { Entry } from '../journal/journal.ts';

export interface ResumableSession {
  readonly key: string;
  readonly provider: string;
  /** The answer of this very call could not be read: it is repaired where it was given. */
  readonly isRepair: boolean;
  /** The role works on in the same place: its newest call there that succeeded is gone on with. */
  readonly resumes: boolean;
}

/** Nothing when the call begins a conversation of its own. `entries` are those of its run. */
export function findResumableSession(
  entries: readonly Entry[],
  { key, provider, isRepair, resumes }: ResumableSession,
): string | null {
  const own = inputOf(entries, key);
  const isEarlier = (other: string) => {
    const input = inputOf(entries, other);
    return other !== key && input?.role === own?.role && input?.workplace.cwd === own?.workplace.cwd;
  };
  const succeeded = entries.flatMap((entry) =>
    entry.type === 'answered' && entry.outcome.ok && isEarlier(entry.key) ? [entry.key] : [],
  );
  const from = isRepair ? key : resumes ? succeeded.at(-1) : undefined;
  return from === undefined ? null : sessionOf(entries, from, provider);
}

const inputOf = (entries: readonly Entry[], key: string): AgentInput | undefined => {
  const asked = entries.find((entry) => entry.type === 'asked' && entry.key === key && entry.effect.kind === 'agent');
  return asked?.type === 'asked' ? (asked.effect.input as AgentInput) : undefined;
};

/** A session belongs to its provider: another one does not know it. */
function sessionOf(entries: readonly Entry[], key: string, provider: string): string | null {
  const started = entries.findLast(
    (entry) => entry.type === 'noted' && entry.code === 'agent.started' && entry.key === key,
  );
  if (started?.type !== 'noted' || started.params['provider'] !== provider) return null;
  const session = started.params['session'];
  return session === undefined ? null : String(session);
}

/** The change as it was saved last: what a conversation that is lost has to be told again. */
export function savedDiff(entries: readonly Entry[]): Artifact | null {
  const saving = new Set(
    entries.flatMap((entry) => (entry.type === 'asked' && isSaving(entry.effect) ? [entry.key] : [])),
  );
  const saved = entries.findLast((entry) => entry.type === 'answered' && entry.outcome.ok && saving.has(entry.key));
  return saved?.type === 'answered' && saved.outcome.ok ? (saved.outcome.value as Checkpoint).diff : null;
}

const isSaving = ({ kind, input }: { readonly kind: string; readonly input: unknown }) =>
  kind === checkpoint.kind && (input as OperationInput).op === checkpoint.op;

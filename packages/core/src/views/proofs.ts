/**
 * Lists how the changes of a run were proved: their witnesses, or why a person accepted them without one.
 *
 *   R1. The last proof of a change counts, and only if it ended with a decision for the change.
 *   R2. Of competing lanes, only the merged one is part of the result.
 *   R3. A run that says itself that its change has no witness is believed, also without a proof.
 */
import type * as z from 'zod';
import type { proofSchema } from '../documents/show.ts';
import type { EntryOf } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';
import type { Reason } from '../trust/reason.ts';
import type { LaneJob, LaneResult } from '../workflows/mission/lane/job.ts';
import { laneMachine, laneName } from '../workflows/mission/lane/job.ts';
import { type ProofJob, type ProofResult, proofMachine, witnessName } from '../workflows/proof/job.ts';

export type ProofRow = Readonly<z.output<typeof proofSchema>>;

interface EndedProof {
  readonly run: string;
  readonly job: ProofJob;
  readonly result: ProofResult;
}

export function listProofs(family: readonly RunJournal[]): readonly ProofRow[] {
  const lasting = new Map<string, EndedProof>();
  const features = featuresIn(family);
  for (const proof of endedProofs(family)) lasting.set(changeOf(proof, features), proof); // R1
  const merged = mergedLanes(family);
  const rows = [...lasting.values()].filter(({ job }) => isInResult(job, merged)).flatMap(rowOf);
  const said = family.slice(0, 1).flatMap(ownRow);
  return rows.some(({ verdict }) => verdict === 'unwitnessed') ? rows : [...rows, ...said];
}

/** A repair of a plan is proved in a new lane; the lanes of a feature may compete. */
const changeOf = ({ job: { item = '', path } }: EndedProof, features: ReadonlySet<string>): string =>
  features.has(item) ? `${item} ${path}` : item;

const featuresIn = (family: readonly RunJournal[]): ReadonlySet<string> =>
  new Set(
    family.flatMap(({ entries }) => {
      const { first } = edgesOf(entries);
      return first?.machine === laneMachine ? [(first.input as LaneJob).feature] : [];
    }),
  );

/** The last proof that a run called, by that run. */
export function proofsByCaller(family: readonly RunJournal[]): ReadonlyMap<string, ProofRow> {
  const rows = new Map<string, ProofRow>();
  for (const proof of endedProofs(family)) {
    const caller = proof.run.split('.').slice(0, -2).join('.');
    const [row] = rowOf(proof);
    if (row) rows.set(caller, row);
    else rows.delete(caller);
  }
  return rows;
}

function endedProofs(family: readonly RunJournal[]): readonly EndedProof[] {
  const found = family.flatMap(({ run, entries }) => {
    const { first, ended } = edgesOf(entries);
    if (first?.machine !== proofMachine || !ended?.result) return [];
    return [{ run, job: first.input as ProofJob, result: ended.result as ProofResult, atMs: ended.atMs }];
  });
  return found.sort((one, other) => one.atMs - other.atMs);
}

function edgesOf(entries: RunJournal['entries']): {
  readonly first?: EntryOf<'started'>;
  readonly ended?: EntryOf<'ended'>;
} {
  const [first] = entries;
  const last = entries.at(-1);
  return {
    ...(first?.type === 'started' ? { first } : {}),
    ...(last?.type === 'ended' ? { ended: last } : {}),
  };
}

/** R2: the names of the lanes whose features passed, by feature. */
function mergedLanes(family: readonly RunJournal[]): ReadonlyMap<string, string> {
  const lanes = new Map<string, string>();
  for (const { entries } of family) {
    const { first, ended } = edgesOf(entries);
    if (first?.machine !== laneMachine || (ended?.result as LaneResult | undefined)?.is !== 'passed') continue;
    const job = first.input as LaneJob;
    lanes.set(job.feature, laneName(job));
  }
  return lanes;
}

function isInResult({ item = '', path }: ProofJob, merged: ReadonlyMap<string, string>): boolean {
  const lane = merged.get(item);
  return lane === undefined || path === '.' || path.endsWith(`/${lane}`);
}

function rowOf({ run, job, result }: EndedProof): readonly ProofRow[] {
  if (result.at !== 'proved') return [];
  const { by, witnesses, without = [] } = result;
  const verdict = by === 'person' && without.length > 0 ? 'unwitnessed' : by === 'kind' ? 'by-kind' : 'witnessed';
  const names = witnesses.map(witnessName);
  return [{ run, item: job.item ?? null, verdict, witnesses: names, why: without.map(whyOf) }];
}

/** R3 */
function ownRow({ run, entries }: RunJournal): readonly ProofRow[] {
  const last = entries.findLast((entry) => entry.type === 'moved');
  const { unwitnessed = [] } = (last?.state ?? {}) as { readonly unwitnessed?: readonly Reason[] };
  if (entries.at(-1)?.type !== 'ended' || unwitnessed.length === 0) return [];
  return [{ run, item: null, verdict: 'unwitnessed', witnesses: [], why: unwitnessed.map(whyOf) }];
}

const whyOf = ({ code, names }: Reason) => ({ code, names });

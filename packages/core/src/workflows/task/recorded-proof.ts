/** The record of a session about the proof of its change. */
import type { Reason } from '../../trust/reason.ts';
import type { WorkKind } from '../../trust/work-kind.ts';

export interface ProofRecord {
  /** The kind of work that the confirmed spec names; absent if it names none that is known. */
  readonly kind?: WorkKind;
  /** Tests that the confirmed spec says will change; absent if none. */
  readonly changes?: readonly string[];
  /** Set if a proof sent the work back. */
  readonly isReturned?: true;
  /** Broken promises of the base that a person allowed; absent if none. */
  readonly promised?: readonly string[];
  /** Of the change that was last verified; absent before its proof. */
  readonly result?: RecordedProof;
}

/** `change` is the base with the files that were proved. `accepted`: by a person, without a witness. `back`: nothing shows yet that the change works. */
export type RecordedProof =
  | { readonly is: 'witnessed'; readonly change: string; readonly witnesses: readonly string[] }
  | { readonly is: 'by-kind'; readonly change: string; readonly kind: WorkKind }
  | { readonly is: 'accepted' | 'back'; readonly change: string; readonly reasons: readonly Reason[] };

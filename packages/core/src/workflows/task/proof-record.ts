/** Keeps in the session what is known about the proof of its change. */
import type { SpecWork } from '../../checkout/spec-work.ts';
import type { ChangeSurvey } from '../../effects/checkout.ts';
import { type Reason, reason } from '../../trust/reason.ts';
import { isWorkKind } from '../../trust/work-kind.ts';
import { type ProofResult, witnessName } from '../proof/job.ts';
import type { ProofRecord, RecordedProof } from './recorded-proof.ts';
import { type Session, sessionState } from './session.ts';

type Proved = Extract<ProofResult, { at: 'proved' | 'back' }>;

/** Takes the kind and the changed tests from the spec at the moment when a person confirms it; later edits do not count. */
export function withConfirmedSpec(s: Session, work: SpecWork | undefined): Session {
  if (!s.job.trust) return sessionState(s);
  const { kind: _, changes: __, ...rest } = s.proof ?? {};
  const kind = work?.kind ?? '';
  const changes = work?.changes ?? [];
  return withRecord(s, {
    ...rest,
    ...(isWorkKind(kind) ? { kind } : {}),
    ...(changes.length > 0 ? { changes } : {}),
  });
}

export function withProofResult(s: Session, change: string, result: Proved): Session {
  const allowed = result.at === 'proved' ? result.allowed : undefined;
  const promised = [...new Set([...(s.proof?.promised ?? []), ...(allowed === undefined ? [] : [allowed])])];
  return withRecord(s, {
    ...s.proof,
    ...(promised.length > 0 ? { promised } : {}),
    ...(result.at === 'back' ? { isReturned: true } : {}),
    result: recorded(s, change, result),
  });
}

/** Names the files to prove and what they are compared with, in a way that other runs know too. */
export const changeToProve = ({ base }: Session, { saved, tree }: ChangeSurvey): string =>
  `${base ?? ''}..${tree ?? saved ?? ''}`;

/** Keeps a result only for the change that it is about; `null` keeps none. */
export function withProofOf(s: Session, survey: ChangeSurvey | null): Session {
  const { result, ...rest } = s.proof ?? {};
  const isSame = survey !== null && result?.change === changeToProve(s, survey);
  return result === undefined || isSame ? sessionState(s) : withRecord(s, rest);
}

/** Why the change has no witness; `null` if it has one, needs none, or is not to be proved. */
export function unwitnessedReasons({ job, proof }: Session): readonly Reason[] | null {
  if (!job.trust) return null;
  const result = proof?.result;
  if (result === undefined) return [reason('not-proved')];
  return 'reasons' in result ? result.reasons : null;
}

/** True if the change must be proved before its evaluation, and is not. */
export const isProofDue = ({ job, proof }: Session): boolean =>
  job.trust?.witness === 'required' && (proof?.result === undefined || 'reasons' in proof.result);

const withRecord = (s: Session, record: ProofRecord): Session => {
  const { proof: _, ...session } = sessionState(s);
  return Object.keys(record).length === 0 ? session : { ...session, proof: record };
};

function recorded({ proof }: Session, change: string, result: Proved): RecordedProof {
  if (result.at === 'back') return { is: 'back', change, reasons: result.reasons.map(shortened) };
  if (result.without) return { is: 'accepted', change, reasons: result.without.map(shortened) };
  if (result.by === 'kind' && proof?.kind) return { is: 'by-kind', change, kind: proof.kind };
  return { is: 'witnessed', change, witnesses: result.witnesses.slice(0, maxNames).map(witnessName).map(short) };
}

/** A state stays small; the report has all names. */
const maxNames = 3;
const maxLength = 120;
const short = (name: string): string => (name.length > maxLength ? `${name.slice(0, maxLength)}…` : name);
const shortened = ({ code, names }: Reason): Reason => reason(code, names.slice(0, maxNames).map(short));

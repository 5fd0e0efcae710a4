/** Progress messages of a proof: the witness, or what is missing. */
import { type ProgressMessage, progressOf } from '../../codes.ts';
import type { StrykerUse } from '../../trust/plan-stryker.ts';
import { reason } from '../../trust/reason.ts';
import { changeProofCodes } from './codes.ts';
import { askedNames } from './decide.ts';
import { type ChangeWitness, type ProofResult, type ProofState, witnessName } from './job.ts';

const message = progressOf(changeProofCodes);

const byKindMessage = message('proof.by-kind', {}, 'good');
const acceptedMessage = (why: string) => message('proof.accepted', { why }, 'warn');
export const startedMessage = message('proof.started', {});

export function proofProgress(to: ProofState): readonly ProgressMessage[] {
  if (to.at === 'back') {
    const [first = reason('no-test')] = to.reasons;
    return [message('proof.back', { why: first.code, names: askedNames(to.reasons).replaceAll('\n', ', ') }, 'bad')];
  }
  if (to.at === 'mutating' && to.mutants.tried === 0) return strykerNote(to.stryker);
  return to.at === 'proved' ? [...provedMessage(to), ...notes(to)] : [];
}

/** Said once, when the other mutants start. */
const strykerNote = (use: StrykerUse | undefined): readonly ProgressMessage[] =>
  use === undefined || use === 'used' ? [] : [message('proof.no-stryker', { why: use })];

type Proved = Extract<ProofResult, { at: 'proved' }>;

function provedMessage({ by, witnesses, without }: Proved): readonly ProgressMessage[] {
  switch (by) {
    case 'witness':
      return [witnessedMessage(witnesses)];
    case 'kind':
      return [byKindMessage];
    case 'person':
      return [acceptedMessage(without?.[0]?.code ?? 'no-test')];
  }
}

function witnessedMessage(witnesses: readonly ChangeWitness[]): ProgressMessage {
  const [first] = witnesses;
  const params = { count: witnesses.length, name: first ? witnessName(first) : '' };
  const isAddress = first !== undefined && 'address' in first;
  return message(isAddress ? 'proof.differs' : 'proof.witnessed', params, 'good');
}

const notes = ({ flaky, unsupported }: Proved): readonly ProgressMessage[] => [
  ...(flaky.length > 0 ? [message('proof.flaky', { tests: flaky.join(', ') }, 'warn')] : []),
  ...(unsupported.length > 0 ? [message('proof.unsupported', { endings: unsupported.join(', ') }, 'plain')] : []),
];

/** Applies the rule to the facts of a proof. */
import { type Reason, reason } from '../../trust/reason.ts';
import { type ChangeFacts, decideProof } from '../../trust/rule.ts';
import type { TriedMutants } from '../../trust/stryker-report.ts';
import type { AskingProof, ProofFound, ProofJob, ProofResult, ProofState } from './job.ts';

type Decided = AskingProof | Extract<ProofResult, { at: 'proved' | 'back' }>;

export function decide(found: ProofFound, mutants: TriedMutants): Decided | CommentingPause {
  const decided = decideAttended(found, mutants);
  const { pause } = found.job;
  if (pause === undefined || decided.at === 'proved' || decided.at === 'back') return decided;
  return pause.questions.includes(questionAt[decided.at]) ? { at: 'commenting-pause', onto: decided, pause } : decided;
}

type CommentingPause = Extract<ProofState, { at: 'commenting-pause' }>;

const questionAt = { 'asking-promise': 'promise', 'asking-witness': 'witness' } as const;

/** A person is there, because one just answered: nothing is explained before the next question. */
export function decideAttended(found: ProofFound, mutants: TriedMutants): Decided {
  const { job } = found;
  const isAllowed = (job.allowed ?? []).includes(consentTo(found));
  const verdict = decideProof(factsOf(found, mutants), { isReturned: job.isReturned === true, isAllowed });
  if (verdict.is !== 'witnessed' && isAccepted(job, verdict.reasons))
    return { ...proved(found, mutants, 'person'), without: verdict.reasons };
  switch (verdict.is) {
    case 'witnessed':
      return proved(found, mutants, verdict.by);
    case 'back':
      return { at: 'back', reasons: verdict.reasons };
    case 'ask':
      return {
        ...found,
        at: verdict.about === 'promise' ? 'asking-promise' : 'asking-witness',
        mutants,
        reasons: verdict.reasons,
      };
  }
}

/** A person accepted exactly these reasons. A broken promise is never among them. */
const isAccepted = ({ accepted = [], trust }: ProofJob, reasons: readonly Reason[]): boolean =>
  trust.witness === 'ask' &&
  reasons.every(({ code, names }) => accepted.some((one) => one.code === code && isSame(one.names, names)));

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((name, at) => name === others[at]);

const factsOf = (
  { job, plan, facts, commands, addresses = [] }: ProofFound,
  { tried, survivors }: TriedMutants,
): ChangeFacts => ({
  kind: job.kind ?? null,
  isEmpty: plan.isEmpty,
  others: plan.others,
  touchedTests: plan.touchedTests,
  testData: plan.testData ?? [],
  readsRunner: plan.readsRunner,
  hasTestCommand: plan.command !== null,
  unreadable: plan.unreadable,
  commands,
  addresses,
  tests: facts,
  acceptance: job.acceptance ?? [],
  mutants: { tried, survivors, leastKilled: job.trust.mutants.leastKilled },
});

/** Consent covers exactly these tests and this diff of them. */
export const consentTo = ({ plan, facts }: Pick<ProofFound, 'plan' | 'facts'>): string =>
  [plan.diff?.sha256 ?? '', ...(facts?.promises ?? [])].join('\n');

const maxWitnesses = 10;

export function proved(
  found: ProofFound,
  { tried, survivors }: TriedMutants,
  by: Extract<ProofResult, { at: 'proved' }>['by'],
): Extract<ProofResult, { at: 'proved' }> {
  const { facts, commands, addresses = [], plan, stryker } = found;
  const witnesses = [
    ...commands.map((command) => ({ command })),
    ...addresses.map((address) => ({ address })),
    ...(facts?.witnesses ?? []),
  ];
  const hasConsent = (facts?.promises ?? []).length > 0;
  return {
    at: 'proved',
    by,
    witnesses: witnesses.slice(0, maxWitnesses),
    tried,
    survived: survivors.length,
    flaky: facts?.flaky ?? [],
    unsupported: plan.unsupported,
    ...(stryker ? { stryker } : {}),
    ...(hasConsent ? { allowed: consentTo(found) } : {}),
  };
}

/** Names for a question: tests, files or edits, one per line. */
export const askedNames = (reasons: Extract<ProofState, { at: 'asking-witness' }>['reasons']): string =>
  (reasons[0] ?? reason('no-test')).names.join('\n');

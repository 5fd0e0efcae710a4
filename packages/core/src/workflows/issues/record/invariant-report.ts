/** The invariants of a change: who proved each, the lines about them, and the counts (I-33, I-79). */
import type { Invariant } from '../../../effects/issues.ts';
import { findInvariant } from '../../../subsystems/invariant-id.ts';
import type { InvariantResult, JudgedInvariant } from '../roles/reviewer.ts';

export interface CheckedInvariant {
  readonly id: string;
  readonly result: InvariantResult;
  readonly evidence: string;
}

/** An invariant with a command is proved by the harness, others are judged. */
export const isJudged = ({ command }: Invariant): boolean => command === undefined;

/**
 * The results of a reviewer for the invariants that it was asked about. One without an answer has failed, and so has one
 * whose evidence names no place that exists. Of several answers, the worst one counts.
 */
export function settleJudged(
  asked: readonly Invariant[],
  answers: readonly JudgedInvariant[],
  missing: readonly string[],
): readonly CheckedInvariant[] {
  const named = answers.flatMap((answer) => {
    const invariant = findInvariant(answer.id, asked);
    return invariant === null ? [] : [{ ...answer, id: invariant.id }];
  });
  return asked.map(({ id }) => {
    const own = named.filter((answer) => answer.id === id).toSorted((one, other) => rank(other) - rank(one));
    const [worst] = own;
    if (worst === undefined) return { id, result: 'FAIL', evidence: 'the reviewer gave no answer' };
    if (worst.result !== 'FAIL' && missing.includes(id))
      return { id, result: 'FAIL', evidence: `no place of the evidence exists: ${worst.evidence}` };
    return { id, result: worst.result, evidence: worst.evidence };
  });
}

const order: readonly InvariantResult[] = ['PASS', 'WARN', 'FAIL'];
const rank = ({ result }: JudgedInvariant): number => order.indexOf(result);

/** The claims whose evidence must name a place; a FAIL needs none. */
export const claimsOf = (
  asked: readonly Invariant[],
  answers: readonly JudgedInvariant[],
): readonly { readonly id: string; readonly evidence: string }[] =>
  answers.flatMap(({ id, result, evidence }) => {
    const invariant = findInvariant(id, asked);
    return invariant === null || result === 'FAIL' ? [] : [{ id: invariant.id, evidence }];
  });

/** Commands that are green prove their invariants. */
export const provedByCommands = (
  invariants: readonly Invariant[],
  red: readonly string[],
): readonly CheckedInvariant[] =>
  invariants.flatMap(({ id, command }) =>
    command === undefined
      ? []
      : [{ id, result: red.includes(command) ? 'FAIL' : 'PASS', evidence: `\`${command}\`` } as const],
  );

export const invariantReport = (n: number, checked: readonly CheckedInvariant[]): string =>
  [`Invariant Check — Group ${n}:`, ...checked.map(invariantLine)].join('\n');

export const invariantLine = ({ id, result, evidence }: CheckedInvariant): string =>
  `- [${result}] ${id} — ${evidence}`;

export const countPassed = (checked: readonly CheckedInvariant[]): number =>
  checked.filter(({ result }) => result === 'PASS').length;

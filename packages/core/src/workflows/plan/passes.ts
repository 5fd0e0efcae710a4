/** Collects the setbacks of each pass of a plan: red checks, review findings, end-to-end findings. */

import type { Finding } from '../../answer-contracts/finding.ts';
import { distinctFindings, findingText } from '../../answer-contracts/findings.ts';
import { findingsFromE2e } from '../../checks/e2e-findings.ts';
import type { AgentInput } from '../../effects/agent.ts';
import { type CheckInput, type CheckReport, isVerdict } from '../../effects/check.ts';
import type { Outcome } from '../../failure/failure.ts';
import type { EntryOf } from '../../journal/journal.ts';
import type { RunJournal } from '../../journal/run-tree.ts';
import type { Role } from '../../role/role.ts';
import { planRoleTable } from './roles/index.ts';

const roles: Readonly<Record<string, Role<never, unknown>>> = planRoleTable;

export interface PassSetbacks {
  readonly number: number;
  readonly red: readonly string[];
  /** `null` if it was not reviewed. */
  readonly review: readonly Finding[] | null;
  /** `null` if there was no end-to-end run. */
  readonly e2e: readonly Finding[] | null;
}

interface Step {
  readonly run: string;
  readonly asked: EntryOf<'asked'>;
  readonly outcome: Outcome<unknown>;
}

/** A pass starts with a call that may write. Judgements before the first such call belong to pass 1. */
export function readPasses(tree: readonly RunJournal[]): readonly PassSetbacks[] {
  const complete: PassSetbacks[] = [];
  let current: PassSetbacks = { number: 1, red: [], review: null, e2e: null };
  let hasStarted = false;
  for (const step of stepsIn(tree)) {
    if (isWriteCall(step)) {
      if (hasStarted) complete.push(current);
      current = hasStarted ? { number: current.number + 1, red: [], review: null, e2e: null } : current;
      hasStarted = true;
    } else current = addJudgement(current, step);
  }
  return [...complete, current].filter(({ red, review, e2e }) => red.length > 0 || review !== null || e2e !== null);
}

const isWriteCall = ({ asked: { effect } }: Step) =>
  effect.kind === 'agent' && roles[(effect.input as AgentInput).role]?.fills === 'implementer';

function addJudgement(pass: PassSetbacks, { asked: { effect }, outcome }: Step): PassSetbacks {
  if (effect.kind === 'agent') {
    const isReview = roles[(effect.input as AgentInput).role]?.fills === 'reviewer' && outcome.ok;
    return isReview
      ? { ...pass, review: distinctFindings([...(pass.review ?? []), ...(outcome.value as readonly Finding[])]) }
      : pass;
  }
  if (!isVerdict(effect)) return pass;
  const input = effect.input as CheckInput;
  if (isE2e(input)) return { ...pass, e2e: e2eFindings(input, outcome) };
  return isGreen(outcome) ? pass : { ...pass, red: [...pass.red, input.command] };
}

/** Only an end-to-end check keeps artifacts (D-37). */
const isE2e = ({ keep }: CheckInput) => keep !== undefined;
const isGreen = (outcome: Outcome<unknown>) => outcome.ok && (outcome.value as CheckReport).green;

const e2eFindings = ({ command }: CheckInput, outcome: Outcome<unknown>): readonly Finding[] =>
  isGreen(outcome) ? [] : findingsFromE2e(outcome as Outcome<CheckReport>, command);

function stepsIn(tree: readonly RunJournal[]): readonly Step[] {
  return tree
    .flatMap(({ run, entries }) => {
      const answers = new Map(entries.flatMap((entry) => (entry.type === 'answered' ? [[entry.key, entry]] : [])));
      return entries.flatMap((asked): readonly Step[] => {
        const answered = asked.type === 'asked' ? answers.get(asked.key) : undefined;
        return asked.type === 'asked' && answered ? [{ run, asked, outcome: answered.outcome }] : [];
      });
    })
    .sort((one, other) => one.asked.atMs - other.asked.atMs);
}

export const passText = ({ number, red, review, e2e }: PassSetbacks): string =>
  `${[
    `# Pass ${number}`,
    ...(red.length === 0 ? [] : ['## Red checks', red.map((command) => `- \`${command}\``).join('\n')]),
    ...(review === null ? [] : ['## Review', findingsText(review)]),
    ...(e2e === null ? [] : ['## End to end', findingsText(e2e)]),
  ].join('\n\n')}\n`;

const findingsText = (findings: readonly Finding[]) =>
  findings.length === 0 ? 'No findings.' : findings.map((one) => `- ${findingText(one)}`).join('\n');

/** The newest end-to-end run: a text whose first line other tools read, and its log. */
export function latestE2e(
  tree: readonly RunJournal[],
): { readonly text: string; readonly log: { readonly run: string; readonly path: string } | null } | null {
  const last = stepsIn(tree).findLast(
    ({ asked: { effect } }) => effect.kind === 'check' && isE2e(effect.input as CheckInput),
  );
  if (!last) return null;
  const { run, asked, outcome } = last;
  const input = asked.effect.input as CheckInput;
  const findings = e2eFindings(input, outcome);
  const path = outcome.ok ? (outcome.value as CheckReport).log.path : outcome.failure.params['log'];
  const lines = [
    isGreen(outcome) ? 'E2E verification passed.' : 'E2E verification failed.',
    `Command: \`${input.command}\``,
    `Results kept in: \`${input.keep?.in}\``,
    ...(findings.length === 0 ? [] : [findingsText(findings)]),
  ];
  return { text: `${lines.join('\n\n')}\n`, log: path === undefined ? null : { run, path: String(path) } };
}

/**
 * Gives a second opinion on a passed feature without the first verdict (MO-21); an ambiguous contract does not stop it.
 * The same role chooses among several passed attempts (MO-28).
 */

import { lastLineOf, remarkPattern } from '../../../answer-contracts/last-line.ts';
import { outcomeOf } from '../../../answer-contracts/match.ts';
import { fail, type Outcome, ok } from '../../../failure/failure.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import { parseWinner, rivalName, verdictLine } from '../../../mission/competition.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import { callFacts, dataRule, freshSessionRule, joinParts } from './prompt-parts.ts';
import { type RivalShown, rivalsPrompt } from './rivals.ts';

const opinions = ['agree', 'disagree', 'contract-ambiguous'] as const;

export interface CrosscheckInput {
  readonly feature: string;
  readonly task: Artifact;
  readonly cwd: string;
  /** The attempts to choose from; `undefined` judges a single feature. */
  readonly rivals?: readonly RivalShown[];
}

/** `said` is the text for the next worker. */
export type CrosscheckResult =
  | { readonly is: (typeof opinions)[number]; readonly item: string; readonly said: string }
  | { readonly is: 'chosen'; readonly winner: number | null; readonly said: string; readonly line: string };

const instructions = [
  'A feature is about to be merged. Judge independently whether the product makes its assertions true. Change nothing.',
  'Another role has judged it; you do not see that verdict, so that it cannot influence you. Look for problems that a first reader overlooks: edge cases of an assertion, unexpected inputs, tests that test nothing.',
  'Quote your evidence for each assertion. Then end with exactly one line, and write nothing after it:',
  'CROSSCHECK agree <feature> — every assertion holds',
  'CROSSCHECK disagree <feature> — at least one does not; name it above, and how to see it',
  'CROSSCHECK contract-ambiguous <feature> — an assertion holds in one reading and fails in another',
  'If the prompt shows several attempts at the same feature instead, choose the one that makes the assertions true for every input with the fewest risks. Then the one line is COMPETITION_WINNER lane-N, or COMPETITION_WINNER none if none of them should be merged.',
  freshSessionRule,
  dataRule,
].join('\n');

const maxSaid = 6_000;
const form = `CROSSCHECK ${opinions.join('|')} <feature>, or COMPETITION_WINNER …`;
const verdict = new RegExp(
  String.raw`^CROSSCHECK\s+(?<is>${opinions.join('|')})\s+(?<item>[^\s—–:]+?)${remarkPattern}`,
);

export const crosscheck: Role<CrosscheckInput, CrosscheckResult> = {
  id: 'mission.crosscheck',
  mode: 'review',
  remembers: true,
  instructions,
  prompt: ({ feature, task, cwd, rivals }, read) =>
    rivals
      ? rivalsPrompt({ feature, task, cwd, rivals }, read)
      : joinParts(fenceText('assertions', read(task)), callFacts({ FEATURE_ID: feature, WORKING_DIRECTORY: cwd })),
  read({ text }) {
    const said = text.slice(-maxSaid);
    return outcomeOf(lastLineOf(form, (line) => parseVerdict(line, said))({ text }));
  },
  judge: (value, input) => (input.rivals ? checkChoice(value, input.rivals) : checkOpinion(value, input.feature)),
  samples: [
    ...opinions.map((is) => ({ is, item: 'F-1', said: '' })),
    ...[1, 2, null].map((winner) => ({ is: 'chosen', winner, said: '', line: verdictLine(winner) }) as const),
  ],
};

function parseVerdict(line: string, said: string): CrosscheckResult | undefined {
  const winner = parseWinner(line);
  if (winner !== undefined) return { is: 'chosen', winner, said, line: verdictLine(winner) };
  const { is, item } = verdict.exec(line)?.groups ?? {};
  const opinion = opinions.find((one) => one === is);
  return opinion === undefined || item === undefined ? undefined : { is: opinion, item, said };
}

function checkOpinion(value: CrosscheckResult, feature: string): Outcome<CrosscheckResult> {
  if (value.is === 'chosen') return fail('agent.schema', { reason: 'there are no attempts to choose from' });
  return value.item === feature ? ok(value) : fail('agent.schema', { reason: `the opinion is about ${value.item}` });
}

function checkChoice(value: CrosscheckResult, rivals: readonly RivalShown[]): Outcome<CrosscheckResult> {
  const names = rivals.map(({ number }) => rivalName(number));
  const isOne = value.is === 'chosen' && (value.winner === null || names.includes(rivalName(value.winner)));
  return isOne ? ok(value) : fail('agent.schema', { reason: `no line COMPETITION_WINNER ${names.join('|')}|none` });
}

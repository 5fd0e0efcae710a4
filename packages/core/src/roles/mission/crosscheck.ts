/**
 * A second opinion on a feature that passed (MO-21): it judges the same contract against the same product, without a word of
 * the first verdict. Who disagrees sends the feature back; a contract that can be read both ways holds nobody up.
 */
import type { Artifact } from '../../artifact.ts';
import { fail, ok } from '../../failure.ts';
import { filledLines, unmarked } from '../../output/plain.ts';
import { fenced, type Role } from '../../role.ts';
import { fresh, material, parts, runtime } from './runtime.ts';

export const opinions = ['agree', 'disagree', 'contract-ambiguous'] as const;

export interface CrosscheckInput {
  readonly feature: string;
  readonly task: Artifact;
  readonly cwd: string;
}

export interface Crosschecked {
  readonly is: (typeof opinions)[number];
  readonly item: string;
  /** What it said, for whoever has to repair it. */
  readonly said: string;
}

const instructions = [
  'A feature is about to be merged. You judge by yourself whether the product makes its assertions true. You change nothing.',
  'Somebody judged it before you; you are not told how, so that you do not follow them. Look for what the first reader would overlook: the edge of an assertion, an input nobody thought of, a test that tests nothing.',
  'Quote what you saw for each assertion. Then end with exactly one line:',
  'CROSSCHECK agree <feature> — every assertion holds',
  'CROSSCHECK disagree <feature> — at least one does not; say which above, and how to see it',
  'CROSSCHECK contract-ambiguous <feature> — an assertion can be read so that it holds and so that it does not',
  fresh,
  material,
].join('\n');

const longestSaid = 6_000;
const verdict = /^CROSSCHECK\s+(?<is>agree|disagree|contract-ambiguous)\s+(?<item>[^\s—–:]+)/;

export const crosscheck: Role<CrosscheckInput, Crosschecked> = {
  id: 'mission.crosscheck',
  mode: 'review',
  instructions,
  prompt: ({ feature, task, cwd }, read) =>
    parts(fenced('assertions', read(task)), runtime({ FEATURE_ID: feature, WORKING_DIRECTORY: cwd })),
  read({ text }) {
    const found = filledLines(text).map((line) => verdict.exec(unmarked(line)));
    const { is, item } = found.findLast((one) => one !== null)?.groups ?? {};
    const opinion = opinions.find((one) => one === is);
    if (opinion === undefined || item === undefined)
      return fail('agent.schema', { reason: `no line CROSSCHECK ${opinions.join('|')} <feature>` });
    return ok({ is: opinion, item, said: text.slice(-longestSaid) });
  },
  judge: (value, { feature }) =>
    value.item === feature ? ok(value) : fail('agent.schema', { reason: `the opinion is about ${value.item}` }),
  samples: opinions.map((is) => ({ is, item: 'F-1', said: '' })),
};

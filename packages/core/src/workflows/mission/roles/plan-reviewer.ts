/** Challenges the plan before anything is built (M-05). Read-only; its answer is kept as `plan-review.md`. */

import { lastLineOf } from '../../../answer-contracts/last-line.ts';
import { fail, ok } from '../../../failure/failure.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import { type FileText, fileText } from '../../../text/text.ts';
import { contractPath, featuresPath } from './planner.ts';
import { dataRule, freshSessionRule, joinParts } from './prompt-parts.ts';

const planVerdicts = ['accept', 'accept-with-notes', 'reject'] as const;
export type PlanVerdict = (typeof planVerdicts)[number];
const form = `VERDICT: ${planVerdicts.join('|')}`;

export interface PlanReviewerInput {
  /** `null` if there is only the plan. */
  readonly spec: Artifact | null;
  readonly features: FileText;
  readonly contract: FileText;
}

export const planFiles = { features: fileText(featuresPath), contract: fileText(contractPath) };
const planReviewFile = '.harness/plan-review.md';

const instructions = [
  'You challenge a plan before anybody builds it. You read; you change nothing.',
  'Hold the contract against the spec: what the spec wants and no assertion says; what an assertion says and nobody could verify; two assertions that contradict each other.',
  'Hold the features against the contract: one that is too large to be built and validated at once, a dependency that is missing or needless.',
  'Say what you found, then end with exactly one line:',
  'VERDICT: accept — nothing stands against it',
  'VERDICT: accept-with-notes — it may be built; what you noted should be kept in mind',
  'VERDICT: reject — built like this, the product would not be what the spec wants',
  freshSessionRule,
  dataRule,
].join('\n');

export const planReviewer: Role<PlanReviewerInput, PlanVerdict> = {
  id: 'mission.plan-reviewer',
  mode: 'review',
  remembers: true,
  instructions,
  prompt: ({ spec, features, contract }, read) =>
    joinParts(
      spec === null ? '' : fenceText('spec', read(spec)),
      fenceText('features', read(features)),
      fenceText('validation contract', read(contract)),
    ),
  output: { path: () => planReviewFile, whenMissing: 'store-reply' },
  read({ text, file = '' }) {
    const verdict = parseVerdict(text) ?? parseVerdict(file);
    return verdict ? ok(verdict) : fail('agent.schema', { reason: `no line ${form}` });
  },
  samples: planVerdicts,
};

const verdictLine = lastLineOf(form, (line) => /^VERDICT:\s*([a-z-]+)/.exec(line)?.[1]);

function parseVerdict(text: string): PlanVerdict | undefined {
  const read = verdictLine({ text });
  return planVerdicts.find((verdict) => read.is === 'match' && verdict === read.value);
}

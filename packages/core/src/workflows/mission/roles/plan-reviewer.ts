/** Challenges the plan before anything is built (M-05). Read-only; its answer is kept as `plan-review.md`. */

import { lastLineOf, remarkPattern } from '../../../answer-contracts/last-line.ts';
import { singleDistinct } from '../../../answer-contracts/match.ts';
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
  'Challenge a plan before it is built. Read only; change nothing.',
  'Compare the contract with the spec: requirements of the spec without an assertion, assertions that cannot be verified, assertions that contradict each other.',
  'Compare the features with the contract: features that are too large to build and validate at once, dependencies that are missing or unnecessary, a `kind` for work that changes behaviour, `changes` without a reason in the spec.',
  'Report your findings, then end with exactly one line, and write nothing after it:',
  'VERDICT: accept — no objections',
  'VERDICT: accept-with-notes — it may be built; keep the notes in mind',
  'VERDICT: reject — a product built from it would not be what the spec requires',
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
    const outcome = singleDistinct([text, file].filter(hasVerdict).map(parseVerdict), 'no-line');
    const verdict = outcome.is === 'match' ? outcome.value : null;
    return verdict ? ok(verdict) : fail('agent.schema', { reason: `the last line is not ${form}` });
  },
  samples: planVerdicts,
};

const pattern = new RegExp(String.raw`^VERDICT:\s*([a-z-]+)${remarkPattern}`);
const verdictLine = lastLineOf(form, (line) => pattern.exec(line)?.[1]);

/** The answer or the file has the verdict; if both have one, they must agree. */
const hasVerdict = (text: string) => text.includes('VERDICT');

function parseVerdict(text: string): PlanVerdict | null {
  const read = verdictLine({ text });
  return planVerdicts.find((verdict) => read.is === 'match' && verdict === read.value) ?? null;
}

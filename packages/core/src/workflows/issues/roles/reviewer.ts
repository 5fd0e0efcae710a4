/** Reviews a group before its commit, and the whole issue at the end (I-33, I-42, I-44). The harness checks its evidence. */
import * as z from 'zod';
import { answerList, jsonReader, lineOf, linesOf, readable, unreadableBecause } from '../../../role/json-answer.ts';
import { joinSections, jsonAnswer, numberedList, roleSection } from '../../../role/prompt-text.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import { factLines, inputRules, readOnlyRule } from './prompt-text.ts';
import type { IssueReviewerInput } from './role-input.ts';

export const reviewVerdicts = ['PASS', 'PASS_WITH_WARNINGS', 'FAIL'] as const;
export type ReviewVerdict = (typeof reviewVerdicts)[number];
export const invariantResults = ['PASS', 'WARN', 'FAIL'] as const;
export type InvariantResult = (typeof invariantResults)[number];

export interface JudgedInvariant {
  /** As the reviewer wrote it. */
  readonly id: string;
  readonly result: InvariantResult;
  readonly evidence: string;
}

export interface SpecGap {
  readonly subsystem: string;
  readonly description: string;
}

export interface IssueReviewerAnswer {
  readonly verdict: ReviewVerdict;
  /** Whether one more attempt can repair it; false if the answer does not say so. */
  readonly isFixable: boolean;
  readonly invariants: readonly JudgedInvariant[];
  readonly warnings: readonly string[];
  readonly gaps: readonly SpecGap[];
}

const instructions = joinSections(
  'Review a change for one issue. Other agents planned and made it.',
  inputRules,
  roleSection(
    'How to review',
    readOnlyRule,
    '- Read the diff, and the files around it. Judge the change, not the words about it.',
    '- Judge each invariant of the list: PASS if the changed code keeps it, WARN if you are not sure, FAIL if it breaks it. The evidence names the place that shows it as `path:line`, with one sentence. The harness checks that the place exists. An invariant without an answer has failed.',
    '- With the line `Scope: issue`, all groups are committed. Look for what only the whole shows: an acceptance criterion that is not met, a constraint that is broken, a consumer that no longer fits, a public API that changed without need.',
    '- FAIL means that the change must not stay. `fixable` says whether a small further change repairs it; a wrong design is not fixable.',
    '- `warnings` are facts that a person should know, one sentence each. Taste is no warning.',
    '- `gaps` are places where a spec is silent or wrong about its subsystem: what is missing. Never ask for a change of a spec in this issue.',
  ),
  jsonAnswer(
    '{ "verdict": "PASS", "fixable": false, "invariants": [{ "id": "app/core#INV-1", "result": "PASS", "evidence": "src/core/total.ts:12 sums cents" }],\n' +
      '  "warnings": ["…"], "gaps": [{ "subsystem": "app/core", "description": "…" }] }',
    '`verdict` is PASS, PASS_WITH_WARNINGS or FAIL. If one invariant is FAIL, the verdict is FAIL.',
    '`fixable` may be left out unless the verdict is FAIL. Empty lists mean that there is nothing to tell.',
  ),
);

const answerType = z.object({
  verdict: z.enum(reviewVerdicts),
  fixable: z.boolean().nullish(),
  invariants: answerList(z.object({ id: z.string(), result: z.enum(invariantResults), evidence: z.string() })),
  warnings: answerList(z.string()),
  gaps: answerList(z.object({ subsystem: z.string(), description: z.string() })),
});

const maxNotes = 20;

const { schema, read } = jsonReader<z.infer<typeof answerType>, IssueReviewerAnswer>(answerType, (answer) => {
  const { verdict, fixable, invariants, warnings, gaps } = answer;
  if (verdict !== 'FAIL' && invariants.some(({ result }) => result === 'FAIL'))
    return unreadableBecause(`an invariant is FAIL, and the verdict is ${verdict}`);
  return readable({
    verdict,
    isFixable: fixable === true,
    invariants: invariants.map(({ id, result, evidence }) => ({ id: lineOf(id), result, evidence: lineOf(evidence) })),
    warnings: linesOf(warnings).slice(0, maxNotes),
    gaps: gaps
      .map(({ subsystem, description }) => ({ subsystem: lineOf(subsystem), description: lineOf(description) }))
      .filter(({ description }) => description !== '')
      .slice(0, maxNotes),
  });
});

export const issueReviewer: Role<IssueReviewerInput, IssueReviewerAnswer> = {
  id: 'issues.reviewer',
  mode: 'review',
  instructions,
  prompt: (input, readText) =>
    joinSections(
      fenceText('issue', readText(input.text)),
      numberedList('acceptance criteria', input.criteria),
      numberedList('constraints', input.constraints),
      numberedList('risks of the plan', input.risks),
      numberedList('facts of the harness', input.facts),
      fenceText('diff', readText(input.diff)),
      fenceText(input.scope === 'group' ? 'group' : 'groups', input.title),
      numberedList(
        'invariants',
        input.invariants.map(({ id, text }) => `${id}: ${text}`),
      ),
      factLines({ Issue: input.issue, Goal: input.goal, Scope: input.scope }),
    ),
  schema,
  read,
  claim: ({ verdict, warnings }) =>
    verdict === 'FAIL' ? null : { claims: 'clean', said: `${verdict}, ${warnings.length} warnings` },
  samples: [
    pass('PASS'),
    { ...pass('PASS_WITH_WARNINGS'), warnings: ['slow'], gaps: [{ subsystem: 'app/core', description: 'no unit' }] },
    { ...pass('PASS_WITH_WARNINGS'), warnings: ['slow', 'long', 'wide'] },
    { ...pass('FAIL'), isFixable: true },
    pass('FAIL'),
  ],
};

function pass(verdict: ReviewVerdict): IssueReviewerAnswer {
  const evidence = 'src/a.ts:1 it holds';
  return {
    verdict,
    isFixable: false,
    invariants: ['app/core#INV-1', 'app/core#INV-2'].map((id) => ({ id, result: 'PASS', evidence })),
    warnings: [],
    gaps: [],
  };
}

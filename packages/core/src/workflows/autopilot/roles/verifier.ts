/** Verifies a phase against its plan and its spec, without the executor's words (A-57, AO-26). It never repairs. */
import * as z from 'zod';
import { answerList, jsonReader, lineOf, paragraphOf, readable, unreadableBecause } from '../../../role/json-answer.ts';
import { joinSections, jsonAnswer, roleSection } from '../../../role/prompt-text.ts';
import type { Role } from '../../../role/role.ts';
import { approvedParts, dispatchText, inputRules, readOnlyRules } from './prompt-text.ts';
import type { PhaseVerifierInput } from './session-input.ts';

const verdicts = ['pass', 'fail', 'incomplete'] as const;
export type PhaseVerdict = (typeof verdicts)[number];
const gapLevels = ['exists', 'substantive', 'wired'] as const;

export interface VerifiedGap {
  readonly what: string;
  readonly level: (typeof gapLevels)[number];
  readonly file: string | null;
}

export interface PhaseVerifierAnswer {
  readonly verdict: PhaseVerdict;
  readonly gaps: readonly VerifiedGap[];
}

const instructions = joinSections(
  ['Verify a finished phase. Another agent built it.', 'This text is the skill harness-verification.'].join('\n'),
  inputRules,
  roleSection(
    'How to verify',
    ...readOnlyRules,
    '- Judge by the approved plan, and by the part of the spec that it serves. The files behind `Plan:` and `Spec:` may have been edited since.',
    '- Judge by the content of the files, not by a claim, a comment or a handoff.',
    '- exists: each file, function, test and document that the plan names exists.',
    '- substantive: each of them does what the plan says. A stub, a constant result, a caught and dropped error, a skipped test or a test without an assertion does not.',
    '- wired: each part is reachable for a user or a caller: it is imported, registered, routed or documented.',
    '- Each observable truth of the plan holds only if you found the code that makes it hold, and a test that would fail without it.',
    '- Search the changed files for leftovers: TODO, FIXME, debug output, commented code, hard-coded data.',
    '- With the line `Expanded: yes`, also follow the edge cases: empty and hostile input, errors of each dependency, two calls at once, the limits of the plan, and the texts that users read.',
    '- The harness ran the checks; do not repeat them. A green check is no evidence for a truth that no test covers.',
  ),
  jsonAnswer(
    '{ "verdict": "pass", "gaps": [{ "what": "…", "level": "wired", "file": "src/a.ts" }] }',
    '`verdict` is pass without any gap, fail if something is missing or wrong, and incomplete if you could not see whether it holds.',
    '`level` is exists, substantive or wired. `file` may be left out. Each gap is one sentence that another agent can act on.',
  ),
);

const answerType = z.object({
  verdict: z.enum(verdicts),
  gaps: answerList(z.object({ what: z.string(), level: z.enum(gapLevels), file: z.string().nullish() })),
});

const { schema, read } = jsonReader(answerType, ({ verdict, gaps }) => {
  if (verdict === 'pass' && gaps.length > 0) return unreadableBecause(`it passes with ${gaps.length} gaps`);
  return readable({
    verdict,
    gaps: gaps.map(({ what, level, file }) => ({ what: paragraphOf(what), level, file: lineOf(file ?? '') || null })),
  });
});

export const phaseVerifier: Role<PhaseVerifierInput, PhaseVerifierAnswer> = {
  id: 'autopilot.verifier',
  persona: 'harness-verifier',
  mode: 'review',
  instructions,
  opening: approvedParts,
  prompt: (input, readText) =>
    joinSections(
      ...approvedParts(input, readText),
      dispatchText(input, {
        skill: 'harness-verification',
        facts: { Plan: input.plan_path, Expanded: input.expanded ? 'yes' : 'no' },
      }),
    ),
  schema,
  read,
  claim: ({ verdict }) => (verdict === 'pass' ? { claims: 'clean', said: verdict } : null),
  samples: [
    { verdict: 'pass', gaps: [] },
    { verdict: 'fail', gaps: [{ what: 'no test covers it', level: 'substantive', file: 'src/a.ts' }] },
    { verdict: 'incomplete', gaps: [{ what: 'the page could not be read', level: 'wired', file: null }] },
  ],
};

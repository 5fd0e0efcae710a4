/** Reviews the change of a phase, and of all phases at the end (A-67, A-78, AO-27). */
import * as z from 'zod';
import { answerList, jsonReader, lineOf, paragraphOf, readable, unreadableBecause } from '../../../role/json-answer.ts';
import { joinSections, jsonAnswer, numberedList, roleSection, textOf } from '../../../role/prompt-text.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import type { StoredFinding } from '../../../sessions/session-document.ts';
import { dispatchText, findingLine, inputRules, readOnlyRules } from './prompt-text.ts';
import type { ChangeReviewerInput } from './session-input.ts';

const severities = ['critical', 'important', 'suggestion'] as const;

export interface ChangeReviewerAnswer {
  readonly findings: readonly StoredFinding[];
  /** A word or a sentence; only the findings decide. */
  readonly assessment: string;
}

const instructions = joinSections(
  ['Review a change. Other agents planned, built and verified it.', 'This text is the skill harness-code-review.'].join(
    '\n',
  ),
  inputRules,
  roleSection(
    'How to review',
    ...readOnlyRules,
    '- Read the diff, and the files around it. Report only problems of this change, with the file and the line that show them.',
    '- Look at four areas: compliance with the spec and the rules of the repository; bugs, with an input or an order of events that shows them; security; architecture.',
    '- critical: it is wrong, unsafe, or loses data. important: it will cause harm later. suggestion: it would be better otherwise.',
    '- Do not repeat a finding for each place: name the first place, and the others in the rationale. Taste is no finding.',
    '- With the line `Scope: final`, the diff contains all phases, and each of them was reviewed. Look for what only the whole shows: two names for one thing, the same function twice, parts that do not fit together, and drift from the architecture of the spec. Say which prior findings are still true.',
  ),
  jsonAnswer(
    '{ "findings": [{ "file": "src/a.ts", "line": 12, "severity": "important", "title": "…", "rationale": "…", "suggestion": "…" }], "assessment": "approve" }',
    '`severity` is critical, important or suggestion. `line` and `suggestion` may be left out. The title is one short sentence.',
    '`assessment` is approve, request-changes or comment. An empty list of findings means that you found no problem.',
  ),
);

const answerType = z.object({
  findings: answerList(
    z.object({
      file: z.string(),
      line: z.int().nullish(),
      severity: z.enum(severities),
      title: z.string(),
      rationale: z.string(),
      suggestion: z.string().nullish(),
    }),
  ),
  assessment: z.string(),
});

const { schema, read } = jsonReader(answerType, ({ findings, assessment }) => {
  if (findings.some(({ title }) => lineOf(title) === '')) return unreadableBecause('a finding has no title');
  if (findings.length === 0 && /^\W*request[-_ ]changes/i.test(assessment))
    return unreadableBecause('it requests changes without a finding');
  return readable({ findings: findings.map(toFinding), assessment: lineOf(assessment) });
});

function toFinding(found: z.infer<typeof answerType>['findings'][number]): StoredFinding {
  const { file, line, severity, title, rationale, suggestion } = found;
  return {
    file: lineOf(file),
    line: (line ?? 0) > 0 ? (line ?? null) : null,
    severity,
    title: lineOf(title),
    rationale: paragraphOf(rationale),
    ...(suggestion ? { suggestion: paragraphOf(suggestion) } : null),
  };
}

export const changeReviewer: Role<ChangeReviewerInput, ChangeReviewerAnswer> = {
  id: 'autopilot.reviewer',
  persona: 'harness-code-reviewer',
  mode: 'review',
  instructions,
  prompt: (input, readText) =>
    joinSections(
      fenceText('diff', textOf(input.diff, readText)),
      numberedList(
        'prior findings',
        input.prior.map((one) => `phase ${one.phase}, ${one.severity}, ${findingLine(one)}`),
      ),
      dispatchText(input, {
        skill: 'harness-code-review',
        facts: { Scope: input.scope, Diff: `git diff ${input.range}` },
      }),
    ),
  schema,
  read,
  claim: ({ findings, assessment }) =>
    findings.some(({ severity }) => severity === 'critical')
      ? null
      : { claims: 'clean', said: `${findings.length} findings, ${assessment}` },
  samples: [
    { findings: [], assessment: 'approve' },
    sample('critical', 'leaks a file', 'loses a line'),
    sample('important', 'leaks a file'),
    sample('suggestion', 'leaks a file'),
  ],
};

function sample(severity: StoredFinding['severity'], ...titles: readonly string[]): ChangeReviewerAnswer {
  const findings = titles.map((title) => ({ file: 'src/a.ts', line: 3, severity, title, rationale: 'it stays open' }));
  return { findings, assessment: 'comment' };
}

/**
 * Verifies that a phase is connected to the product, and drafts its decision records (A-61 to A-64, AO-30).
 *
 * It has the sub-phases wire, materialize and update. The call says which of them are required; others are dropped.
 */
import * as z from 'zod';
import { ok } from '../../../failure/failure.ts';
import { answerList, jsonReader, lineOf, paragraphOf, readable, unreadableBecause } from '../../../role/json-answer.ts';
import { joinSections, jsonAnswer, roleSection } from '../../../role/prompt-text.ts';
import type { Role } from '../../../role/role.ts';
import type { DecisionDraft } from '../../../sessions/decision-record.ts';
import { approvedParts, dispatchText, inputRules, readOnlyRules } from './prompt-text.ts';
import type { PhaseIntegratorInput } from './session-input.ts';
import type { PhaseVerdict } from './verifier.ts';

const verdicts = ['pass', 'fail', 'incomplete'] as const;
const subPhases = ['wire', 'materialize', 'update'] as const;
export type IntegrationSubPhase = (typeof subPhases)[number];

export interface IntegrationFailure {
  /** The task that it belongs to; empty if it belongs to none. */
  readonly taskRef: string;
  readonly issue: string;
  /** Empty if the integrator knows none. */
  readonly fix: string;
}

export interface SubPhaseReport {
  readonly verdict: PhaseVerdict;
  readonly failures: readonly IntegrationFailure[];
}

export interface PhaseIntegratorAnswer {
  readonly wire: SubPhaseReport;
  /** `null` if the call does not require it. */
  readonly materialize: SubPhaseReport | null;
  readonly update: SubPhaseReport | null;
  readonly adrs: readonly DecisionDraft[];
}

const maxRecords = 10;

const instructions = joinSections(
  ['Verify that a finished phase is part of the product.', 'This text is the skill harness-integration.'].join('\n'),
  inputRules,
  roleSection(
    'How to verify',
    ...readOnlyRules,
    '- The approved plan and the spec say what the phase is for. The files behind `Plan:` and `Spec:` may have been edited since.',
    '- The line `Sub-phases:` lists the required sub-phases. Report each of them, and no other.',
    '- wire: every new part is imported, registered, exported and reachable. No new export is unused, no old caller uses the replaced way, and the settings and permissions that it needs exist.',
    '- materialize: the knowledge of the phase is written down. Draft a decision record for each choice that a later developer would question. Documents of the changed domain describe the new behaviour.',
    '- update: the roadmap, the change log, the reference pages and the examples agree with the new behaviour.',
    '- With the line `Knowledge: yes`, compare the documents in `docs/knowledge` with the public exports of the changed modules, name by name.',
    '- A failure names one missing item and the smallest correction.',
    '- Draft at most ten records. The harness numbers and writes them; a person may reject one.',
  ),
  jsonAnswer(
    [
      '{ "wire": { "verdict": "pass", "failures": [] },',
      '  "materialize": { "verdict": "fail", "failures": [{ "taskRef": "3", "issue": "…", "fix": "…" }] },',
      '  "update": { "verdict": "pass", "failures": [] },',
      '  "adrs": [{ "title": "…", "context": "…", "decision": "…", "consequences": "…" }] }',
    ].join('\n'),
    '`verdict` is pass without any failure, fail, or incomplete if you could not see whether it holds. Leave out sub-phases that are not required.',
  ),
);

const failureType = z.union([
  z.string(),
  z.object({ taskRef: z.string().nullish(), issue: z.string(), fix: z.string().nullish() }),
]);
const reportType = z.object({ verdict: z.enum(verdicts), failures: answerList(failureType) });
const answerType = z.object({
  wire: reportType,
  materialize: reportType.nullish(),
  update: reportType.nullish(),
  adrs: z
    .array(z.object({ title: z.string(), context: z.string(), decision: z.string(), consequences: z.string() }))
    .max(maxRecords),
});

const { schema, read } = jsonReader(answerType, ({ wire, materialize, update, adrs }) => {
  const contrary = [wire, materialize, update].some(
    (report) => report?.verdict === 'pass' && report.failures.length > 0,
  );
  if (contrary) return unreadableBecause('a sub-phase passes with failures');
  if (adrs.some(({ title, decision }) => lineOf(title) === '' || decision.trim() === ''))
    return unreadableBecause('a decision record has no title or no decision');
  return readable({
    wire: toReport(wire),
    materialize: materialize ? toReport(materialize) : null,
    update: update ? toReport(update) : null,
    adrs: adrs.map(({ title, context, decision, consequences }) => ({
      title: lineOf(title),
      context: paragraphOf(context),
      decision: paragraphOf(decision),
      consequences: paragraphOf(consequences),
    })),
  });
});

const toReport = ({ verdict, failures }: z.infer<typeof reportType>): SubPhaseReport => ({
  verdict,
  failures: failures.map((failure) =>
    typeof failure === 'string'
      ? { taskRef: '', issue: paragraphOf(failure), fix: '' }
      : {
          taskRef: lineOf(failure.taskRef ?? ''),
          issue: paragraphOf(failure.issue),
          fix: paragraphOf(failure.fix ?? ''),
        },
  ),
});

/** The sub-phases of a tier; the rigor `fast` has only the first. */
function requiredSubPhases({
  tier,
  only,
}: Pick<PhaseIntegratorInput, 'tier' | 'only'>): readonly IntegrationSubPhase[] {
  if (only === 'wire' || tier === 'small') return ['wire'];
  return tier === 'medium' ? ['wire', 'update'] : subPhases;
}

export const phaseIntegrator: Role<PhaseIntegratorInput, PhaseIntegratorAnswer> = {
  id: 'autopilot.integrator',
  persona: 'harness-verifier',
  mode: 'review',
  instructions,
  opening: approvedParts,
  prompt: (input, readText) =>
    joinSections(
      ...approvedParts(input, readText),
      dispatchText(input, {
        skill: 'harness-integration',
        facts: {
          Plan: input.plan_path,
          Tier: input.tier,
          'Sub-phases': requiredSubPhases(input).join(', '),
          Knowledge: input.graph ? 'yes' : 'no',
        },
      }),
    ),
  schema,
  read,
  judge(answer, input) {
    const required = requiredSubPhases(input);
    const missing = required.find((name) => answer[name] === null);
    if (missing !== undefined) return unreadableBecause(`the sub-phase ${missing} is required`);
    return ok({
      wire: answer.wire,
      materialize: required.includes('materialize') ? answer.materialize : null,
      update: required.includes('update') ? answer.update : null,
      adrs: input.only === 'wire' ? [] : answer.adrs,
    });
  },
  claim: () => null,
  samples: [
    sample('pass', []),
    {
      ...sample('pass', []),
      adrs: ['Use SQLite', 'Use one file'].map((title) => ({ title, context: 'c', decision: 'd', consequences: '' })),
    },
    sample('fail', [{ taskRef: '1', issue: 'nothing calls it', fix: 'call it' }]),
  ],
};

function sample(verdict: PhaseVerdict, failures: readonly IntegrationFailure[]): PhaseIntegratorAnswer {
  const passed: SubPhaseReport = { verdict: 'pass', failures: [] };
  return { wire: { verdict, failures }, materialize: passed, update: passed, adrs: [] };
}

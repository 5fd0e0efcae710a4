/** Turns a spec into features under a validation contract (M-02 to M-04): two files, or one JSON document. */
import * as z from 'zod';
import { json } from '../../../answer-contracts/json.ts';
import { fail, type Outcome, ok } from '../../../failure/failure.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import {
  defectLines,
  type MissionPlan,
  type PlanReadResult,
  readPlanDocument,
  readPlanFiles,
} from '../../../mission/plan.ts';
import { fenceText, type Reply, type Role } from '../../../role/role.ts';
import { callFacts, dataRule, freshSessionRule, joinParts } from './prompt-parts.ts';

export interface MissionPlannerInput {
  readonly spec_path: string;
  readonly spec: Artifact;
  readonly cwd: string;
}

export const featuresPath = '.harness/features.json';
export const contractPath = '.harness/validation-contract.md';

const instructions = [
  'Plan a mission: turn a spec into features that other agents build one by one, under a contract that others validate.',
  'Write the contract first. Turn every claim of the spec into one assertion that a validator can verify who sees only the running product.',
  `Write \`${contractPath}\` with 10 to 40 assertions for a usual product, fewer for a small one, each in this form:`,
  '### VAL-AUTH-001: <what is true, in one sentence>',
  '- Verify: <how to see it; if the exit code of one command decides, only that command in backticks>',
  '- Evidence: <what shows it>',
  '- Status: pending',
  `Then write \`${featuresPath}\`: { "features": [ { "id": "F-001", "title": "…", "claims": ["VAL-AUTH-001"], "status": "todo", "attempts": 0, "dependsOn": [], "files": ["src/auth/**"] } ] }`,
  'A feature is one change that can be built, validated and merged by itself. It claims one to three assertions, and every assertion is claimed by a feature. Independent features must not depend on each other. `files` is optional.',
  'Write only these two files: any other change is discarded. Instead of writing them you may answer with one JSON document { "features": […], "assertions": [ { "id", "assertion", "verify", "evidence" } ] }.',
  'End your answer with the line `PLANNED: N assertions across M features`.',
  freshSessionRule,
  dataRule,
].join('\n');

const document = json(z.looseObject({ features: z.array(z.unknown()) }));

export const missionPlanner: Role<MissionPlannerInput, MissionPlan> = {
  id: 'mission.planner',
  mode: 'exec',
  remembers: true,
  instructions,
  prompt: ({ spec_path: path, spec, cwd }, read) =>
    joinParts(fenceText(`spec ${path}`, read(spec)), callFacts({ SPEC: path, WORKING_DIRECTORY: cwd })),
  reads: [featuresPath, contractPath],
  read: (reply) => outcomeOf(readPlan(reply)),
  samples: [{ features: [], assertions: [] }],
};

/** Written files take precedence over the answer. */
function readPlan(reply: Reply): PlanReadResult {
  const { [featuresPath]: features, [contractPath]: contract = '' } = reply.files ?? {};
  if (features !== undefined) return readPlanFiles(features, contract);
  const parsed = document(reply);
  return parsed.is === 'match' ? readPlanDocument(parsed.value) : { is: 'nothing', detail: 'there is no plan' };
}

/** `plan` in the failure decides how the mission ends if the plan stays unusable. */
function outcomeOf(read: PlanReadResult): Outcome<MissionPlan> {
  if (read.is === 'plan') return ok(read.plan);
  if (read.is === 'nothing') return fail('agent.schema', { reason: read.detail, plan: 'nothing' });
  return fail('agent.schema', { reason: defectLines(read).slice(0, 30).join('; '), plan: 'defective' });
}

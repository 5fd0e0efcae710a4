/** Turns a spec into features under a validation contract (M-02 to M-04): two files, or one JSON document. */
import * as z from 'zod';
import { json } from '../../../answer-contracts/json.ts';
import { fail, type Outcome, ok } from '../../../failure/failure.ts';
import { contractText } from '../../../input-files/validation-contract.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import { featuresText } from '../../../mission/features-text.ts';
import {
  defectLines,
  type MissionPlan,
  type PlanReadResult,
  readPlanDocument,
  readPlanFiles,
} from '../../../mission/plan.ts';
import { fenceText, type Reply, type Role } from '../../../role/role.ts';
import { changesRule, kindRule } from '../../proof/planning-rules.ts';
import { callFacts, dataRule, freshSessionRule, joinParts } from './prompt-parts.ts';

export interface MissionPlannerInput {
  readonly spec_path: string;
  readonly spec: Artifact;
  readonly cwd: string;
  /** Its own plan, and the commands in it that pass on the untouched base; absent in the first turn. */
  readonly repair?: PlanRepair;
}

export interface PlanRepair {
  readonly plan: MissionPlan;
  readonly green: readonly string[];
}

export const featuresPath = '.harness/features.json';
export const contractPath = '.harness/validation-contract.md';

const instructions = [
  'Plan a mission: turn a spec into features that other agents build one by one, under a contract that others validate.',
  'Write the contract first. Turn every claim of the spec into one assertion that a validator can verify who sees only the running product.',
  `Write \`${contractPath}\` with 10 to 40 assertions for a usual product, fewer for a small one, each in this form:`,
  '### VAL-AUTH-001: <what is true, in one sentence>',
  '- Verify: <how to see it; if the exit code of one command decides, only that command in backticks; it must fail before the feature exists>',
  '- Evidence: <what shows it>',
  '- Status: pending',
  `Then write \`${featuresPath}\`: { "features": [ { "id": "F-001", "title": "…", "claims": ["VAL-AUTH-001"], "status": "todo", "attempts": 0, "dependsOn": [], "files": ["src/auth/**"] } ] }`,
  'A feature is one change that can be built, validated and merged by itself. It claims one to three assertions, and every assertion is claimed by a feature. Independent features must not depend on each other. `files` is optional.',
  kindRule,
  changesRule('feature'),
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
  prompt: ({ spec_path: path, spec, cwd, repair }, read) =>
    joinParts(
      fenceText(`spec ${path}`, read(spec)),
      repair ? repairText(repair) : '',
      callFacts({ SPEC: path, WORKING_DIRECTORY: cwd }),
    ),
  reads: [featuresPath, contractPath],
  read: (reply) => outcomeOf(readPlan(reply)),
  samples: [{ features: [], assertions: [] }],
};

const repairText = ({ plan, green }: PlanRepair): string =>
  joinParts(
    fenceText('your contract', contractText(plan.assertions)),
    fenceText('your features', featuresText(plan.features)),
    fenceText('green commands', green.join('\n')),
    'You have written this plan. The green commands in it already pass on the untouched base, so they prove nothing. Write the whole plan again: replace each of them by a command that fails now and passes when its assertion is true, or verify that assertion in words. Change nothing else.',
  );

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

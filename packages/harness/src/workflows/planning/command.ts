/** `harness plan <spec>`: writes plan files for a product spec, or prints a preview of them. */
import { basename, extname } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { defaultContextDir } from '@harness/core/input-files/context-file';
import { maxNewPlans } from '@harness/core/plans/guardrails';
import { slug } from '@harness/core/text/slug';
import type { PlanningJob } from '@harness/core/workflows/planning/machine';
import { readPlans } from '@harness/effects/plans/read';
import { maxPlanSpecBytes } from '@harness/effects/plans/survey';
import type { Invocation } from '../../cli/command.ts';
import { readRepositoryFile } from '../../plans/input-file.ts';
import { requireValidPlans } from '../../plans/require-valid-plans.ts';
import { newRunId } from '../../run/run-id.ts';
import { loadSetup, resolveRunSettings, startRun } from '../../run/start-run.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { args, options } = invocation;
  const [given = ''] = args;
  if (given.trim() === '') throw new Refusal('usage.missing-input', { what: 'The spec', command: 'plan' });
  const most = parseMaxNewPlans(options['maxNewPlans']);
  const setup = await loadSetup(options);
  const { root, config } = setup;
  const { path: spec, text } = readRepositoryFile(root, given, { command: 'plan', maxBytes: maxPlanSpecBytes });
  const context = resolveRunSettings(setup, invocation, { workflow: 'planning', task: text.slice(0, 2_000) });
  requireValidPlans(await readPlans(root, config), context.output.language);
  const { planDir, completedDir, contextDir = defaultContextDir } = config;
  const input: PlanningJob = { spec, planDir, completedDir, contextDir, most, preview: options['preview'] === true };
  const run = newRunId(`plan-${slug(basename(spec, extname(spec)))}`);
  const title = `Plan ${spec}`;
  return startRun({ ...context, machine: 'planning', run, title, input });
}

function parseMaxNewPlans(value: unknown): number {
  const most = (value as number | undefined) ?? maxNewPlans;
  if (most <= maxNewPlans) return most;
  const detail = `--max-new-plans must be at most ${maxNewPlans}, not "${most}"`;
  throw new Refusal('usage.invalid', { detail, command: 'plan' });
}

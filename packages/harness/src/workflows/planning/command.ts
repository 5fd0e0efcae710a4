/** `harness plan <spec>`: a product spec becomes plan files, or a preview of them. */
import { basename, extname } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { defaultContextDir } from '@harness/core/input-files/context-file';
import { maxNewPlans } from '@harness/core/plans/guardrails';
import { slug } from '@harness/core/text/slug';
import type { PlanningJob } from '@harness/core/workflows/planning/machine';
import { readPlans } from '@harness/effects/plans/read';
import { maxSpecBytes } from '@harness/effects/plans/survey';
import { beginRun } from '@harness/engine/runs';
import type { World } from '@harness/engine/world';
import type { Invocation } from '../../cli/command.ts';
import { resolveRepo } from '../../cli/repo.ts';
import { readRepositoryFile } from '../../plans/input-file.ts';
import { requireValidPlans } from '../../plans/require-valid-plans.ts';
import { requireWorkableRoot } from '../../repository/repository.ts';
import { conclude } from '../../run/conclude.ts';
import { runInForeground } from '../../run/foreground.ts';
import { newRunId } from '../../run/run-id.ts';
import { archiveOldRuns } from '../../runs/archive-runs.ts';
import { flagsToConfig, parseAgentFlags } from '../../settings/agent-flags.ts';
import { loadConfig } from '../../settings/config.ts';
import { settingsOfJournal, settingsToParams } from '../../settings/settings.ts';

export async function run({ args: [given = ''], options, output: asked, workflows }: Invocation): Promise<number> {
  if (given.trim() === '') throw new Refusal('usage.missing-input', { what: 'The spec', command: 'plan' });
  const most = mostIn(options['maxNewPlans']);
  const flags = parseAgentFlags(options);
  const root = await requireWorkableRoot(resolveRepo(options));
  const config = await loadConfig(root, flagsToConfig(flags), process.env);
  const { path: spec, text } = readRepositoryFile(root, given, { command: 'plan', maxBytes: maxSpecBytes });
  const settings = settingsOfJournal({ config, flags, root, workflow: 'planning', task: text.slice(0, 2_000) });
  const output = { ...asked, language: asked.language ?? settings.language };
  requireValidPlans(readPlans(root, config), output.language);
  const { planDir, completedDir, contextDir = defaultContextDir } = config;
  const input: PlanningJob = { spec, planDir, completedDir, contextDir, most, preview: options['preview'] === true };
  const name = newRunId(`plan-${slug(basename(spec, extname(spec)))}`);
  const beginning = {
    run: name,
    machine: 'planning',
    title: `Plan ${spec}`,
    settings: settingsToParams(settings),
    input,
  };
  const go = (world: World, signal: AbortSignal) => beginRun(world, beginning, signal);
  await archiveOldRuns(root, config.store);
  const front = { root, run: name, workflow: 'planning', settings, takeOver: false, output, workflows, go };
  return conclude(front, await runInForeground(front));
}

function mostIn(said: unknown): number {
  const most = (said as number | undefined) ?? maxNewPlans;
  if (most <= maxNewPlans) return most;
  const detail = `--max-new-plans takes at most ${maxNewPlans}, not "${most}"`;
  throw new Refusal('usage.invalid', { detail, command: 'plan' });
}

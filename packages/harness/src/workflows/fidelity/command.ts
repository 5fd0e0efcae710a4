/** `harness fidelity`: how far what was built has drifted from its spec. */
import { basename, extname } from 'node:path';
import { messagesFor } from '@harness/core/messages/index';
import { slug } from '@harness/core/text/slug';
import type { FidelityJob } from '@harness/core/workflows/fidelity/machine';
import { readPlans } from '@harness/effects/plans/read';
import { beginRun } from '@harness/engine/runs';
import type { World } from '@harness/engine/world';
import type { Invocation } from '../../cli/command.ts';
import { resolveRepo } from '../../cli/repo.ts';
import { requireValidPlans } from '../../plans/require-valid-plans.ts';
import { resolveSpec } from '../../plans/spec.ts';
import { prepareStateFolder } from '../../plans/state-folder.ts';
import { printable } from '../../render/printable.ts';
import { requireWorkableRoot } from '../../repository/repository.ts';
import { conclude } from '../../run/conclude.ts';
import { runInForeground } from '../../run/foreground.ts';
import { newRunId } from '../../run/run-id.ts';
import { archiveOldRuns } from '../../runs/archive-runs.ts';
import { openStore } from '../../runs/folder.ts';
import { readRecurringFindings } from '../../runs/recurring-findings.ts';
import { flagsToConfig, parseAgentFlags } from '../../settings/agent-flags.ts';
import { loadConfig } from '../../settings/config.ts';
import { settingsOfJournal, settingsToParams } from '../../settings/settings.ts';

export async function run({ options, output: asked }: Invocation): Promise<number> {
  const flags = parseAgentFlags(options);
  const root = await requireWorkableRoot(resolveRepo(options));
  const config = await loadConfig(root, flagsToConfig(flags), process.env);
  const configured = config.fidelity.specPath;
  const { path: specPath, text } = resolveSpec(root, { command: 'fidelity', flag: options['spec'], configured });
  const settings = settingsOfJournal({ config, flags, root, workflow: 'fidelity', task: text.slice(0, 2_000) });
  const output = { ...asked, language: asked.language ?? settings.language };
  requireValidPlans(readPlans(root, config), output.language);
  const threshold = (options['threshold'] as number | undefined) ?? config.fidelity.threshold;
  const input: FidelityJob = { specPath, threshold };
  const name = newRunId(`fidelity-${slug(basename(specPath, extname(specPath)))}`);
  const beginning = {
    run: name,
    machine: 'fidelity',
    title: `Fidelity of ${specPath}`,
    settings: settingsToParams(settings),
    input,
  };
  const go = (world: World, signal: AbortSignal) => beginRun(world, beginning, signal);
  await archiveOldRuns(root, config.store);
  prepareStateFolder(root, config.stateDir);
  const front = { root, run: name, workflow: 'fidelity', settings, takeOver: false, output, go };
  const exitCode = await conclude(root, name, await runInForeground(front), output);
  if (!output.json) await tellRecurring(root, output);
  return exitCode;
}

/** Advice that is given in one run after the other belongs into a check. */
async function tellRecurring(root: string, { language, say }: Invocation['output']): Promise<void> {
  const { gates: words } = messagesFor(language);
  const advice = (await readRecurringFindings(openStore(root))).slice(0, mostTold);
  if (advice.length === 0) return;
  const lines = advice.map(({ text, runs }) => printable(`  - ${words.times({ count: runs.length })}: ${text}`));
  say(`\n${[words.recurring({}), ...lines].join('\n')}\n`);
}

const mostTold = 5;

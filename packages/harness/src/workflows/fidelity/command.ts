/** `harness fidelity`: scores how far the product has drifted from its spec. */
import { basename, extname } from 'node:path';
import { slug } from '@harness/core/text/slug';
import { sentencesOf } from '@harness/core/workflow';
import { type FidelityJob, fidelity } from '@harness/core/workflows/fidelity/machine';
import { fidelityWorkflow } from '@harness/core/workflows/fidelity/workflow';
import { readPlans } from '@harness/effects/plans/read';
import type { Invocation } from '../../cli/command.ts';
import { requireValidPlans } from '../../plans/require-valid-plans.ts';
import { resolveSpec } from '../../plans/spec.ts';
import { prepareStateFolder } from '../../plans/state-folder.ts';
import { printable } from '../../render/printable.ts';
import { newRunId } from '../../run/run-id.ts';
import { loadSetup, resolveRunSettings, startRun } from '../../run/start-run.ts';
import { openStore } from '../../runs/folder.ts';
import { readRecurringFindings } from '../../runs/recurring-findings.ts';

export async function run(invocation: Invocation): Promise<number> {
  const { options } = invocation;
  const setup = await loadSetup(options);
  const { root, config } = setup;
  const { path: specPath, text } = resolveSpec(root, 'fidelity', options['spec'], config.fidelity.specPath);
  const context = resolveRunSettings(setup, invocation, { workflow: 'fidelity', task: text.slice(0, 2_000) });
  const { output } = context;
  requireValidPlans(await readPlans(root, config), output.language);
  const threshold = (options['threshold'] as number | undefined) ?? config.fidelity.threshold;
  const input: FidelityJob = { specPath, threshold };
  const run = newRunId(`fidelity-${slug(basename(specPath, extname(specPath)))}`);
  prepareStateFolder(root, config.stateDir);
  const title = `Fidelity of ${specPath}`;
  const exitCode = await startRun({ ...context, machine: fidelity.id, run, title, input });
  if (!output.json) await printRecurringAdvice(root, output);
  return exitCode;
}

/** Lists advice that reviewers repeated in several runs: it belongs in a check. */
async function printRecurringAdvice(root: string, { language, say }: Invocation['output']): Promise<void> {
  const words = sentencesOf(fidelityWorkflow, language);
  const advice = (await readRecurringFindings(openStore(root))).slice(0, maxAdvice);
  if (advice.length === 0) return;
  const lines = advice.map(({ text, runs }) => printable(`  - ${words.times({ count: runs.length })}: ${text}`));
  say(`\n${[words.recurring({}), ...lines].join('\n')}\n`);
}

const maxAdvice = 5;

/** `harness fidelity`: how far what was built has drifted from its spec. */
import { basename, extname } from 'node:path';
import { messagesFor } from '@harness/core/messages/index';
import { slug } from '@harness/core/slug';
import type { FidelityJob } from '@harness/core/workflows/fidelity/machine';
import { readPlans } from '@harness/effects/plans/read';
import { begin } from '@harness/engine/runs';
import type { World } from '@harness/engine/world';
import { putAway } from '../archive.ts';
import { conclude } from '../conclude.ts';
import { configFor } from '../config.ts';
import { asConfig, flagsIn } from '../flags.ts';
import { storeOf } from '../folder.ts';
import { inFront } from '../front.ts';
import { requireOrder } from '../plans/order.ts';
import { specFor } from '../plans/spec.ts';
import { prepareStateFolder } from '../plans/state-folder.ts';
import { recurringIn } from '../recurring.ts';
import { printable } from '../render/printable.ts';
import { workableRoot } from '../repository.ts';
import { newRun } from '../run-name.ts';
import { settingsIn, toParams } from '../settings.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

export async function run({ options, output: asked }: Invocation): Promise<number> {
  const flags = flagsIn(options);
  const root = await workableRoot(repoOf(options));
  const config = await configFor(root, asConfig(flags), process.env);
  const configured = config.fidelity.specPath;
  const { path: specPath, text } = specFor(root, { command: 'fidelity', flag: options['spec'], configured });
  const settings = settingsIn({ config, flags, root, workflow: 'fidelity', task: text.slice(0, 2_000) });
  const output = { ...asked, language: asked.language ?? settings.language };
  requireOrder(readPlans(root, config), output.language);
  const threshold = (options['threshold'] as number | undefined) ?? config.fidelity.threshold;
  const input: FidelityJob = { specPath, threshold };
  const name = newRun(`fidelity-${slug(basename(specPath, extname(specPath)))}`);
  const beginning = {
    run: name,
    machine: 'fidelity',
    title: `Fidelity of ${specPath}`,
    settings: toParams(settings),
    input,
  };
  const go = (world: World, signal: AbortSignal) => begin(world, beginning, signal);
  await putAway(root, config.store);
  prepareStateFolder(root, config.stateDir);
  const front = { root, run: name, workflow: 'fidelity', settings, takeOver: false, output, go };
  const exitCode = await conclude(root, name, await inFront(front), output);
  if (!output.json) await tellRecurring(root, output);
  return exitCode;
}

/** Advice that is given in one run after the other belongs into a check. */
async function tellRecurring(root: string, { language, say }: Invocation['output']): Promise<void> {
  const { gates: words } = messagesFor(language);
  const advice = (await recurringIn(storeOf(root))).slice(0, mostTold);
  if (advice.length === 0) return;
  const lines = advice.map(({ text, runs }) => printable(`  - ${words.times({ count: runs.length })}: ${text}`));
  say(`\n${[words.recurring({}), ...lines].join('\n')}\n`);
}

const mostTold = 5;

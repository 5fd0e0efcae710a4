/** `harness release-gate`: decides by the acceptance file whether the product may be released. */
import { join } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { exitCodes } from '@harness/core/journal/end';
import { messagesFor } from '@harness/core/messages/index';
import { checkPerformer } from '@harness/effects/check/performer';
import { readPlans } from '@harness/effects/plans/read';
import { findAcceptance, runReleaseGate } from '@harness/effects/release-gate/judge';
import { readReleaseGateSetup } from '../plans/release-gate-setup.ts';
import { requireValidPlans } from '../plans/require-valid-plans.ts';
import { resolveSpec } from '../plans/spec.ts';
import { prepareStateFolder } from '../plans/state-folder.ts';
import { releaseLines } from '../render/release.ts';
import { requireWorkableRoot } from '../repository/repository.ts';
import { listenForShutdown, ShutdownError } from '../run/shutdown.ts';
import { withGateContext } from '../runs/gate-name.ts';
import { openRunSandbox } from '../sandbox/open-sandbox.ts';
import { parseAgentFlags } from '../settings/agent-flags.ts';
import { loadConfig } from '../settings/config.ts';
import { createRunSettings } from '../settings/settings.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

export async function run({ options, output }: Invocation): Promise<number> {
  const root = await requireWorkableRoot(resolveRepo(options));
  const config = await loadConfig(root);
  const language = output.language ?? config.language;
  const { path: specPath } = resolveSpec(root, 'release-gate', options['spec'], config.releaseGate?.specPath);
  requireCriteria(root, specPath);
  requireValidPlans(await readPlans(root, config), language);
  prepareStateFolder(root, config.stateDir);
  const settings = createRunSettings({
    config,
    flags: parseAgentFlags(options),
    root,
    workflow: 'release-gate',
    task: '',
  });
  const sandbox = await openRunSandbox(root, settings, { ...output, language });
  const runFolder = () => join(root, config.stateDir, 'release-reports');
  const setup = await readReleaseGateSetup(root, checkPerformer({ repo: root, runFolder, sandbox }), runFolder);
  const shutdown = listenForShutdown(() => output.tell('stopping the checks\n'));
  try {
    const judged = await withGateContext(root, 'release-gate', shutdown.signal, (context) =>
      runReleaseGate(setup, { specPath, everything: true }, context),
    );
    if (!judged.ok) throw new Refusal('gate.no-criteria', { detail: String(judged.failure.params['detail']) });
    const { report, reportPath, readyPath } = judged.value;
    if (output.json) output.say(`${JSON.stringify({ ...report, reportPath, readyPath })}\n`);
    else output.say(`${releaseLines(judged.value, messagesFor(language).gates).join('\n')}\n`);
    return report.ready ? exitCodes.ok : exitCodes.failed;
  } catch (error) {
    if (error instanceof ShutdownError) return error.exitCode;
    throw error;
  } finally {
    shutdown.close();
  }
}

function requireCriteria(root: string, spec: string): void {
  const found = findAcceptance(root, spec);
  if (found.ok) return;
  throw new Refusal('gate.no-criteria', { detail: String(found.failure.params['detail']) });
}

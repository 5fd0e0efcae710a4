/** Refuses a run that needs a forge if there is none: a repository on GitHub without a token is not merged locally. */
import type { Config } from '@harness/core/config/schema';
import { Refusal } from '@harness/core/failure/refusal';
import { describeMissing } from '@harness/effects/forge/choose';
import { findForge } from '@harness/effects/forge/find-forge';
import type { Workflows } from '../cli/command.ts';
import { loadConfig } from '../settings/config.ts';
import { partsOf } from '../workflows/parts.ts';

interface NewRun {
  readonly root: string;
  readonly workflows: Workflows;
  readonly machine: string;
  readonly input: unknown;
}

/** Before a run starts or continues, so that nothing is paid for work that cannot be delivered. */
export async function requireForgeFor({ root, workflows, machine, input }: NewRun): Promise<void> {
  const { needsForge } = await partsOf(workflows, machine);
  if (needsForge?.(input)) await requireForge(root, await loadConfig(root));
}

export async function requireForge(root: string, { forge: { kind } }: Pick<Config, 'forge'>): Promise<void> {
  const found = await findForge({ repo: root, kind, environment: process.env });
  if (found.is === 'local' || found.is === 'github') return;
  const params = found.is === 'no-token' ? { host: found.host } : { detail: describeMissing(found) };
  throw new Refusal('forge.unusable', params);
}

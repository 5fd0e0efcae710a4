/**
 * Runs the checks of a repository on the files of the checkout.
 *
 *   V1. The checks run in a clean room, in the sandbox and with the time limit of every other check.
 *   V2. An interrupted command leaves neither logs nor a clean room. A killed one leaves them to the next.
 */
import { relative } from 'node:path';
import type { Config } from '@harness/core/config/schema';
import { Refusal } from '@harness/core/failure/refusal';
import { checkPerformer } from '@harness/effects/check/performer';
import { type FinishedCheck, runChecks } from '@harness/effects/check/run-checks';
import { resolveContained } from '@harness/effects/contained-path';
import { removeFolder } from '@harness/effects/file/file-system';
import type { Sandbox } from '@harness/effects/sandbox/sandbox';
import { withGateContext } from '../runs/gate-name.ts';
import { clearLostRooms } from '../runs/lost-rooms.ts';
import type { NamedCheck } from '../settings/checks.ts';

interface CodeToCheck {
  readonly root: string;
  readonly config: Config;
  readonly checks: readonly NamedCheck[];
  readonly sandbox: Sandbox | undefined;
  readonly signal: AbortSignal;
}

export async function checkCode(
  { root, config, checks, sandbox, signal }: CodeToCheck,
  finished: (id: string, check: FinishedCheck) => void,
): Promise<void> {
  const { timeoutMs, reports } = config.checks;
  try {
    await withGateContext(root, 'validate', signal, async (context) => {
      const folder = requireLogFolder(root, context.run);
      await removeFolder(folder); // logs of an earlier command
      const check = checkPerformer({ repo: root, runFolder: () => folder, sandbox });
      const logs = () => relative(root, folder).replaceAll('\\', '/');
      const setup = { repo: root, timeoutMs, check, logs, ...(reports ? { reports } : {}) };
      const commands = checks.map(({ command }) => command);
      let at = 0;
      try {
        for await (const one of runChecks(setup, commands, context)) finished(checks[at++]?.id ?? '', one);
      } catch (error) {
        await removeFolder(folder);
        throw error;
      }
    });
  } finally {
    await clearLostRooms(root);
  }
}

function requireLogFolder(root: string, name: string): string {
  const path = `.harness/validate/${name}`;
  const contained = resolveContained(root, path);
  if (!contained.ok) throw new Refusal('input.outside', { path, command: 'validate' });
  return contained.path;
}

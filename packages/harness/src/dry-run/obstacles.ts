/** Collects the refusals of the real command, so that a dry run prints them and continues. */

import type { DryRunNotice } from '@harness/core/dry-run/document';
import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import { refusalText } from '@harness/core/messages/lookup';
import { freezeFilePath, isFrozen } from '../gates/frozen.ts';
import { resolveAgents } from '../providers/agents.ts';
import type { Output } from '../render/screen.ts';
import type { Settings } from '../settings/settings.ts';

/** Refusals that the user can resolve and then type the same command. All others are thrown. */
const resolvable: ReadonlySet<string> = new Set([
  'add-on.missing',
  'provider.too-old',
  'provider.no-key',
  'provider.no-program',
  'forge.unusable',
  'tree.dirty',
  'run.owned',
]);

export async function collectRefusal(
  check: () => Promise<unknown>,
  { language, typed }: Output,
  /** Another resolvable refusal, of the workflow. */
  code?: string,
): Promise<readonly DryRunNotice[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (!(error instanceof Refusal) || !(resolvable.has(error.code) || error.code === code)) throw error;
    const { message, next } = refusalText(messagesFor(language), error.code, error.params);
    return [{ code: error.code, message, next: typed(next) }];
  }
}

/** Refusals of every workflow: a provider that cannot be called, or frozen work. */
export async function collectUsualRefusals(
  root: string,
  settings: Settings,
  workflow: string,
  output: Output,
): Promise<readonly DryRunNotice[]> {
  const file = await freezeFilePath(root);
  const message = messagesFor(output.language).outlook.frozen({ file });
  const frozen: readonly DryRunNotice[] = isFrozen(file) ? [{ code: 'frozen', message, next: '' }] : [];
  return [...(await collectRefusal(() => resolveAgents(settings, workflow), output)), ...frozen];
}

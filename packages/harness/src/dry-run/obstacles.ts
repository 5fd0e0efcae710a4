/** What the real command would say instead of beginning: told, not thrown, because nothing is begun here anyway. */

import type { DryRunNotice } from '@harness/core/dry-run/document';
import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import { refusalText } from '@harness/core/messages/lookup';
import { freezeFile, isFrozen } from '../gates/frozen.ts';
import { resolveAgents } from '../providers/agents.ts';
import type { Output } from '../render/screen.ts';
import type { Settings } from '../settings/settings.ts';

/** What can be put right without another command line. Everything else is refused as the real command refuses it. */
const passing: ReadonlySet<string> = new Set([
  'provider.missing',
  'provider.no-key',
  'provider.no-program',
  'tree.dirty',
  'run.owned',
]);

export async function collectRefusal(
  look: () => Promise<unknown>,
  { language, typed }: Output,
  /** A refusal of the workflow that can be put right too. */
  code?: string,
): Promise<readonly DryRunNotice[]> {
  try {
    await look();
    return [];
  } catch (error) {
    if (!(error instanceof Refusal) || !(passing.has(error.code) || error.code === code)) throw error;
    const { message, next } = refusalText(messagesFor(language), error.code, error.params);
    return [{ code: error.code, message, next: typed(next) }];
  }
}

/** Of every workflow: that who is asked can be asked, and that nobody has frozen the work. */
export async function collectUsualRefusals(
  root: string,
  settings: Settings,
  workflow: string,
  output: Output,
): Promise<readonly DryRunNotice[]> {
  const file = await freezeFile(root);
  const message = messagesFor(output.language).outlook.frozen({ file });
  const frozen: readonly DryRunNotice[] = isFrozen(file) ? [{ code: 'frozen', message, next: '' }] : [];
  return [...(await collectRefusal(() => resolveAgents(settings, workflow), output)), ...frozen];
}

/** The sandbox of a run, as its settings want it: open, or said to be missing, or a refusal. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import type { Opened, Sandbox } from '@harness/effects/sandbox/sandbox';
import { controlPath } from '../control/control-path.ts';
import type { Output } from '../render/screen.ts';
import { loadConfig } from '../settings/config.ts';
import type { Settings } from '../settings/settings.ts';

/** What puts it right on the systems that most people have. */
export const installSandboxCommand = 'sudo apt-get install bubblewrap socat';
/** Some systems let nobody but root make a world of one's own; this lets everybody. */
export const allowSandboxCommand =
  'sudo sysctl -w kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0';

/** Nothing when there is none, and then it was said. */
export async function openRunSandbox(
  root: string,
  { sandbox: mode, sandboxShow, sandboxNetwork: network }: Settings,
  { language, tell }: Pick<Output, 'language' | 'tell'>,
): Promise<Sandbox | undefined> {
  const { unboxed } = messagesFor(language);
  if (mode === 'off') return void tell(`${unboxed.off({})}\n`);
  const show = sandboxShow.split('\n').filter((path) => path !== '');
  const opened = await probeSandbox(root, show, network);
  if (opened.is === 'open') return opened.sandbox;
  const [install, allow] = [installSandboxCommand, allowSandboxCommand];
  const [refusal, text] =
    opened.is === 'missing'
      ? [new Refusal('sandbox.missing', { install }), unboxed.missing({ install })]
      : [new Refusal('sandbox.unusable', { detail: opened.detail, allow }), unboxed.unusable(opened)];
  if (mode === 'required') throw refusal;
  return void tell(`${text}\n`);
}

/** Loaded only when somebody is to be boxed: most commands only look. */
export async function probeSandbox(
  root: string,
  show: readonly string[],
  network: 'open' | 'model-only',
): Promise<Opened> {
  const { openSandbox } = await import('@harness/effects/sandbox/sandbox');
  const { stateDir } = await loadConfig(root, {}, process.env);
  const tokens = [controlPath(root, stateDir)];
  return openSandbox({ root, show, tokens, network, product: productFolder(import.meta.dirname) });
}

/** Where the product is installed: the providers' programs lie below it. */
function productFolder(from: string): string {
  for (let folder = from; dirname(folder) !== folder; folder = dirname(folder))
    if (existsSync(join(folder, 'node_modules'))) return folder;
  return from;
}

/** Opens the sandbox of a run by its settings. If there is none, prints a warning or refuses. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { loopFile } from '@harness/core/issue-loop/document';
import { messagesFor } from '@harness/core/messages/index';
import { isInHarnessFolder } from '@harness/core/role/write-access';
import type { OpenSandboxResult, Sandbox } from '@harness/effects/sandbox/sandbox';
import { controlPath } from '../control/control-file.ts';
import type { Output } from '../render/screen.ts';
import { loadConfig } from '../settings/config.ts';
import type { Settings } from '../settings/settings.ts';

export const installSandboxCommand = 'sudo apt-get install bubblewrap socat';
/** Some systems allow user namespaces only to root; this allows them to all users. */
export const allowSandboxCommand =
  'sudo sysctl -w kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0';

/** `undefined` if there is no sandbox; a line has been printed then. */
export async function openRunSandbox(
  root: string,
  { sandbox: mode, sandboxShow, sandboxNetwork: network }: Settings,
  { language, tell }: Pick<Output, 'language' | 'tell'>,
): Promise<Sandbox | undefined> {
  const { unboxed } = messagesFor(language);
  if (mode === 'off') return void tell(`${unboxed.off({})}\n`);
  const show = sandboxShow.split('\n').filter((path) => path !== '');
  const { stateDir, tracker } = await loadConfig(root);
  const opened = await probeSandbox(root, { show, network, stateDir, issueDir: tracker.dir });
  if (opened.is === 'open') return opened.sandbox;
  const [install, allow] = [installSandboxCommand, allowSandboxCommand];
  const [refusal, text] =
    opened.is === 'missing'
      ? [new Refusal('sandbox.missing', { install }), unboxed.missing({ install })]
      : [new Refusal('sandbox.unusable', { detail: opened.detail, allow }), unboxed.unusable(opened)];
  if (mode === 'required') throw refusal;
  return void tell(`${text}\n`);
}

/** Loaded late: most commands only read. */
export async function probeSandbox(
  root: string,
  {
    show,
    network,
    stateDir,
    issueDir,
  }: {
    readonly show: readonly string[];
    readonly network: 'open' | 'model-only';
    readonly stateDir: string;
    readonly issueDir: string;
  },
): Promise<OpenSandboxResult> {
  const { openSandbox } = await import('@harness/effects/sandbox/sandbox');
  const tokens = [controlPath(root, stateDir)];
  // Issues are orders to later runs, so only people and the harness write them.
  const kept = [join(root, stateDir), ...keptIssues(root, issueDir)].filter((folder) => folder !== root);
  const keptFiles = [join(root, loopFile)]; // the signal to stop belongs to people
  return openSandbox({ root, show, tokens, kept, keptFiles, network, product: productFolder(import.meta.dirname) });
}

/** The folder of the local tracker; below `.harness` it is read-only anyway. */
const keptIssues = (root: string, dir: string): readonly string[] =>
  isInHarnessFolder(dir) || !existsSync(join(root, dir)) ? [] : [join(root, dir)];

/** The installation folder of the product, which contains the programs of the providers. */
function productFolder(from: string): string {
  for (let folder = from; dirname(folder) !== folder; folder = dirname(folder))
    if (existsSync(join(folder, 'node_modules'))) return folder;
  return from;
}

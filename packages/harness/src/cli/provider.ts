/** `harness provider add|list|remove`: the packages that the harness does not contain, in the home folder of the user. */

import { Refusal } from '@harness/core/failure/refusal';
import { exitCodes } from '@harness/core/journal/end';
import { messagesFor } from '@harness/core/messages/index';
import { type AddOnName, addOnCommand, addOnNames, addOns, mainPackage } from '@harness/core/providers/add-ons';
import { addOnFolder, findAddOn } from '@harness/effects/add-ons/find';
import { installAddOn, removeAddOn } from '@harness/effects/add-ons/install';
import { askText } from '../render/ask-text.ts';
import { printResult } from '../render/screen.ts';
import { listenForShutdown, ShutdownError } from '../run/shutdown.ts';
import type { Invocation } from './command.ts';

const actions = { add, list, remove } as const;

export async function run(invocation: Invocation): Promise<number> {
  const [action = '', name] = invocation.args;
  const known = Object.keys(actions).join(', ');
  if (!Object.hasOwn(actions, action))
    throw new Refusal('usage.invalid', {
      detail: `the actions of provider are ${known}, not "${action}"`,
      command: 'provider',
    });
  return actions[action as keyof typeof actions](invocation, name);
}

function readName(name: string | undefined, action: string): AddOnName {
  if (name === undefined)
    throw new Refusal('usage.missing-input', {
      what: `The name of an add-on, as in provider ${action} esbuild,`,
      command: 'provider',
    });
  const found = addOnNames.find((one) => one === name);
  if (found === undefined) {
    const detail = `No add-on "${name}". Add-ons: ${addOnNames.join(', ')}`;
    throw new Refusal('usage.invalid', { detail, command: 'provider' });
  }
  return found;
}

const specsOf = (name: AddOnName): string =>
  Object.entries(addOns[name].packages)
    .map(([one, version]) => `${one}@${version}`)
    .join(' ');

async function list({ output }: Invocation): Promise<number> {
  const { addOns: words } = messagesFor(output.language);
  const rows = addOnNames.map((name) => {
    const found = findAddOn(name);
    const tested = addOns[name].packages[mainPackage(name)] ?? '';
    return {
      name,
      packages: addOns[name].packages,
      version: found?.version ?? null,
      folder: found?.folder ?? null,
      isAdded: found?.isAdded ?? false,
      tested,
    };
  });
  const stateOf = ({ name, version, isAdded, tested }: (typeof rows)[number]) => {
    if (version === null) return words['is-missing']({ command: addOnCommand(name) });
    return isAdded ? words['is-added']({ version, tested }) : words['is-beside']({ version });
  };
  return printResult(output, { addOns: rows }, () =>
    rows.map((row) => `${row.name.padEnd(10)} ${stateOf(row)} · ${words.purpose({ name: row.name })}\n`).join(''),
  );
}

async function add({ options, output }: Invocation, given: string | undefined): Promise<number> {
  const name = readName(given, 'add');
  const { addOns: words } = messagesFor(output.language);
  const packages = specsOf(name);
  const found = findAddOn(name);
  if (found !== undefined && found.version === addOns[name].packages[mainPackage(name)])
    return printResult(
      output,
      { name, folder: found.folder, installed: false },
      () => `${words.unneeded({ name, path: found.folder })}\n`,
    );
  if (!(await isConfirmed(name, { options, output }))) {
    output.say(`${words.declined({})}\n`);
    return exitCodes.failed;
  }
  const shutdown = listenForShutdown(() => output.tell('stopping npm\n'));
  try {
    const result = await installAddOn(name, shutdown.signal);
    shutdown.signal.throwIfAborted();
    if (result.is === 'failed')
      throw new Refusal('add-on.not-installed', { name, detail: result.detail.replace(/\.$/, '') });
  } catch (error) {
    if (error instanceof ShutdownError) return error.exitCode;
    throw error;
  } finally {
    shutdown.close();
  }
  const folder = addOnFolder(name);
  return printResult(output, { name, folder, installed: true }, () => `${words.added({ packages, path: folder })}\n`);
}

/** A script confirms with `--yes`; a person types it. */
async function isConfirmed(
  name: AddOnName,
  { options, output }: Pick<Invocation, 'options' | 'output'>,
): Promise<boolean> {
  if (options['yes'] === true) return true;
  const { megabytes } = addOns[name];
  const packages = specsOf(name);
  if (!output.isTerminal || output.noInput || output.json)
    throw new Refusal('add-on.unconfirmed', { name, packages, megabytes: String(megabytes) });
  const typed = await askText(messagesFor(output.language).addOns.confirm({ packages, megabytes }), output);
  return /^(y|yes)$/i.test(typed ?? '');
}

async function remove({ output }: Invocation, given: string | undefined): Promise<number> {
  const name = readName(given, 'remove');
  const { addOns: words } = messagesFor(output.language);
  const folder = addOnFolder(name);
  const removed = removeAddOn(name);
  return printResult(
    output,
    { name, folder, removed },
    () => `${words[removed ? 'removed' : 'not-there']({ path: folder })}\n`,
  );
}

/**
 * Calls the hooks of a mission, `.harness/hooks/<name>.sh <about> <folder>`, with the environment of a check (MO-25).
 *
 *   H1. A hook that fails or times out causes a warning and changes nothing.
 *   H2. The run waits for the hooks around a call. Other hooks run one by one beside the run, which waits at its end.
 *   H3. A link is not a hook: the script itself must be in this folder.
 *   H4. A script that changed while an agent could write here does not run.
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentInput } from '@harness/core/effects/agent';
import type { Performer } from '@harness/core/effects/performer';
import type { Entry } from '@harness/core/journal/journal';
import { type Hook, type HookName, hookFile, hooksAround, hooksOf } from '@harness/core/workflows/mission/hook';
import type { Mission } from '@harness/core/workflows/mission/machine';
import { runUserCommand } from '@harness/effects/process/user-command';
import { findChangedFiles } from '@harness/effects/trust/exposure';
import { createView, type ViewFile } from '../../run/view-file.ts';

const timeoutMs = 60_000;

/** Returns why the hook failed; undefined if it succeeded or does not exist. */
async function callHook(root: string, { name, about }: Hook): Promise<string | undefined> {
  const file = join('.harness', hookFile(name));
  const found = lstatSync(join(root, file), { throwIfNoEntry: false });
  if (!found?.isFile()) return undefined;
  if ((await findChangedFiles(root)).includes(file))
    return `${file} changed while an agent could write here; accept it with: harness trust`;
  const isProgram = (found.mode & 0o100) !== 0;
  return runUserCommand({
    command: isProgram ? `./${file}` : `sh ./${file}`,
    args: [about, root],
    cwd: root,
    timeoutMs,
  });
}

export const withHooks = (performer: Performer<AbortSignal>, root: string): Performer<AbortSignal> => ({
  ...performer,
  async perform(input, context) {
    const { role, item } = input as AgentInput;
    const names = hooksAround(role);
    if (names === undefined) return performer.perform(input, context);
    const run = async (name: HookName) => {
      const detail = await callHook(root, { name, about: item ?? '' });
      if (detail !== undefined) await context.note('hook.failed', { hook: name, detail });
    };
    await run(names.before);
    const performed = await performer.perform(input, context);
    await run(names.after);
    return performed;
  },
});

export interface Hooks extends ViewFile {
  /** Resolves when every hook that was called has ended. */
  settled(): Promise<void>;
}

export function createHooks(root: string, warn: (hook: HookName, detail: string) => void): Hooks {
  const states = new Map<string, Mission>();
  let last = Promise.resolve();
  const run = async (hook: Hook) => {
    const detail = await callHook(root, hook);
    if (detail !== undefined) warn(hook.name, detail);
  };
  const remember = (member: string, entry: Entry): readonly Hook[] => {
    if (entry.type === 'started' && entry.machine !== 'mission') return [];
    if (entry.type !== 'started' && entry.type !== 'moved') return [];
    const before = states.get(member);
    if (entry.type === 'moved' && before === undefined) return [];
    const now = entry.state as Mission;
    states.set(member, now);
    return before === undefined ? [] : hooksOf(before, now);
  };
  const view = createView(remember, (_member, _entry, hooks) => {
    for (const hook of hooks) last = last.then(() => run(hook));
  });
  return { ...view, settled: () => last };
}

/** Checks whether the sandbox works, with the same probe as every run. */
import { tmpdir } from 'node:os';
import { Refusal } from '@harness/core/failure/refusal';
import { isSandboxTight } from '@harness/effects/sandbox/canary';
import { allowSandboxCommand, installSandboxCommand, probeSandbox } from '../sandbox/open-sandbox.ts';
import { loadConfig } from '../settings/config.ts';
import { type Diagnosis, failedWith, passed } from './diagnosis.ts';

const id = 'sandbox';
const meaning = 'commands of an agent can access files outside its folder';

export async function sandbox(root: string | undefined): Promise<Diagnosis> {
  const { mode, show, network } = await sandboxSettings(root);
  if (mode === 'off') return passed(id, false, `switched off: ${meaning}`);
  const required = mode === 'required';
  const opened = await probeSandbox(root ?? tmpdir(), show, network);
  if (opened.is === 'missing')
    return failedWith(id, required, `bubblewrap is not installed: ${meaning}`, installSandboxCommand);
  if (opened.is === 'unusable')
    return failedWith(
      id,
      required,
      `bubblewrap does not work here (${opened.detail}): ${meaning}`,
      allowSandboxCommand,
    );
  const { canary } = opened.sandbox;
  const found = `write ${canary.write}, secret ${canary.secret}, process ${canary.process}`;
  return isSandboxTight(canary)
    ? passed(id, required, `bubblewrap works: ${found}`)
    : failedWith(id, true, `bubblewrap does not isolate: ${found}`, installSandboxCommand);
}

/** Falls back to the defaults if the configuration is invalid; the configuration has its own line. */
async function sandboxSettings(root: string | undefined) {
  const defaults = { mode: 'auto', show: [], network: 'open' } as const;
  try {
    return root === undefined ? defaults : (await loadConfig(root, {}, process.env)).sandbox;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return defaults;
  }
}

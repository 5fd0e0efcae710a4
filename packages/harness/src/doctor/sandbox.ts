/** Checks whether the sandbox works, with the same probe as every run. */
import { tmpdir } from 'node:os';
import { isSandboxTight } from '@harness/effects/sandbox/canary';
import { allowSandboxCommand, installSandboxCommand, probeSandbox } from '../sandbox/open-sandbox.ts';
import { loadValidConfig } from '../settings/config.ts';
import { type Diagnosis, failedCheck, passedCheck } from './diagnosis.ts';

const id = 'sandbox';
const meaning = 'commands of an agent can access files outside its folder';
const defaults = {
  sandbox: { mode: 'auto', show: [], network: 'open' },
  stateDir: '.orchestrator',
  tracker: { dir: '.harness/issues' },
} as const;

export async function checkSandbox(root: string | undefined): Promise<Diagnosis> {
  // An invalid configuration has its own line; the defaults apply here.
  const { sandbox, stateDir, tracker } = (root === undefined ? undefined : await loadValidConfig(root)) ?? defaults;
  const { mode, show, network } = sandbox;
  if (mode === 'off') return passedCheck(id, false, `switched off: ${meaning}`);
  const required = mode === 'required';
  const opened = await probeSandbox(root ?? tmpdir(), { show, network, stateDir, issueDir: tracker.dir });
  if (opened.is === 'missing')
    return failedCheck(id, required, `bubblewrap is not installed: ${meaning}`, installSandboxCommand);
  if (opened.is === 'unusable') {
    const detail = `bubblewrap does not work here (${opened.detail}): ${meaning}`;
    return failedCheck(id, required, detail, allowSandboxCommand);
  }
  const { canary } = opened.sandbox;
  const found = `write ${canary.write}, secret ${canary.secret}, process ${canary.process}`;
  return isSandboxTight(canary)
    ? passedCheck(id, required, `bubblewrap works: ${found}`)
    : failedCheck(id, true, `bubblewrap does not isolate: ${found}`, installSandboxCommand);
}

/** Whether agents and checks can be kept in a box here, tried as every run tries it. */
import { tmpdir } from 'node:os';
import { Refusal } from '@harness/core/refusal';
import { holds } from '@harness/effects/sandbox/canary';
import { configFor } from '../config.ts';
import { allowing, installing, look } from '../sandbox.ts';
import { type Examined, fine, wrong } from './check.ts';

const id = 'sandbox';
const meaning = 'a command that an agent runs can leave its folder';

export async function sandbox(root: string | undefined): Promise<Examined> {
  const { mode, show, network } = await wanted(root);
  if (mode === 'off') return fine(id, false, `switched off: ${meaning}`);
  const required = mode === 'required';
  const opened = await look(root ?? tmpdir(), show, network);
  if (opened.is === 'missing') return wrong(id, required, `bubblewrap is not installed: ${meaning}`, installing);
  if (opened.is === 'unusable')
    return wrong(id, required, `bubblewrap does not work here (${opened.detail}): ${meaning}`, allowing);
  const { canary } = opened.sandbox;
  const found = `write ${canary.write}, secret ${canary.secret}, process ${canary.process}`;
  return holds(canary)
    ? fine(id, required, `bubblewrap holds: ${found}`)
    : wrong(id, true, `bubblewrap does not hold: ${found}`, installing);
}

/** A configuration that cannot be read is told elsewhere; until then what holds by default is looked at. */
async function wanted(root: string | undefined) {
  const usual = { mode: 'auto', show: [], network: 'open' } as const;
  try {
    return root === undefined ? usual : (await configFor(root, {}, process.env)).sandbox;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return usual;
  }
}

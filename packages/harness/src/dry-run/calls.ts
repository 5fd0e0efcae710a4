/** Renders the calls of a simulated path with the code of real calls; a placeholder marks text that does not exist yet. */
import { join } from 'node:path';
import type { Placeholder } from '@harness/core/dry-run/assumed-answers';
import type { DryRunCall } from '@harness/core/dry-run/document';
import { estimateOf } from '@harness/core/dry-run/estimate';
import { readFutureText } from '@harness/core/dry-run/future-text';
import type { SimulatedEffect, SimulatedPath } from '@harness/core/dry-run/simulate';
import type { AgentInput } from '@harness/core/effects/agent';
import { roles } from '@harness/core/workflows/loaded';
import { readCallContext } from '@harness/effects/agent/call-context';
import { readRepositoryInstructions } from '@harness/effects/agent/repository-instructions';
import { createRequest } from '@harness/effects/agent/request';
import { textReader } from '@harness/effects/agent/texts';
import { keyRedactor } from '@harness/effects/secret/redactor';
import type { Settings } from '../settings/settings.ts';
import { findAnsweringAgent } from './answering-agent.ts';

export interface CallContext {
  readonly root: string;
  readonly title: string;
  readonly settings: Settings;
  readonly mark: Placeholder;
}

export async function simulatedCalls({ effects }: SimulatedPath, context: CallContext): Promise<readonly DryRunCall[]> {
  const calls = effects.filter(({ effect }) => effect.kind === 'agent');
  return Promise.all(calls.map((call) => callOf(call, context)));
}

async function callOf(
  { key, effect, written }: SimulatedEffect,
  { root, title, settings, mark }: CallContext,
): Promise<DryRunCall> {
  const call = effect.input as AgentInput;
  const role = roles[call.role];
  if (!role) throw new Error(`No role ${call.role}`);
  const { provider, model, limits, reserveTokens, costOf } = await findAnsweringAgent(call, settings);
  const words = await readRepositoryInstructions(root, role, title);
  const { text: heard } = await readCallContext(root, settings.contextDir, role, call.item);
  const noRun = { run: '', key, earlier: undefined, family: [], runFolder: '', session: null, writes: undefined };
  const read = readFutureText(written, mark, textReader('', join(root, call.workplace.cwd)));
  const { language } = settings;
  const asked = { ...noRun, call, role, repo: root, words, heard, language, model: model ?? undefined };
  const request = createRequest(asked, read);
  // The agent gets the prompt unredacted; the printed copy may end up in a log.
  const { stable, prompt } = keyRedactor().deep({ stable: request.stable, prompt: request.prompt });
  return {
    role: role.id,
    mode: role.mode,
    provider,
    model,
    limits,
    stable,
    prompt,
    estimate: estimateOf({ stable, prompt, reserveTokens, costOf }),
  };
}

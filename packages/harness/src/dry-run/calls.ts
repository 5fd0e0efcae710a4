/** The calls of a foreseen way, each asked as the real one is: by the same code, with a mark where nobody knows yet. */
import { join } from 'node:path';
import type { AgentInput } from '@harness/core/effects/agent';
import type { Call } from '@harness/core/outlook/document';
import { estimateOf } from '@harness/core/outlook/estimate';
import type { Foreseen, Way } from '@harness/core/outlook/foresee';
import type { Mark } from '@harness/core/outlook/invent';
import { foreseenText } from '@harness/core/outlook/read';
import { roles } from '@harness/core/roles/index';
import { heardBy } from '@harness/effects/agent/heard';
import { requestFor } from '@harness/effects/agent/request';
import { textReader } from '@harness/effects/agent/texts';
import { repositoryWords } from '@harness/effects/agent/words';
import { keyRedactor } from '@harness/effects/secret/redactor';
import type { Settings } from '../settings.ts';
import { whoAnswers } from './who.ts';

export interface Place {
  readonly root: string;
  readonly settings: Settings;
  readonly mark: Mark;
}

export async function callsOn({ effects }: Way, place: Place): Promise<readonly Call[]> {
  const asked = effects.filter(({ effect }) => effect.kind === 'agent');
  return Promise.all(asked.map((one) => callOf(one, place)));
}

async function callOf({ key, effect, written }: Foreseen, { root, settings, mark }: Place): Promise<Call> {
  const call = effect.input as AgentInput;
  const role = roles[call.role];
  if (!role) throw new Error(`No role ${call.role}`);
  const { provider, model, limits, reserveTokens, costOf } = whoAnswers(call, settings);
  const words = await repositoryWords(root, role.id);
  const { text: heard } = heardBy(root, settings.contextDir, role.id, call.item);
  const nowhere = { run: '', key, earlier: undefined, family: [], runFolder: '', session: null, output: undefined };
  const read = foreseenText(written, mark, textReader('', join(root, call.workplace.cwd)));
  const request = requestFor({ ...nowhere, call, role, repo: root, words, heard, model: model ?? undefined }, read);
  // A prompt is sent as it is; what is shown of it may lie about in a terminal or a log.
  const { stable, prompt } = keyRedactor().deep({ stable: request.stable, prompt: request.prompt });
  return {
    ...{ role: role.id, mode: role.mode, provider, model, limits, stable, prompt },
    estimate: estimateOf({ stable, prompt, reserveTokens, costOf }),
  };
}

/** Everything that a call is asked with, before anybody is asked. */
import { join } from 'node:path';
import type { AgentInput } from '@harness/core/effects/agent';
import { forAgents } from '@harness/core/mission/allotment';
import type { PerformContext } from '@harness/core/performer';
import type { Role } from '@harness/core/role';
import { allotmentOf } from '../git/allot.ts';
import { modelFor, sessionOf } from './asking.ts';
import { hear } from './heard.ts';
import type { AgentOptions, Asking } from './options.ts';
import { clearOutput, type OutputPlace, outputPlace } from './output-file.ts';
import type { AgentRequest } from './provider.ts';
import { rememberedBy } from './remembered.ts';
import { requestFor } from './request.ts';
import { textReader } from './texts.ts';
import { repositoryWords } from './words.ts';

export interface Prepared {
  readonly asking: Asking;
  readonly request: AgentRequest;
  readonly output: OutputPlace | undefined;
  readonly cwd: string;
  readonly runFolder: string;
}

export async function prepare(
  call: AgentInput,
  role: Role<never, unknown>,
  context: PerformContext<AbortSignal>,
  options: AgentOptions,
): Promise<Prepared> {
  const { run, key, earlier } = context;
  const { repo } = options;
  const asking = options.agentFor(role.id);
  const runFolder = options.runFolder(run);
  const family = await options.family(run);
  const cwd = join(repo, call.workplace.cwd);
  const output = outputPlace(role, call.input, cwd);
  const words = await repositoryWords(repo, role.id);
  const remembered = rememberedBy(role.id, repo, options.runFolder(family[0]?.run ?? run));
  const heard = await hear(call, options, runFolder, context);
  const asked = {
    ...{ run, key, call, role, earlier, family, repo, runFolder, words, heard, output, remembered },
    model: modelFor(asking, call),
    session: sessionOf(context, role, asking.provider, family),
  };
  const request = requestFor(asked, textReader(runFolder, cwd)); // before the output is cleared: it may be among the texts
  if (output) await clearOutput(output, runFolder, key);
  const lane = await allotmentOf(repo, call.workplace.cwd);
  const allotted = lane ? { ...request, environment: forAgents(lane) } : request;
  return { asking, request: allotted, output, cwd, runFolder };
}

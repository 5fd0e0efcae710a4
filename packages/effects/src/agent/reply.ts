/** Reads the result of a call: stores the reply and reads it by its role, or turns an error into a failure. */

import { basename } from 'node:path';
import { agentFailure } from '@harness/core/effects/agent';
import { fail, type Outcome, sampleFailure } from '@harness/core/failure/failure';
import type { Role } from '@harness/core/role/role';
import { reserveArtifact, writeArtifact } from '../artifact/store.ts';
import { readText } from '../checkout/file.ts';
import { excerpt } from '../excerpt.ts';
import { type OutputPlace, takeOutput } from './output-file.ts';
import type { AgentRequest, AgentResult } from './provider.ts';

/** A longer reply is rejected rather than cut: the cut part of a review could hold a blocking finding. */
const maxReplyChars = 16_000_000;
const maxDetailBytes = 2_000;

export interface CallAnswer {
  readonly role: Role<never, unknown>;
  readonly input: unknown;
  readonly request: AgentRequest;
  readonly runFolder: string;
  readonly key: string;
  readonly output: OutputPlace | undefined;
}

export async function readCallResult(
  result: AgentResult,
  { role, input, request, runFolder, key, output }: CallAnswer,
): Promise<Outcome<unknown>> {
  const { item, attempt } = request;
  const about = { role: role.id, ...(item === null ? {} : { item }), attempt };
  if (result.outcome !== 'ok') {
    const { detail, ...more } = result.error;
    return fail(agentFailure(result.outcome), { ...about, detail: excerpt(detail, maxDetailBytes), ...more });
  }
  const { text, json } = result;
  await storeReply(runFolder, key, '.reply.txt', text);
  if (json !== undefined) await storeReply(runFolder, key, '.reply.json', JSON.stringify(json));
  if (text.length > maxReplyChars) return fail('agent.schema', { ...about, reason: 'too-long' });
  const file = output && (await takeOutput(output, text));
  const files = role.reads === undefined ? {} : { files: await readFiles(request.cwd, role.reads) };
  const reply = { text, ...(json === undefined ? {} : { json }), ...(file === undefined ? {} : { file }), ...files };
  const read = role.read(reply);
  const outcome = read.ok && role.judge ? role.judge(read.value, input as never) : read;
  return outcome.ok ? outcome : sampleFailure(outcome.failure.code, { ...outcome.failure.params, ...about });
}

/** Files that are missing or behind a link are left out. */
async function readFiles(cwd: string, paths: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const read = await Promise.all(paths.map(async (path) => [path, await readText(cwd, path)] as const));
  return Object.fromEntries(read.flatMap(([path, text]) => (text === null ? [] : [[path, text]])));
}

async function storeReply(runFolder: string, key: string, extension: string, text: string): Promise<void> {
  await writeArtifact(runFolder, basename(await reserveArtifact(runFolder, key, extension)), text);
}

/**
 * Reads the program's session files while they grow.
 *
 * The event stream reports usage only at the end of a turn, as a total of the whole session, and not at all if the turn
 * is interrupted. It also omits refused tools. The session files have both, line by line, also for subagents.
 */

import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Usage } from '@harness/core/budget/usage';
import { parseJson } from '@harness/core/text/json';
import * as z from 'zod';
import { valueIfCode } from '../../file/file-system.ts';
import { usageIn } from './meter.ts';

export type SessionLogEntry =
  | { readonly is: 'used'; readonly usage: Usage }
  | { readonly is: 'model'; readonly model: string }
  | { readonly is: 'refused'; readonly tool: string; readonly path: string };

export interface SessionLog {
  /** Returns the entries since the last call. */
  read(): Promise<readonly SessionLogEntry[]>;
}

/** Skips the entries of earlier calls of the session. */
export async function openSessionLog(codexHome: string): Promise<SessionLog> {
  const tails = new Map<string, Tail>();
  const calls = new Map<string, Call>();
  const read = async () => {
    const lines: string[] = [];
    for (const file of await filesIn(join(codexHome, 'sessions'))) {
      const tail = tails.get(file) ?? { at: 0, rest: Buffer.alloc(0) };
      tails.set(file, tail);
      lines.push(...(await newLines(file, tail)));
    }
    return lines.flatMap((line) => parseSessionLog(line, calls));
  };
  await read();
  return { read };
}

interface Tail {
  at: number;
  rest: Buffer;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true }).catch(valueIfCode([], 'ENOENT')); // the session has not started
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
}

async function newLines(file: string, tail: Tail): Promise<readonly string[]> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const fresh = Buffer.alloc(Math.max(0, size - tail.at));
    const { bytesRead } = await handle.read(fresh, 0, fresh.length, tail.at);
    tail.at += bytesRead;
    const all = Buffer.concat([tail.rest, fresh.subarray(0, bytesRead)]);
    const end = all.lastIndexOf('\n') + 1;
    tail.rest = all.subarray(end);
    return all
      .subarray(0, end)
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '');
  } finally {
    await handle.close();
  }
}

const count = z.number().int().nonnegative().default(0);
const line = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('token_usage_record'),
    payload: z.object({
      usage: z.object({
        input_tokens: count,
        cached_input_tokens: count,
        cache_write_input_tokens: count,
        output_tokens: count,
      }),
    }),
  }),
  z.object({ type: z.literal('turn_context'), payload: z.object({ model: z.string() }) }),
  z.object({
    type: z.literal('response_item'),
    payload: z.looseObject({ type: z.string(), call_id: z.string().optional(), name: z.string().optional() }),
  }),
]);

interface Call {
  readonly tool: string;
  readonly input: string;
}

/** Ignores lines of other kinds and lines with an unknown form. */
function parseSessionLog(text: string, calls: Map<string, Call>): readonly SessionLogEntry[] {
  const { success, data } = line.safeParse(parseJson(text));
  if (!success) return [];
  if (data.type === 'turn_context') return [{ is: 'model', model: data.payload.model }];
  if (data.type === 'token_usage_record') return [{ is: 'used', usage: usageIn(data.payload.usage) }];
  const { type, call_id: id = '', name = '' } = data.payload;
  if (type === 'function_call' || type === 'custom_tool_call')
    calls.set(id, { tool: name, input: String(data.payload['input'] ?? data.payload['arguments'] ?? '') });
  if (!type.endsWith('_output')) return [];
  return refusalsIn(calls.get(id) ?? { tool: name, input: '' }, textOf(data.payload['output']));
}

/** A patch in a read-only folder, a tool that the mode does not have, or a command that the sandbox stopped. */
function refusalsIn({ tool, input }: Call, output: string): readonly SessionLogEntry[] {
  if (/patch rejected|writing is blocked/.test(output))
    return [{ is: 'refused', tool: 'apply_patch', path: patchedIn(input) }];
  const missing = /unsupported (?:custom tool )?call: (?<name>[\w.-]+)|tools\.(?<member>\w+) is not a function/.exec(
    output,
  );
  const { name, member = tool } = missing?.groups ?? {};
  if (missing) return [{ is: 'refused', tool: name ?? member, path: '.' }];
  const stopped = stoppedAt.exec(output)?.groups;
  return stopped ? [{ is: 'refused', tool, path: stopped['quoted'] ?? stopped['path'] ?? '.' }] : [];
}

/** Commands report a denial in different words, but the system's error message comes last. */
const stoppedAt = /(?:'(?<quoted>[^'\n]+)'|(?<path>[^\s:']+)): (?:Read-only file system|Operation not permitted)/;

/** A text, or a list of parts with one text each. */
const textOf = (output: unknown): string =>
  Array.isArray(output) ? output.map((part: { text?: string }) => part.text ?? '').join('\n') : String(output);

const patchedIn = (patch: string) =>
  /\*\*\* (?:Add|Update|Delete) File: (?<path>.+?)(?:\n|\\n|"|$)/.exec(patch)?.groups?.['path'] ?? '.';

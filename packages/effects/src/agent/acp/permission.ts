/**
 * What an agent may do when it asks.
 *
 *   Q1. A role that works may do everything that stays in its folder: it writes no file outside, and none of git's own.
 *   Q2. A role that only reads may do nothing, but for writing its one output file.
 *   Q3. The answer is chosen by its kind. What an agent calls its answers is its own business, and changes.
 */
import { realpathSync } from 'node:fs';
import { isAbsolute, normalize, relative } from 'node:path';
import { resolveContained } from '../../contained-path.ts';
import type { AgentRequest } from '../provider.ts';
import type { Permission, ToolCall } from './wire.ts';

export type Bounds = Pick<AgentRequest, 'mode' | 'cwd' | 'output'>;

/** Kinds of tools that leave files as they are; whatever has another name could change them. */
const harmless = ['read', 'search', 'think', 'fetch', 'switch_mode', 'execute'];

export function mayUse({ mode, cwd, output }: Bounds, call: ToolCall): boolean {
  const paths = pathsIn(call);
  if (mode !== 'exec')
    return output !== undefined && isWriting(call) && paths.length > 0 && paths.every(is(cwd, output));
  return harmless.includes(call.kind ?? '') || paths.every((path) => isInside(cwd, path));
}

export const mayWrite = ({ mode, cwd, output }: Bounds, path: string): boolean =>
  mode === 'exec' ? isInside(cwd, path) : output !== undefined && is(cwd, output)(path) && isInside(cwd, path);

/** The id of the option that says it; nothing when the agent offers no such answer. */
export function optionFor({ options }: Permission, isAllowed: boolean): string | undefined {
  const kinds = isAllowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  return kinds.flatMap((kind) => options.filter((option) => option.kind === kind))[0]?.optionId;
}

/** Every file that a call names, wherever the agent says it. */
export function pathsIn({ locations, content, rawInput = {} }: ToolCall): readonly string[] {
  const said = ['file_path', 'filePath', 'filepath', 'path', 'abs_path'].map((name) => rawInput[name]);
  const named = [...locations, ...content].map(({ path }) => path);
  return [...new Set([...named, ...said.filter((path) => typeof path === 'string')])];
}

const isWriting = ({ kind }: ToolCall) => kind === 'edit';

const isInside = (cwd: string, path: string) => resolveContained(cwd, below(cwd, path)).ok;

const is = (cwd: string, output: string) => (path: string) =>
  below(cwd, path) === below(cwd, output) && isInside(cwd, path);

/** An agent may have found out where a folder really is, and name it so. */
function below(cwd: string, path: string): string {
  if (!isAbsolute(path)) return normalize(path);
  const direct = relative(cwd, path);
  return direct.startsWith('..') ? relative(realpathSync(cwd), path) : direct;
}

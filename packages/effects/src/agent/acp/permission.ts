/**
 * Decides on an agent's permission requests.
 *
 *   Q1. A working role may do everything in its folder: it writes no file outside, and none of git's files.
 *   Q2. A read-only role may only write its one output file.
 *   Q3. The answer is chosen by its kind, because its name differs between agents and versions.
 */
import { realpathSync } from 'node:fs';
import { isAbsolute, normalize, relative } from 'node:path';
import { resolveContained } from '../../contained-path.ts';
import type { AgentRequest } from '../provider.ts';
import type { Permission, ToolCall } from './wire.ts';

export type PermissionContext = Pick<AgentRequest, 'mode' | 'cwd' | 'output'>;

/** Kinds of tools that do not change files; any other kind might. */
const harmless = ['read', 'search', 'think', 'fetch', 'switch_mode', 'execute'];

export function mayUse({ mode, cwd, output }: PermissionContext, call: ToolCall): boolean {
  const paths = pathsIn(call);
  if (mode !== 'exec')
    return output !== undefined && isWriting(call) && paths.length > 0 && paths.every(isSameFile(cwd, output));
  return harmless.includes(call.kind ?? '') || paths.every((path) => isInside(cwd, path));
}

export const mayWrite = ({ mode, cwd, output }: PermissionContext, path: string): boolean =>
  mode === 'exec' ? isInside(cwd, path) : output !== undefined && isSameFile(cwd, output)(path) && isInside(cwd, path);

/** Returns the id of the matching option; `undefined` if the agent offers none. */
export function optionFor({ options }: Permission, isAllowed: boolean): string | undefined {
  const kinds = isAllowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
  return kinds.flatMap((kind) => options.filter((option) => option.kind === kind))[0]?.optionId;
}

/** Collects every file that a call names, in any of its fields. */
export function pathsIn({ locations, content, rawInput = {} }: ToolCall): readonly string[] {
  const inputPaths = ['file_path', 'filePath', 'filepath', 'path', 'abs_path'].map((name) => rawInput[name]);
  const listed = [...locations, ...content].map(({ path }) => path);
  return [...new Set([...listed, ...inputPaths.filter((path) => typeof path === 'string')])];
}

const isWriting = ({ kind }: ToolCall) => kind === 'edit';

const isInside = (cwd: string, path: string) => resolveContained(cwd, relativeTo(cwd, path)).ok;

const isSameFile = (cwd: string, output: string) => (path: string) =>
  relativeTo(cwd, path) === relativeTo(cwd, output) && isInside(cwd, path);

/** An agent may resolve symbolic links and use the real path of the folder. */
function relativeTo(cwd: string, path: string): string {
  if (!isAbsolute(path)) return normalize(path);
  const direct = relative(cwd, path);
  return direct.startsWith('..') ? relative(realpathSync(cwd), path) : direct;
}

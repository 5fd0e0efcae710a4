/**
 * Decides on an agent's permission requests.
 *
 *   Q1. A working role may do everything in its folder: it writes no file outside, and none of git's files.
 *   Q2. A role writes only files that it may write (see write-access), through no link.
 *   Q3. The answer is chosen by its kind, because its name differs between agents and versions.
 */
import { realpathSync } from 'node:fs';
import { isAbsolute, normalize, relative } from 'node:path';
import { resolveContained } from '../../contained-path.ts';
import { mayWrite } from '../named-paths.ts';
import type { AgentRequest } from '../provider.ts';
import type { Permission, ToolCall } from './wire.ts';

export type PermissionContext = Pick<AgentRequest, 'mode' | 'cwd' | 'writes' | 'runFolder'>;

/** Kinds of tools that do not change files; any other kind might. */
const harmless = ['read', 'search', 'think', 'fetch', 'switch_mode', 'execute'];

export function mayUse(context: PermissionContext, call: ToolCall): boolean {
  const paths = pathsIn(call);
  const isAllowed = paths.every((path) => mayWriteFile(context, path));
  if (context.mode !== 'exec') return isWriting(call) && paths.length > 0 && isAllowed;
  return harmless.includes(call.kind ?? '') || isAllowed;
}

export function mayWriteFile(context: PermissionContext, path: string): boolean {
  const below = relativeTo(context.cwd, path);
  return mayWrite(context, below) && resolveContained(context.cwd, below).ok;
}

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

/** An agent may resolve symbolic links and use the real path of the folder. */
function relativeTo(cwd: string, path: string): string {
  if (!isAbsolute(path)) return normalize(path);
  const direct = relative(cwd, path);
  return direct.startsWith('..') ? relative(realpathSync(cwd), path) : direct;
}

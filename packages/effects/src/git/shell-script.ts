/** The text that a small shell receives to start one program. */
import { isAbsolute } from 'node:path';
import { hasTable } from '../process/table.ts';
import { ownerVariable } from './git-owner.ts';
import type { SpawnOptions } from './spawn-options.ts';

const isPerCommand = (name: string) => name.startsWith('GIT_') || name === ownerVariable;

/** Environment of a shell, which all its commands share. */
export const baseOf = (env: SpawnOptions['env']) =>
  JSON.stringify(Object.entries(env).filter(([name, value]) => value !== undefined && !isPerCommand(name)));

/** First bytes on standard error: the shell was alive and executes the command. */
export const startMark = 'started:';

const maxScriptLength = 100_000;

/** Bytes as characters, because the input may have any encoding. The group makes it one command (H2). */
export function scriptOf(program: string, args: readonly string[], options: SpawnOptions, mark: string): string | null {
  const { cwd, env, input, signal, timeoutMs } = options;
  // Only on Linux is a start expensive, and only there can the next owner find a shell.
  if (!hasTable || !isAbsolute(cwd) || signal !== undefined || timeoutMs !== undefined) return null;
  const given = Object.entries(env).flatMap(([name, value]) =>
    isPerCommand(name) && value !== undefined ? [`${name}=${quote(value)}`] : [],
  );
  const command = [...given, ...[program, ...args].map(quote)].join(' ');
  const fed = input === undefined ? `${command} </dev/null` : `printf %s ${quote(input)} | ${command}`;
  const script = `{
printf %s '${startMark}' >&2
if cd -P -- ${quote(cwd)} 2>/dev/null; then
${fed}
printf '${mark}%03d' $?
else printf '${mark}${noFolder}'; fi
printf '${mark}' >&2; cd /
}
`;
  return script.includes('\0') || script.length > maxScriptLength ? null : script;
}

const quote = (text: string | Uint8Array) =>
  `'${Buffer.from(text as string)
    .toString('latin1')
    .replaceAll("'", `'\\''`)}'`;

/** Exit codes of the shell: the folder or the program is missing, or the program is not executable. */
const noFolder = '999';
export const unstartedCodes: readonly string[] = [noFolder, '126', '127'];

/** Reads which program runs a hook, to name it if it is missing. */

/** A path, or the name of a program for `env`; `null` if the first line names none: then it is a shell script. */
export function interpreterOf(hook: string): string | null {
  const [, line] = /^#![ \t]*([^\r\n]+)/.exec(hook) ?? [];
  const [program = '', ...rest] = line?.trim().split(/\s+/) ?? [];
  if (program === '') return null;
  if (!/(?:^|\/)env$/.test(program)) return program;
  return rest.find((word) => !word.startsWith('-') && !word.includes('=')) ?? program;
}

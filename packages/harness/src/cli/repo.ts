/** Which repository a command is about: the flag, the environment, or where it was typed. */
export const repoOf = (options: Readonly<Record<string, unknown>>): string =>
  (options['repo'] as string | undefined) ?? (process.env['HARNESS_TARGET_REPO'] || process.cwd());

/** Decides whether the version of an agent's program is one that the harness works with. */

export interface ProgramRange {
  /** An older one is refused. */
  readonly least: string;
  /** Tests use the versions from here on; an older one is used with a warning. */
  readonly tested: string;
}

export type VersionVerdict = 'tested' | 'old' | 'too-old' | 'unknown';

export function judgeVersion(version: string | undefined, { least, tested }: ProgramRange): VersionVerdict {
  if (version === undefined) return 'unknown';
  if (isOlder(version, least)) return 'too-old';
  return isOlder(version, tested) ? 'old' : 'tested';
}

/** `2.1.205` of `2.1.205 (Claude Code)` or `codex-cli 0.163.0`. */
export const versionIn = (output: string): string | undefined => /\d+\.\d+\.\d+/.exec(output)?.[0];

function isOlder(version: string, than: string): boolean {
  const [own, other] = [version, than].map((text) => text.split('.').map(Number)) as [number[], number[]];
  for (const [at, part] of other.entries()) if (own[at] !== part) return (own[at] ?? 0) < part;
  return false;
}

/**
 * Finds the program of an agent: the configured one, the user's own on PATH, or that of an installed package.
 *
 *   F1. A configured program that is missing is an error: no other one is used in its place.
 *   F2. On PATH, no folder of a repository counts: an agent could have put a program there.
 *   F3. A program of the user prints its version once, and again if its file changes.
 */
import { spawnSync } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { versionIn } from '@harness/core/providers/program-version';
import { findProgram, isProgram } from '../process/find.ts';
import { trustedPath } from '../process/trusted-path.ts';

const versionMs = 10_000;

interface PackagedProgram {
  readonly program: string;
  /** Asked when it is needed; `undefined` if it is not known. */
  readonly version: () => string | undefined;
  /** Folders that come first on its PATH. */
  readonly tools?: readonly string[];
}

export type FoundProgram =
  | (PackagedProgram & { readonly is: 'found'; readonly isOwn: boolean })
  | { readonly is: 'missing'; readonly program: string };

export interface ProgramSearch {
  /** The setting `agent.program`; empty if it is not set. */
  readonly configured: string;
  readonly name: string;
  /** The program of a package, also for a file on PATH that only starts it. */
  readonly packaged: (onPath?: string) => PackagedProgram | undefined;
  readonly environment: NodeJS.ProcessEnv;
}

export function findAgentProgram({ configured, name, packaged, environment }: ProgramSearch): FoundProgram {
  const path = trustedPath(undefined, environment['PATH']);
  if (isAbsolute(configured))
    return isProgram(configured) ? ownProgram(configured, environment) : { is: 'missing', program: configured };
  const onPath = findProgram(configured || name, path);
  if (onPath !== undefined) {
    const real = realpathSync(onPath);
    const started = packaged(real);
    return started ? { ...started, is: 'found', isOwn: true } : ownProgram(real, environment);
  }
  const found = configured === '' ? packaged() : undefined;
  return found ? { ...found, is: 'found', isOwn: false } : { is: 'missing', program: configured || name };
}

const ownProgram = (program: string, environment: NodeJS.ProcessEnv): FoundProgram => ({
  is: 'found',
  isOwn: true,
  program,
  version: () => askVersion(program, environment),
});

const known = new Map<string, string | undefined>();

function askVersion(program: string, environment: NodeJS.ProcessEnv): string | undefined {
  const { mtimeMs, size } = statSync(program);
  const key = `${program}\0${mtimeMs}\0${size}`;
  if (!known.has(key)) {
    const env = { PATH: trustedPath(undefined, environment['PATH']), HOME: environment['HOME'] };
    const { stdout } = spawnSync(program, ['--version'], { cwd: '/', env, encoding: 'utf8', timeout: versionMs });
    known.set(key, versionIn(stdout ?? ''));
  }
  return known.get(key);
}

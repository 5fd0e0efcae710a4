/** Checks the machine: Node, git, free disk space, and a browser. */
import { statfsSync } from 'node:fs';
import { execa } from 'execa';
import { type Diagnosis, failedWith, passed } from './diagnosis.ts';

const leastNode = [20, 19];
const leastGit = [2, 31];
const leastFreeBytes = 1024 ** 3;

export function node(version = process.versions.node): Diagnosis {
  return atLeast(version, leastNode)
    ? passed('node', true, `Node ${version}`)
    : failedWith('node', true, `Node ${version} is older than ${leastNode.join('.')}`, 'nvm install 24');
}

export async function git(): Promise<Diagnosis> {
  const found = await versionOf('git');
  if (found === undefined) return failedWith('git', true, 'git was not found on PATH', 'apt-get install git');
  return atLeast(found, leastGit)
    ? passed('git', true, `git ${found}`)
    : failedWith('git', true, `git ${found} is older than ${leastGit.join('.')}`, 'apt-get install git');
}

export function disk(folder: string): Diagnosis {
  const { bavail, bsize } = statfsSync(folder);
  const free = `${(Number(bavail) * Number(bsize)) / 1024 ** 3}`.slice(0, 5);
  return Number(bavail) * Number(bsize) >= leastFreeBytes
    ? passed('disk', false, `${free} GiB free`)
    : failedWith(
        'disk',
        false,
        `only ${free} GiB free; every lane is a copy of the repository`,
        `du -sh ${folder}/.harness`,
      );
}

/** The first dotted number that `<program> --version` prints; `undefined` if the program is missing. */
async function versionOf(program: string): Promise<string | undefined> {
  const { stdout, exitCode } = await execa(program, ['--version'], { reject: false });
  return exitCode === 0 ? /\d+(?:\.\d+)+/.exec(stdout)?.[0] : undefined;
}

function atLeast(version: string, least: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  for (const [n, number] of least.entries()) if (parts[n] !== number) return (parts[n] ?? 0) > number;
  return true;
}

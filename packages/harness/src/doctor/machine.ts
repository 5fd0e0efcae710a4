/** Checks the machine: Node, git, free disk space, and a browser. */
import { statfsSync } from 'node:fs';
import { findBrowser, installBrowser } from '@harness/effects/browser/find';
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
  const { stdout, exitCode } = await execa('git', ['--version'], { reject: false });
  const version = exitCode === 0 ? /\d+(?:\.\d+)+/.exec(stdout)?.[0] : undefined;
  const fix = 'apt-get install git';
  if (version === undefined) return failedWith('git', true, 'git was not found on PATH', fix);
  return atLeast(version, leastGit)
    ? passed('git', true, `git ${version}`)
    : failedWith('git', true, `git ${version} is older than ${leastGit.join('.')}`, fix);
}

export function disk(folder: string): Diagnosis {
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = Number(bavail) * Number(bsize);
  const free = `${freeBytes / 1024 ** 3}`.slice(0, 5);
  if (freeBytes >= leastFreeBytes) return passed('disk', false, `${free} GiB free`);
  const detail = `only ${free} GiB free; every lane is a copy of the repository`;
  return failedWith('disk', false, detail, `du -sh ${folder}/.harness`);
}

export function browser(env: NodeJS.ProcessEnv): Diagnosis {
  const found = findBrowser(env);
  if (found.is === 'found') return passed('browser', false, found.program);
  const meaning = 'no screenshots of the running product are taken, and site-reverse does not work';
  return failedWith('browser', false, `${found.detail}: ${meaning}`, installBrowser);
}

function atLeast(version: string, least: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  for (const [n, number] of least.entries()) if (parts[n] !== number) return (parts[n] ?? 0) > number;
  return true;
}

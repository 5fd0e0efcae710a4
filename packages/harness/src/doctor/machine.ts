/** Checks the machine: Node, git, free disk space, and a browser. */
import { statfsSync } from 'node:fs';
import { addOnCommand } from '@harness/core/providers/add-ons';
import { findAddOn } from '@harness/effects/add-ons/find';
import { findBrowser } from '@harness/effects/browser/find';
import { execa } from 'execa';
import { type Diagnosis, failedCheck, passedCheck } from './diagnosis.ts';

const leastNode = [20, 19];
const leastGit = [2, 31];
const leastFreeBytes = 1024 ** 3;

export function checkNode(version = process.versions.node): Diagnosis {
  return atLeast(version, leastNode)
    ? passedCheck('node', true, `Node ${version}`)
    : failedCheck('node', true, `Node ${version} is older than ${leastNode.join('.')}`, 'nvm install 24');
}

export async function checkGit(): Promise<Diagnosis> {
  const { stdout, exitCode } = await execa('git', ['--version'], { reject: false });
  const version = exitCode === 0 ? /\d+(?:\.\d+)+/.exec(stdout)?.[0] : undefined;
  const fix = 'apt-get install git';
  if (version === undefined) return failedCheck('git', true, 'git was not found on PATH', fix);
  return atLeast(version, leastGit)
    ? passedCheck('git', true, `git ${version}`)
    : failedCheck('git', true, `git ${version} is older than ${leastGit.join('.')}`, fix);
}

export function checkDisk(folder: string): Diagnosis {
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = Number(bavail) * Number(bsize);
  const free = `${freeBytes / 1024 ** 3}`.slice(0, 5);
  if (freeBytes >= leastFreeBytes) return passedCheck('disk', false, `${free} GiB free`);
  const detail = `only ${free} GiB free; every lane is a copy of the repository`;
  return failedCheck('disk', false, detail, `du -sh ${folder}/.harness`);
}

/** Without its parsers, the files of other languages are modules without imports. */
export function checkLanguages(): Diagnosis {
  const found = findAddOn('languages');
  if (found) return passedCheck('languages', false, `parsers ${found.version}`);
  const detail = 'only JavaScript and TypeScript are parsed: the code graph leaves out the imports of other languages';
  return failedCheck('languages', false, detail, addOnCommand('languages'));
}

export function browser(env: NodeJS.ProcessEnv): Diagnosis {
  const found = findBrowser(env);
  if (found.is === 'found') return passedCheck('browser', false, found.program);
  const meaning = 'no screenshots of the running product are taken, and site-reverse does not work';
  return failedCheck('browser', false, `${found.detail}: ${meaning}`, found.install);
}

function atLeast(version: string, least: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  for (const [n, number] of least.entries()) if (parts[n] !== number) return (parts[n] ?? 0) > number;
  return true;
}

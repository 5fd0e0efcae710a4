/** A repository with settings of a tracker, and environments with its keys, for tests. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export const noKeys = { PATH: '/usr/bin:/bin' };
export const token = { ...noKeys, GH_TOKEN: 'ghp_variable0123' };
export const key = { ...noKeys, LINEAR_API_KEY: 'lin_api_0123456789' };

export function repository(tracker: object = {}, origin?: string) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'harness-tracker-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root });
  git('init', '--quiet');
  if (origin !== undefined) git('remote', 'add', 'origin', origin);
  const write = (name: string, text: string) => {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  write('harness.config.json', JSON.stringify({ tracker }));
  return { root, git, write };
}

/** Reads a setting with which a person accepts something for a repository. */
import { resolve } from 'node:path';
import { isWithin } from '@harness/core/sandbox/layers';
import { git } from './command.ts';

/** Only from files that no agent can write: an included file of the checkout does not count. */
export async function isSetTo(repo: string, name: string, value: string): Promise<boolean> {
  const { stdout } = await git(repo, ['config', '--show-origin', '-z', '--get', name]);
  const [origin = '', found = ''] = stdout.split('\0');
  const file = resolve(repo, origin.replace(/^file:/, ''));
  return found === value && (!isWithin(repo, file) || isWithin(resolve(repo, '.git'), file));
}

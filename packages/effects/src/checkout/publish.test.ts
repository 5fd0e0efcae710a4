/** A feature that is published in the checkout while somebody else uses its index. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { openCheckout, saveCheckout } from './lane.ts';
import { publishCheckout } from './publish.ts';
import { type Checkout, checkout, done } from './scratch.ts';

afterAll(clearScratch);

/** A feature that changes one file, adds one and removes one, saved. */
async function built() {
  const repo = checkout();
  const lane = await done(openCheckout(repo.told('1/lane'), { base: 'main', saved: null, stays: false, foreign: [] }));
  repo.write('readme.md', 'changed\n');
  repo.write('new.txt', 'new\n');
  rmSync(join(repo.root, 'src/main.ts'));
  const { commit } = await done(saveCheckout(repo.told('2/saved'), { lane, foreign: [] }));
  const land = () =>
    done(publishCheckout(repo.told('6/done'), { lane, checkpoint: commit, message: 'F-1: it', as: 'commit' }));
  return { repo, land };
}

const unlock = (repo: Checkout) => rmSync(join(repo.root, '.git/index.lock'));
const status = (repo: Checkout) => repo.git('status', '--porcelain', '--', ':(exclude).harness');

describe('D4 an index that somebody holds', () => {
  test('for a moment is waited for', async () => {
    const { repo, land } = await built();
    const trace = join(repo.home, 'trace');
    repo.write('.git/index.lock', '');
    repo.git('config', '--global', 'trace2.normalTarget', trace);
    const landing = land();
    while (!(existsSync(trace) && readFileSync(trace, 'utf8').includes('index.lock'))) await delay(5); // git was refused it
    unlock(repo);
    repo.git('config', '--global', '--unset', 'trace2.normalTarget');
    expect(await landing).toMatchObject({ is: 'published', left: '' });
    expect(status(repo)).toBe('');
  });

  test('for good is left behind: the feature is published, and what is said brings the index there', async () => {
    const { repo, land } = await built();
    repo.write('.git/index.lock', '');
    const landed = await land();
    expect(landed).toMatchObject({ is: 'published', commit: repo.git('rev-parse', 'main') });
    const said = 'left' in landed ? landed.left : '';
    expect(said).toContain('index.lock');
    unlock(repo);
    const [, command = ''] = /"git ([^"]+)"/.exec(said) ?? [];
    repo.git(...command.split(' '));
    expect(status(repo)).toBe('');
  });
});

test('D3 what somebody staged in a file of the feature stays staged', async () => {
  const { repo, land } = await built();
  const worked = repo.read('readme.md');
  repo.write('readme.md', 'staged by the user\n');
  repo.git('add', 'readme.md');
  repo.write('readme.md', worked);
  expect(await land()).toMatchObject({ is: 'published', left: '' });
  expect([repo.git('show', ':readme.md'), status(repo)]).toEqual(['staged by the user', 'MM readme.md']);
});

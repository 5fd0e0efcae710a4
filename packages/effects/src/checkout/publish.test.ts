/** Tests publishing a feature while another program uses the index. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { clearScratch } from '../git/scratch.ts';
import { performOpenCheckout, performSaveCheckout } from './lane.ts';
import { performPublishCheckout } from './publish.ts';
import { type Checkout, checkout, unwrapOutcome } from './scratch.ts';

afterAll(clearScratch);

/** A saved feature that changes, adds and removes one file. */
async function setUp() {
  const repo = checkout();
  const lane = await unwrapOutcome(
    performOpenCheckout(repo.contextFor('1/lane'), { base: 'main', saved: null, stays: false, foreign: [] }),
  );
  repo.write('readme.md', 'changed\n');
  repo.write('new.txt', 'new\n');
  rmSync(join(repo.root, 'src/main.ts'));
  const { commit } = await unwrapOutcome(performSaveCheckout(repo.contextFor('2/saved'), { lane, foreign: [] }));
  const land = () =>
    unwrapOutcome(
      performPublishCheckout(repo.contextFor('6/done'), { lane, checkpoint: commit, message: 'F-1: it', as: 'commit' }),
    );
  return { repo, land };
}

const unlock = (repo: Checkout) => rmSync(join(repo.root, '.git/index.lock'));
const status = (repo: Checkout) => repo.git('status', '--porcelain', '--', ':(exclude).harness');

describe('D4 a locked index', () => {
  test('is retried if the lock is short', async () => {
    const { repo, land } = await setUp();
    const trace = join(repo.home, 'trace');
    repo.write('.git/index.lock', '');
    repo.git('config', '--global', 'trace2.normalTarget', trace);
    const landing = land();
    while (!(existsSync(trace) && readFileSync(trace, 'utf8').includes('index.lock'))) await delay(5); // git was refused
    unlock(repo);
    repo.git('config', '--global', '--unset', 'trace2.normalTarget');
    expect(await landing).toMatchObject({ is: 'published', left: '' });
    expect(status(repo)).toBe('');
  });

  test('is reported if it stays locked: the feature is published, and the reported command updates the index', async () => {
    const { repo, land } = await setUp();
    repo.write('.git/index.lock', '');
    const landed = await land();
    expect(landed).toMatchObject({ is: 'published', commit: repo.git('rev-parse', 'main') });
    const message = 'left' in landed ? landed.left : '';
    expect(message).toContain('index.lock');
    unlock(repo);
    const [, command = ''] = /"git ([^"]+)"/.exec(message) ?? [];
    repo.git(...command.split(' '));
    expect(status(repo)).toBe('');
  });
});

test('D3 a change that the user staged in a file of the feature stays staged', async () => {
  const { repo, land } = await setUp();
  const content = repo.read('readme.md');
  repo.write('readme.md', 'staged by the user\n');
  repo.git('add', 'readme.md');
  repo.write('readme.md', content);
  expect(await land()).toMatchObject({ is: 'published', left: '' });
  expect([repo.git('show', ':readme.md'), status(repo)]).toEqual(['staged by the user', 'MM readme.md']);
});

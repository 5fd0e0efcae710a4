import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { openSession } from '@harness/core/effects/autopilot';
import { act } from '@harness/core/effects/operation';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../git/scratch.ts';
import { openedSession, sessionDir, sessionIn, specPath } from './session.suite.ts';

afterAll(clearScratch);

test('A-16 A-20 keeps the text of the spec, the branch and the commit, and makes the folder of the session', async () => {
  const { repo, value, artifact } = await openedSession();
  const opened = await value(act(openSession, { specPath }), 'again/x');
  expect(opened.lane).toEqual({ path: '.', branch: 'main', base: repo.git('rev-parse', 'HEAD') });
  rmSync(join(repo.root, specPath));
  expect(artifact(opened.spec)).toContain('### Phase 2: Core prices');
  repo.write(`${sessionDir}x`, '');
});

test.each([
  ['is gone', () => {}],
  ['is a folder', (path: string) => mkdirSync(path)],
  ['is a link', (path: string) => symlinkSync('../../../readme.md', path)],
])('names the spec if it %s', async (_, replace) => {
  const { repo, perform } = await openedSession();
  renameSync(join(repo.root, specPath), join(repo.root, 'elsewhere.md'));
  replace(join(repo.root, specPath));
  const outcome = await perform(act(openSession, { specPath }));
  expect(outcome).toMatchObject({ ok: false, failure: { params: { path: specPath } } });
});

test('never opens a session through a link, nor on a detached HEAD', async () => {
  const session = sessionIn(scratch());
  session.repo.write('spec.md', '# x\n');
  mkdirSync(join(session.repo.home, 'elsewhere'));
  symlinkSync(join(session.repo.home, 'elsewhere'), join(session.repo.root, '.harness/sessions'));
  const through = await session.perform(act(openSession, { specPath: 'spec.md' }));
  expect(through).toMatchObject({ ok: false, failure: { code: 'path.outside' } });
  rmSync(join(session.repo.root, '.harness/sessions'));
  session.repo.git('checkout', '--quiet', '--detach');
  const detached = await session.perform(act(openSession, { specPath: 'spec.md' }));
  expect(detached).toMatchObject({ ok: false, failure: { code: 'git.failed' } });
});

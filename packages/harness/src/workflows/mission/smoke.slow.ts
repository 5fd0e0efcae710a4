/** Tests `harness mission` with a smoke test over a real HTTP server. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { freePort } from '@harness/effects/testing/free-port';
import { expect, onTestFinished, test } from 'vitest';
import { script } from '../../testing/scripts.ts';
import { featureLines, planning, repositoryWithSpec, reviewing, validating, working } from './testing/script.ts';

/** Serves the file of the feature; down until it exists. */
const product = (port: number) =>
  `node -e "require('http').createServer((_, a) => a.end(require('fs').readFileSync('F-002.txt'))).listen(${port}, '127.0.0.1')"`;

async function withProduct(port: number, more: object = {}) {
  const url = `http://127.0.0.1:${port}/`;
  return repositoryWithSpec({
    smokeTest: {
      enabled: true,
      startupCmd: product(port),
      startupWaitSeconds: 20,
      urls: [{ url, expectText: 'attempt 2' }],
      ...more,
    },
  });
}
const alone = [planning({ id: 'F-002' }), reviewing(), working(), validating()];
const agents = [planning({ id: 'F-001' }, { id: 'F-002', dependsOn: ['F-001'] }), reviewing(), working(), validating()];

test('M-10, MO-09, MO-26 a wrong response reopens the feature that passed last; then the mission is done', async () => {
  const port = await freePort();
  const repo = await withProduct(port);
  const done = await repo.run('mission', '--script', script(repo, agents));
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 2']);
  expect(done.stdout).toMatch(/smoke test failed and reopens F-002: .*does not contain "attempt 2"/);
  expect(done.stdout).toMatch(/the smoke test passed/);
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(repo.git('branch', '--list', '--format=%(refname:short)')).toBe('main');
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
});

test('M-12 with onFeaturePass a product that fails never reaches the base: the feature fails before its merge', async () => {
  const repo = await withProduct(await freePort(), { onFeaturePass: true });
  const done = await repo.run('mission', '--script', script(repo, alone));
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(featureLines(repo)).toEqual(['F-002 passed 2']);
  expect(repo.git('log', '--format=%s', 'main', '--', 'F-002.txt').split('\n')).toHaveLength(1);
  expect(repo.git('log', '-S', 'attempt 1', '--format=%s', 'main', '--', 'F-002.txt')).toBe('');
});

test.each([
  ['M-10 at the end', {}],
  ['M-12 before a merge', { onFeaturePass: true, onDone: false }],
])('%s a port in use needs a person: exit 3, and a resume tests again', async (_, when) => {
  const port = await freePort();
  const other = createServer((_, answer) => answer.end('mine'));
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void other.close().closeAllConnections());
  const urls = [{ url: `http://127.0.0.1:${port}/`, expectText: 'attempt' }];
  const repo = await withProduct(port, { ...when, urls });
  const stuck = await repo.run('mission', '--script', script(repo, alone));
  expect(stuck, `${stuck.stdout}${stuck.stderr}`).toMatchObject({ exitCode: 3 });
  expect(readFileSync(join(repo.path, '.harness/escalation.md'), 'utf8')).toContain('smoke:server.port-in-use');
  await new Promise<void>((resolve) => void other.close(() => resolve()).closeAllConnections());
  expect(await repo.run('resume')).toMatchObject({ exitCode: 0 });
});

test('M-10, MO-09 the product gets its port and dependencies in the lane of the smoke test', async () => {
  const repo = repositoryWithSpec({
    parallelWorkers: { firstPort: await freePort() },
    smokeTest: {
      enabled: true,
      startupCmd: `node -e "require('http').createServer((_, a) => a.end(require('greeting'))).listen(process.env.PORT, '127.0.0.1')"`,
      urls: [{ url: 'http://127.0.0.1:{PORT}/', expectText: 'hello' }],
    },
  });
  repo.write('repo/.gitignore', 'node_modules\n');
  repo.write('repo/package-lock.json', '{}\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=A lock file');
  repo.write('repo/node_modules/greeting/index.js', "module.exports = 'hello';\n");
  const done = await repo.run('mission', '--script', script(repo, agents));
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toMatch(/the smoke test passed/);
  expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 1']);
});

test('MO-09 a smoke test without an address is refused before the start', async () => {
  const repo = repositoryWithSpec({ smokeTest: { enabled: true } });
  const refused = await repo.run('mission', '--script', script(repo, agents));
  expect([refused.exitCode, refused.stderr.includes('smokeTest.urls')]).toEqual([2, true]);
});

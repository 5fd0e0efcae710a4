/** Tests the roles beside the validator of a mission: UI QA, second opinion, debugger and documenter. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@harness/effects/testing/free-port';
import { expect, test } from 'vitest';
import { script, usage } from '../../testing/scripts.ts';
import type { Shown } from '../../testing/shown.ts';
import {
  featureLines,
  merges,
  planning,
  repositoryWithSpec,
  reviewing,
  validating,
  working,
} from './testing/script.ts';

const saying = (role: string, reply: string, when: object = {}) => ({ when: { role, ...when }, reply, usage });

test('MO-21 a disagreeing second opinion sends the feature back once, and then it is merged', async () => {
  const repo = repositoryWithSpec({ crosscheck: true });
  const agents = script(repo, [
    planning({ id: 'F-001' }),
    reviewing(),
    working(),
    validating(),
    saying('mission.crosscheck', 'Line 1 is wrong.\nCROSSCHECK disagree {item}', { attempt: 1 }),
    saying('mission.crosscheck', 'CROSSCHECK agree {item}'),
  ]);
  const done = await repo.run('mission', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toMatch(/F-001 did not pass: crosscheck/);
  expect([featureLines(repo), merges(repo).length]).toEqual([['F-001 passed 2'], 1]);
});

test('MO-21 UI QA sees only features with an interface claim, with screenshots of the running product', async () => {
  const port = await freePort();
  const page = `node -e "require('http').createServer((_, a) => a.writeHead(200, {'content-type':'text/html'}).end('<h1>hi</h1>')).listen(${port}, '127.0.0.1')"`;
  const url = `http://127.0.0.1:${port}/`;
  const repo = repositoryWithSpec({ uiQa: { enabled: true, url }, devServer: { command: page, url } });
  const agents = script(repo, [
    planning({ id: 'F-001' }, { id: 'F-002', kind: 'UI' }),
    reviewing(),
    working(),
    validating(),
    saying('mission.ui-qa', 'no button\nUIQA_FAIL {item} 1', { attempt: 1, prompt: 'desktop.png' }),
    saying('mission.ui-qa', 'UIQA_PASS {item} 1'),
  ]);
  const done = await repo.run('mission', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 2']);
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  expect(calls.filter(({ role }) => role === 'mission.ui-qa').map(({ item }) => item)).toEqual(['F-002', 'F-002']);
});

test('MO-21 a product that is down cannot be tested, which is not a failure', async () => {
  const url = `http://127.0.0.1:${await freePort()}/`;
  const repo = repositoryWithSpec({ uiQa: { enabled: true, url }, devServer: { command: 'exit 1', url } });
  const agents = script(repo, [planning({ id: 'F-001', kind: 'UI' }), reviewing(), working(), validating()]);
  expect(await repo.run('mission', '--script', agents)).toMatchObject({ exitCode: 0 });
});

test('MO-22 after three attempts the debugger writes a note, and the next worker receives it', async () => {
  const repo = repositoryWithSpec();
  const agents = script(repo, [
    planning({ id: 'F-001' }),
    reviewing(),
    working({}, { prompt: 'look at the third line' }),
    working({}, { attempt: 1 }),
    working({}, { attempt: 2 }),
    working({}, { attempt: 3 }),
    ...[1, 2, 3].map((attempt) => validating('failing', { attempt })),
    validating(),
    saying('mission.debugger', 'look at the third line\nDEBUG_RECORDED'),
    saying('mission.architect', 'PATCH {item}: preference — go on'),
  ]);
  const done = await repo.run('mission', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(readFileSync(join(repo.path, '.harness/debug/F-001.md'), 'utf8')).toContain('look at the third line');
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  expect(calls.filter(({ role }) => role === 'mission.debugger')).toHaveLength(1);
});

test('M-12 the documenter writes only the page of a feature, before the merge', async () => {
  const repo = repositoryWithSpec({ crosscheck: true, mission: { documenter: 'pass' } });
  const page = { write: { path: 'docs/features/{item}.md', text: '# {item}\n' } };
  const astray = { write: { path: '{item}.txt', text: 'nicer\n' } };
  const agents = script(repo, [
    planning({ id: 'F-001' }, { id: 'F-002' }),
    reviewing(),
    working(),
    validating(),
    saying('mission.crosscheck', 'CROSSCHECK agree {item}'),
    { ...saying('mission.documenter', 'DOCUMENTED: 1 pages', { item: 'F-002' }), steps: [page, astray] },
    { ...saying('mission.documenter', 'DOCUMENTED: 1 pages', { item: 'F-001' }), steps: [page] },
  ]);
  const done = await repo.run('mission', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toMatch(/F-002: the feature is merged without its documentation page: F-002\.txt/);
  expect(merges(repo)).toHaveLength(2); // no separate merge for pages
  expect(repo.git('ls-tree', '-r', '--name-only', 'main', 'docs')).toBe('docs/features/F-001.md');
  expect(repo.git('show', 'main:F-002.txt')).toBe('attempt 1');
  const { calls } = await repo.json<Shown>('show', await repo.newest());
  const ofFirst = calls.filter(({ item }) => item === 'F-001').map(({ role }) => role.replace('mission.', ''));
  expect(ofFirst).toEqual(['worker', 'validator', 'crosscheck', 'documenter']);
  expect(calls.filter(({ role }) => role === 'mission.documenter')).toHaveLength(2); // no call at the end
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../testing/command.ts';
import { controlFile, createQueue, startServerIn } from '../testing/control.ts';
import { askAnalysis } from './ask-analysis.ts';

const signal = new AbortController().signal;

test('A-29 A-30 the running server is asked; without one, or with a stale file, the analysis is not known', async () => {
  const repo = repository();
  repo.write('repo/src/base.ts', 'export const base = 1;\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Base');
  const task = { title: 'Core', description: 'Change src/base.ts' };
  expect(await askAnalysis(repo.path, task, signal)).toBeNull();
  const { close } = await startServerIn(repo, createQueue());
  const file = controlFile(repo);
  const answer = await askAnalysis(repo.path, task, signal);
  expect(answer).toMatchObject({ cml: { structural: 0.01, risk: 'low' }, pesl: null });
  const path = join(repo.path, '.orchestrator/control.json');
  writeFileSync(path, JSON.stringify({ ...file, token: 'another' }));
  expect(await askAnalysis(repo.path, task, signal)).toBeNull();
  writeFileSync(path, JSON.stringify({ ...file, pid: process.ppid }));
  expect(await askAnalysis(repo.path, task, signal)).toBeNull();
  await close();
  writeFileSync(path, JSON.stringify(file));
  expect(await askAnalysis(repo.path, task, signal)).toBeNull();
});

test('A-30 a task that is too long for the server, and a broken configuration, leave the analysis unknown', async () => {
  const repo = repository();
  await startServerIn(repo, createQueue());
  expect(await askAnalysis(repo.path, { title: '' }, signal)).toBeNull();
  repo.write('repo/harness.config.json', '{');
  expect(await askAnalysis(repo.path, { title: 'x' }, signal)).toBeNull();
});

/** Tests `harness task --record`: a checkout instead of a lane, files of roles, people, and several commands. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readRecord } from '@harness/effects/agent/record/script-file';
import { expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import {
  docs,
  evaluating,
  generating,
  personAnswer,
  rightSum,
  type TaskRepository,
  taskRepository,
  wrongSum,
} from '../../testing/command-task.ts';
import { expectReplay, shapeOf, showNewest } from '../../testing/replay.ts';
import { hasState, stateOf, taskScript, textOf } from '../../testing/task-script.ts';

const beside = (repo: Repository, name: string) => join(dirname(repo.path), name);
const single = ['task', 'Repair sum', '--mode', 'single', '--model-config', 'balanced'];
const papers = ['spec.md', 'changes.md', 'verify_report.md', 'qa_report.md'];

/** Copies the record beside another repository. */
const copyRecord = (from: Repository, to: Repository): string =>
  to.write('record.yaml', readFileSync(beside(from, 'record.yaml'), 'utf8'));

/** The state without times and paths. */
const stateIn = (repo: Repository) => {
  const { created_at, updated_at, repo_path, ...state } = stateOf(repo.path);
  return state;
};

test('replays two rounds with retries, a fix by a person and a commit, and does not commit the record', async () => {
  const repo = taskRepository();
  const answers = [
    generating(wrongSum, { when: { attempt: 1 } }),
    generating(rightSum, { when: { attempt: 2 } }),
    generating(`// once more\n${rightSum}`, { when: { attempt: 3 }, steps: [{ run: 'ln -s sum.js total.js' }] }),
    evaluating('FAIL — 1 of 1', 'FAIL', 1),
  ];
  const people = [
    personAnswer('QA', 'Fix', 1),
    personAnswer('Clean-up', 'No'),
    personAnswer('Commit', 'Commit code only'),
  ];
  const inside = join(repo.path, 'record.yaml'); // inside the checkout, but not committed
  const done = await repo.task({ answers, people }, '--record', 'record.yaml');
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(repo.git('show', '--stat', '--format=', 'HEAD')).not.toContain('record.yaml');
  const source = readFileSync(inside, 'utf8');
  expect(source).not.toContain(repo.path);
  const { people: recorded } = await readRecord(inside);
  expect(recorded.map(({ when, choose }) => [when.header, choose])).toEqual(
    expect.arrayContaining([
      ['Spec', 'Proceed'],
      ['QA', 'Fix'],
    ]),
  );

  const again = taskRepository();
  const file = again.write('record.yaml', source);
  await expectReplay(repo, again, { args: [...single, '--script', file], branch: 'HEAD' });
  for (const name of papers) expect(again.has(`${docs}/${name}`)).toBe(repo.has(`${docs}/${name}`));
}, 60_000);

test('replays three parallel personas, their git-ignored files, and a stored reply', async () => {
  const choices = { 'Convention Scan': 'Scan', Spec: 'Proceed', 'Clean-up': 'No', Commit: 'No commit' };
  const silent = { when: { role: 'task.synthesis' }, reply: '# Spec\n\n## Goal\nsaid, not written' };
  const multi = ['task', 'Plan it', '--mode', 'multi', '--model-config', 'default'];
  const repo = repository();
  const path = taskScript(repo, choices, [silent]);
  const done = await repo.run(...multi, '--script', path, '--record', '../record.yaml');
  const again = repository();
  const file = copyRecord(repo, again);
  await expectReplay(repo, again, { args: [...multi, '--script', file], branch: null, exitCode: done.exitCode ?? 1 });
  expect(hasState(again.path)).toBe(hasState(repo.path));
  const files = (one: Repository) => one.git('ls-files', '--others', '--exclude-standard').split('\n');
  expect(files(again)).toEqual(files(repo));
  const textIn = (one: Repository, name: string) => textOf(one.path, name).replace(/^- Timestamp: .*$/m, '');
  for (const name of files(repo)) expect(textIn(again, name)).toBe(textIn(repo, name));
}, 60_000);

test('records one step per command: the record continues with the run', async () => {
  const steps = async (repo: TaskRepository, script: string, ...record: readonly string[]) => {
    const plan = ['task', 'plan', 'Repair sum', '--mode', 'single', '--model-config', 'balanced'];
    const codes = [(await repo.run(...plan, '--script', script, ...record)).exitCode];
    for (const step of ['generate', 'verify', 'evaluate']) codes.push((await repo.run('task', step)).exitCode);
    return codes;
  };
  const repo = taskRepository();
  const people = [personAnswer('Clean-up', 'No'), personAnswer('Commit', 'No commit')];
  const script = repo.asked({ answers: [generating(rightSum)], people }).at(-1) ?? '';
  const codes = await steps(repo, script, '--record', '../record.yaml');
  const again = taskRepository();
  expect(await steps(again, copyRecord(repo, again))).toEqual(codes);
  expect(shapeOf(await showNewest(again))).toEqual(shapeOf(await showNewest(repo)));
  expect(again.read('sum.js')).toBe(rightSum);
  expect(stateIn(again)).toEqual(stateIn(repo));
}, 60_000);

/** `--record`: records a run as a script that replays at no cost. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { readRecord } from '@harness/effects/agent/record/script-file';
import { describe, expect, test } from 'vitest';
import { type Repository, repository, until } from '../testing/command.ts';
import { expectReplay, showNewest, treeOf } from '../testing/replay.ts';
import { failureAnswer, implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

const beside = (repo: Repository, name: string) => join(dirname(repo.path), name);
const converge = ['converge', 'Do it', '--check', 'test -f work.txt'];

/** A run with every kind of event: trouble, a repair turn, findings, an answer, and every kind of file change. */
const eventful = [
  failureAnswer('overloaded', 1, { status: 529 }),
  implementerAnswer({
    when: { role: 'converge.implementer', attempt: 1 },
    steps: [
      { write: { path: 'work.txt', text: 'pass {attempt}\n' } },
      { write: { path: 'braces.txt', text: '{nobody} {{x}}\n' } },
      { write: { path: 'run.sh', text: '#!/bin/sh\n', mode: '755' } },
      { write: { path: 'data.bin', base64: 'AAH/' } },
      {
        run: 'git rm -q --cached README.md; rm README.md; ln -s work.txt current; mkdir -p deep/er; echo x > deep/er/y',
      },
    ],
    reply: 'wrote {cwd}/work.txt',
  }),
  reviewerAnswer('I cannot say.', { times: 1 }),
  reviewerAnswer('- [high] {cwd}/work.txt:1: not yet\n- [low] run.sh: does nothing', { times: 1 }),
  implementerAnswer({
    when: { role: 'converge.implementer', attempt: 2 },
    steps: [{ delete: 'deep' }, { run: 'chmod -x run.sh; rm current; ln -s data.bin current' }],
  }),
  reviewerAnswer('No blocking findings.'),
];

test('a run with trouble, a repair, findings and an answer ends the same when it is replayed', async () => {
  const repo = repository();
  const record = beside(repo, 'record.yaml');
  const args = [...converge, '--passes', '1'];
  const waits = await repo.run(...args, '--script', script(repo, eventful), '--record', record);
  expect(waits, `${waits.stdout}${waits.stderr}`).toMatchObject({ exitCode: 8 });
  const [question] = (await repo.json<{ questions: { id: string }[] }>('questions')).questions;
  await repo.run('answer', question?.id ?? '', 'one more pass', '--note', 'nearly there');
  const done = await repo.run('resume');
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect((await showNewest(repo)).findings).toContainEqual(
    expect.objectContaining({ file: 'work.txt', status: 'fixed' }),
  );

  const { answers, people } = await readRecord(record);
  expect(answers.map(({ when }) => when)).toEqual([
    { role: 'converge.implementer', attempt: 1 },
    { role: 'converge.implementer', attempt: 1 },
    { role: 'converge.reviewer', attempt: 1 },
    { role: 'converge.reviewer', attempt: 1 },
    { role: 'converge.implementer', attempt: 2 },
    { role: 'converge.reviewer', attempt: 2 },
  ]);
  expect(answers.every(({ times, raw }) => times === 1 && raw)).toBe(true);
  expect(answers[0]?.steps).toEqual([
    { fail: { kind: 'overloaded', retryAfterMs: 20, detail: 'scripted: overloaded', status: 529 } },
  ]);
  expect(answers[1]?.reply).toBe('wrote work.txt');
  expect(people).toEqual([{ when: { header: 'Passes', nth: 1 }, choose: 'one more pass', note: 'nearly there' }]);
  const source = readFileSync(record, 'utf8');
  expect([source.includes(repo.path), source.includes(homedir())]).toEqual([false, false]);

  const again = repository();
  const second = beside(again, 'second.yaml');
  const played = [...args, '--script', again.write('record.yaml', source), '--record', second];
  await expectReplay(repo, again, { args: played, branch: 'harness/do-it' });
  expect(again.git('ls-tree', '-r', '--format=%(objectmode) %(path)', 'harness/do-it').split('\n')).toEqual(
    expect.arrayContaining(['100644 run.sh', '120000 current']),
  );
  expect(readFileSync(second, 'utf8')).toBe(source);
}, 60_000);

test('a replay marks its cost as rehearsed: at the end, in lists, in a run, and in every line', async () => {
  const repo = repository();
  const done = await repo.run(...converge, '--script', script(repo, [implementerAnswer(), reviewerAnswer()]));
  expect(done.stdout).toMatch(/✓ done · .* · \$0\.02 rehearsed$/m);
  expect(done.stdout).toMatch(/converge\.reviewer: 0 blocking findings.* · \$0\.01 rehearsed$/m);
  expect((await repo.run('runs')).stdout).toContain('$0.02 rehearsed');
  const page = (await repo.run('show', await repo.newest())).stdout;
  expect(page.match(/\$0\.0[12] rehearsed/g)).toHaveLength(3);
  expect(await showNewest(repo)).toMatchObject({ costUsd: 0.02, rehearsedUsd: 0.02 });
});

describe('the file', () => {
  const answers = [implementerAnswer(), reviewerAnswer()];

  test.each([
    ['exists already', 'agents.yaml', 'is not a record of this run', '--record "'],
    ['has no folder', 'none/record.yaml', 'none does not exist', 'mkdir -p'],
  ])('that %s is refused before a run starts', async (_, name, why, next) => {
    const repo = repository();
    const path = script(repo, answers);
    const before = readFileSync(path, 'utf8');
    const refused = await repo.run(...converge, '--script', path, '--record', join('..', name));
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(why) });
    expect(refused.stderr).toContain(next);
    expect(readFileSync(path, 'utf8')).toBe(before);
    expect(existsSync(join(repo.path, '.harness'))).toBe(false);
  });

  test('is a valid script from the start, and JSON if its name ends with .json', async () => {
    const repo = repository();
    const record = beside(repo, 'record.json');
    const hanging = [implementerAnswer({ steps: [{ hang: true }] })];
    const running = repo.start([...converge, '--script', script(repo, hanging), '--record', record]);
    await until(() => (existsSync(record) ? record : undefined));
    expect(JSON.parse(readFileSync(record, 'utf8'))).toEqual({ version: 1, answers: [] });
    running.child.kill('SIGINT');
    expect((await running.finished).exitCode).toBe(130);
    expect(JSON.parse(readFileSync(record, 'utf8'))).toEqual({ version: 1, answers: [] });
  });

  test('is refused for a run that was not recorded from its start', async () => {
    const repo = repository();
    const path = script(repo, [implementerAnswer(), reviewerAnswer('- [high] work.txt: no')]);
    expect((await repo.run(...converge, '--passes', '1', '--script', path)).exitCode).toBe(8);
    const taken = await repo.run('resume', '--record', path);
    expect(taken).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`resume ${await repo.newest()} --record`),
    });
    expect(taken.stderr).toContain(path.replace('.yaml', '-2.yaml'));
    const refused = await repo.run('resume', '--record', '../late.yaml');
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('before the recording started') });
    expect(existsSync(beside(repo, 'late.yaml'))).toBe(false);
  });

  test('may change on resume; the earlier recording is copied', async () => {
    const repo = repository();
    const people = [{ when: { header: 'Passes' }, choose: 'one more pass', after: 0 }];
    const blocked = [implementerAnswer(), reviewerAnswer('- [high] work.txt: no', { times: 1 }), reviewerAnswer()];
    const path = script(repo, blocked);
    await repo.run(...converge, '--passes', '1', '--script', path, '--record', '../first.yaml');
    const more = script(repo, blocked, people);
    const done = await repo.run('resume', '--script', more, '--record', '../second.yaml');
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect((await readRecord(beside(repo, 'first.yaml'))).answers).toHaveLength(2);
    expect((await readRecord(beside(repo, 'second.yaml'))).answers).toHaveLength(4);
    const again = repository();
    const file = again.write('record.yaml', readFileSync(beside(repo, 'second.yaml'), 'utf8'));
    await expectReplay(repo, again, {
      args: [...converge, '--passes', '1', '--script', file],
      branch: 'harness/do-it',
    });
  });

  test('that is missing on resume is reported, and the run continues', async () => {
    const repo = repository();
    const people = [{ when: { header: 'Passes' }, choose: 'one more pass' }];
    const blocked = [implementerAnswer(), reviewerAnswer('- [high] work.txt: no', { times: 1 }), reviewerAnswer()];
    await repo.run(...converge, '--passes', '1', '--script', script(repo, blocked), '--record', '../record.yaml');
    rmSync(beside(repo, 'record.yaml'));
    const done = await repo.run('resume', '--script', script(repo, blocked, people));
    expect(done).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('was deleted') });
    expect((await readRecord(beside(repo, 'record.yaml'))).answers).toHaveLength(2);
  });
});

test('a run that is killed three times is recorded as if nothing had happened', async () => {
  const repo = repository();
  const record = beside(repo, 'record.yaml');
  const slow = (attempt: number, text: string) =>
    implementerAnswer({
      when: { role: 'converge.implementer', attempt },
      steps: [
        { write: { path: 'half.txt', text: 'half' } },
        { sleep: 300 },
        { delete: 'half.txt' },
        { write: { path: 'work.txt', text } },
      ],
    });
  const answers = [
    slow(1, 'one\n'),
    slow(2, 'two\n'),
    reviewerAnswer('- [high] work.txt: no', { when: { role: 'converge.reviewer', attempt: 1 } }),
    reviewerAnswer('No findings.', { steps: [{ sleep: 200 }] }),
  ];
  let running = repo.start([...converge, '--script', script(repo, answers), '--record', record]);
  const run = await until(async () => (await repo.newest()) || undefined);
  const started = () => readFileSync(repo.journal(run), 'utf8').split('"agent.started"').length - 1;
  for (const nth of [1, 3, 5]) {
    await until(() => (started() >= nth ? nth : undefined));
    running.child.kill('SIGKILL');
    await running.finished;
    running = repo.start(['resume', run]);
  }
  await running.finished;
  expect((await showNewest(repo)).status).toBe('done');
  expect((await readRecord(record)).answers.map(({ when, reply }) => [Object.values(when).join(' '), reply])).toEqual([
    ['converge.implementer 1', 'wrote work.txt'],
    ['converge.reviewer 1', '- [high] work.txt: no'],
    ['converge.implementer 2', 'wrote work.txt'],
    ['converge.reviewer 2', 'No findings.'],
  ]);
  const again = repository();
  const file = again.write('record.yaml', readFileSync(record, 'utf8'));
  const replay = await again.run(...converge, '--script', file);
  expect(replay, `${replay.stdout}${replay.stderr}`).toMatchObject({ exitCode: 0 });
  expect(treeOf(again, 'harness/do-it')).toBe(treeOf(repo, 'harness/do-it'));
}, 60_000);

test('a replay crosses a recorded cap again, even without the cap', async () => {
  const repo = repository();
  const capped = (one: Repository, capTokens: number) =>
    one.write('repo/harness.config.json', JSON.stringify({ budget: { capTokens }, agent: { reserveTokens: 0 } }));
  capped(repo, 150);
  const args = [
    ...converge,
    '--script',
    script(repo, [implementerAnswer(), reviewerAnswer()]),
    '--record',
    '../record.yaml',
  ];
  expect((await repo.run(...args)).exitCode).toBe(6);
  const source = readFileSync(beside(repo, 'record.yaml'), 'utf8');
  expect(source).toContain('kind: budget');
  const again = repository();
  capped(again, 150);
  const replay = [...converge, '--script', again.write('record.yaml', source)];
  await expectReplay(repo, again, { args: replay, branch: null, exitCode: 6 });
  const free = repository(); // without the cap, the record still ends the call
  const ended = await free.run(...converge, '--script', free.write('record.yaml', source));
  expect([ended.exitCode, ended.stdout]).toEqual([6, expect.stringContaining('capTokens of 150')]);
});

test('a change that contains a key is recorded without the key', async () => {
  const repo = repository();
  const key = 'planted-key-4711-4711';
  const steps = [{ write: { path: 'work.txt', text: `${key}\n` } }];
  const args = [
    ...converge,
    '--script',
    script(repo, [implementerAnswer({ steps }), reviewerAnswer()]),
    '--record',
    '../record.yaml',
  ];
  const ended = await repo.start(args, { PLANTED_API_KEY: key }).finished;
  expect(ended.exitCode).toBe(1);
  expect(readFileSync(beside(repo, 'record.yaml'), 'utf8')).toContain('text: |\n            [redacted]');
  expect(readFileSync(beside(repo, 'record.yaml'), 'utf8')).not.toContain(key);
});

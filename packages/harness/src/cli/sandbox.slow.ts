/** The sandbox for users: output, records and refusals of the command, and attacks that it must stop. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { startTimeOf } from '@harness/effects/process/process-identity';
import { environmentOf, pids } from '@harness/effects/process/table';
import { describeBoxed } from '@harness/effects/testing/sandbox';
import { describe, expect, test } from 'vitest';
import { lines, type Repository, repository, until } from '../testing/command.ts';
import { pathWith, pathWithout } from '../testing/programs.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

interface Shown {
  readonly status: string;
  readonly calls: readonly { readonly outcome: string }[];
  readonly checks: readonly { readonly green: boolean }[];
  readonly timeline: readonly Readonly<Record<string, unknown>>[];
}

const running = (...commands: readonly string[]) =>
  implementerAnswer({ steps: [{ write: { path: 'work.txt', text: 'x' } }, ...commands.map((run) => ({ run }))] });

const converge = (
  repo: Repository,
  answers: readonly Readonly<Record<string, unknown>>[],
  ...more: readonly string[]
) => [
  'converge',
  'Box',
  '--script',
  script(repo, answers),
  ...(more.includes('--check') ? [] : ['--check', 'true']),
  ...more,
];

const shown = async (repo: Repository) => repo.json<Shown>('show', await repo.newest());
const canaries = ({ timeline }: Shown) => timeline.filter(({ type }) => type === 'sandbox.canary');

/** Runs its command without any sandbox. */
const pretender = '#!/bin/sh\nwhile [ "$1" != "--" ]; do shift; done; shift; exec "$@"\n';
const broken = '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2; exit 1\n';

describeBoxed('with a sandbox', () => {
  test('the canary is in the timeline once, before the first effect, and a resume adds none', async () => {
    const repo = repository();
    const answers = [running(), reviewerAnswer('- [high] work.txt: no', { times: 1 }), reviewerAnswer()];
    const parked = await repo.start([...converge(repo, answers, '--passes', '1'), '--no-input']).finished;
    expect(parked.exitCode).toBe(8);
    expect(parked.stderr + parked.stdout).not.toContain('No sandbox');
    await repo.run(
      'answer',
      (await repo.json<{ questions: { id: string }[] }>('questions')).questions[0]?.id ?? '',
      'one more pass',
    );
    expect((await repo.run('resume')).exitCode).toBe(0);
    const { timeline, ...rest } = await shown(repo);
    expect(canaries({ timeline, ...rest })).toEqual([
      { seq: 2, at: expect.any(String), type: 'sandbox.canary', write: 'denied', secret: 'hidden', process: 'gone' },
    ]);
    expect(timeline.findIndex(({ type }) => type === 'asked')).toBe(2);
  });

  test('neither an agent nor a check writes outside its lane, reads the home folder or leaves a process', async () => {
    const repo = repository();
    const attacks = [
      `echo x > ${repo.path}/README.md`,
      `echo x > ${repo.path}/.git/hooks/pre-commit`,
      `echo x >> ${repo.path}/.harness/runs/*/journal.jsonl`,
      `cat ${homedir()}/.profile ${homedir()}/.bashrc > stolen.txt`,
      'setsid sleep 297 > /dev/null 2>&1 &',
    ];
    const check = [...attacks.slice(0, 3).map((attack) => `! (${attack}) 2> /dev/null`), 'git status && git diff'].join(
      ' && ',
    );
    const { exitCode, stdout } = await repo.start(
      converge(repo, [running(...attacks), reviewerAnswer()], '--check', check),
    ).finished;
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('done')]);
    expect(readFileSync(join(repo.path, 'README.md'), 'utf8')).toBe('hello\n');
    expect(existsSync(join(repo.path, '.git/hooks/pre-commit'))).toBe(false);
    expect(repo.git('show', 'harness/box:stolen.txt')).toBe('');
  });

  test('kill -9 of the harness leaves no process of an effect, not even one in its own session', async () => {
    const repo = repository();
    const daemon = 'setsid sh -c "trap : TERM; while :; do sleep 1; done" & sleep 300';
    const { child, finished } = repo.start(converge(repo, [running(daemon), reviewerAnswer()]));
    const run = await until(async () => (await repo.newest()) || undefined);
    const { params } = await until(() =>
      lines(repo.journal(run))
        .map((line) => JSON.parse(line) as { code?: string; params: { pid: number; startedAt: string } })
        .find(({ code }) => code === 'process.started'),
    );
    expect(startTimeOf(params.pid)).toBe(params.startedAt); // the pid outside the sandbox
    child.kill('SIGKILL');
    await finished;
    await expect
      .poll(() => pids().filter((pid) => environmentOf(pid).includes(`HARNESS_EFFECT=${run}/1/change@${repo.path}`)))
      .toEqual([]);
  });

  test('a sandbox that does not hold ends the run with exit 1, and no agent is called', async () => {
    const repo = repository();
    const { exitCode, stdout } = await repo.start(converge(repo, [running(), reviewerAnswer()]), {
      PATH: pathWith('bwrap', pretender),
    }).finished;
    expect(exitCode).toBe(1);
    expect(stdout).toContain('The sandbox does not isolate agents');
    const found = await shown(repo);
    expect(canaries(found)).toMatchObject([{ write: 'allowed', secret: 'visible', process: 'alive' }]);
    expect(found.timeline.filter(({ type }) => type === 'agent.started')).toEqual([]);
    expect(found.status).toBe('failed');
  });

  test('a flag switches it off, which is printed and kept on resume', async () => {
    const repo = repository();
    const parked = await repo.start([
      ...converge(repo, [running(), reviewerAnswer('- [high] work.txt: no')], '--passes', '1', '--sandbox', 'off'),
      '--no-input',
    ]).finished;
    expect([parked.exitCode, parked.stdout.match(/No sandbox/g)]).toEqual([8, ['No sandbox']]);
    await repo.run(
      'answer',
      (await repo.json<{ questions: { id: string }[] }>('questions')).questions[0]?.id ?? '',
      'stop',
    );
    expect((await repo.run('resume')).stdout).toContain('No sandbox');
    expect(canaries(await shown(repo))).toEqual([]);
  });
});

describe.each([
  ['missing', () => pathWithout('bwrap'), 'bubblewrap is not installed', 'apt-get install bubblewrap'],
  ['broken', () => pathWith('bwrap', broken), 'bubblewrap does not work here', 'sysctl'],
] as const)('if bubblewrap is %s', (_, path, because, fix) => {
  test('a run continues without it and prints that once; a run that requires it is refused before it starts', async () => {
    const repo = repository();
    const env = { PATH: path() };
    const without = await repo.start(converge(repo, [running('true'), reviewerAnswer()]), env).finished;
    expect([without.exitCode, without.stdout.match(/No sandbox: .*/g)]).toEqual([
      0,
      [expect.stringContaining(because)],
    ]);
    expect(canaries(await shown(repo))).toEqual([]);
    const args = converge(repo, [running(), reviewerAnswer()], '--sandbox', 'required', '--json');
    const refused = await repo.start(args, env).finished;
    expect(refused.exitCode).toBe(2);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      error: { message: expect.stringContaining(because), next: expect.stringContaining(fix) },
    });
    expect((await repo.json<{ runs: unknown[] }>('runs')).runs).toHaveLength(1);
    repo.write('repo/harness.config.json', JSON.stringify({ sandbox: 'required' }));
    const doctor = await repo.start(['doctor', '--json'], env).finished;
    const { checks } = JSON.parse(doctor.stdout) as { checks: { id: string }[] };
    expect(checks.find(({ id }) => id === 'sandbox')).toMatchObject({
      ok: false,
      required: true,
      fix: expect.stringContaining(fix),
    });
    expect(doctor.exitCode).toBe(1);
  });
});

test('an unknown mode is refused with the known modes', async () => {
  const repo = repository();
  const { exitCode, stderr } = await repo.run(...converge(repo, [], '--sandbox', 'on'));
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('auto, required, off')]);
});

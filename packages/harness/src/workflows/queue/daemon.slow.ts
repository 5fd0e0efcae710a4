/** Tests a daemon with several plans: every failure of one plan, and commands of people. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lines, until } from '../../testing/command.ts';
import {
  createDaemonRepository,
  type DaemonRepository,
  events,
  planText,
  successfulAnswers,
} from '../../testing/night.ts';
import { script } from '../../testing/scripts.ts';

const four = { '0001': [], '0002': ['0001'], '0003': [], '0004': ['0002', '0003'] };
const slowly = (ms: number) => [
  { ...successfulAnswers[0], steps: [{ write: { path: 'work-{item}.txt', text: 'x\n' } }, { sleep: ms }] },
  ...successfulAnswers.slice(1),
];
const isRunning = (pid: number) => existsSync(`/proc/${pid}`);
/** Waits until the implementer of a slow plan has written its file. */
const untilWorking = ({ path }: DaemonRepository, plan: string) => {
  const lanes = join(path, '.harness/worktrees');
  const hasWritten = (lane: string) => existsSync(join(lanes, lane, `work-${plan}.txt`));
  return until(() => (existsSync(lanes) && readdirSync(lanes).some(hasWritten) ? true : undefined));
};
const failing = (item: string, kind: string, times?: number) => ({
  when: { role: 'plans.implementer', item },
  ...(times === undefined ? {} : { times }),
  steps: [{ fail: { kind } }],
});
const asking = (item: string) => ({
  when: { role: 'plans.implementer', item, attempt: 1 },
  steps: [{ write: { path: 'work-{item}.txt', text: 'x\n' } }, { delete: 'a.test.js' }],
  reply: 'done',
});

test('D-41, D-42, Dd-01 four plans are merged, each after its dependencies, and each once', async () => {
  const repo = createDaemonRepository({ plans: four });
  await repo.begin();
  await repo.daemon('resume');
  const done = await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 4);
  const begun = events(done).filter((event) => event.startsWith('plan_started'));
  expect(begun).toEqual(['0001', '0002', '0003', '0004'].map((id) => `plan_started ${id}`));
  expect(repo.completed()).toHaveLength(4);
  expect(repo.git('log', '--merges', '--format=%s', 'main').split('\n')).toHaveLength(4);
});

describe('a problem with one plan', () => {
  test('D-44, Dd-05 a rate limit is retried as often as configured, and the plan is merged', async () => {
    const repo = createDaemonRepository({ answers: [failing('0001', 'rate_limit', 2), ...successfulAnswers] });
    await repo.begin();
    await repo.daemon('resume');
    const done = await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 1);
    expect(events(done).filter((event) => event === 'rate_limited 0001')).toHaveLength(2);
    expect(repo.completed()).toEqual(['0001-plan.md']);
  });

  test('D-44, D-45, Dd-02 a longer rate limit blocks the plan, the others continue, and unblock retries it', async () => {
    const repo = createDaemonRepository({
      plans: { '0001': [], '0002': [] },
      answers: [failing('0001', 'rate_limit', 3), ...successfulAnswers],
    });
    await repo.begin();
    await repo.daemon('resume');
    const blocked = await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 2);
    expect(blocked.blocked).toMatchObject({
      '0001': { reason: 'agent.rate-limit', retries: 2, blockedAt: expect.stringMatching(/Z$/) },
    });
    expect(repo.completed()).toEqual(['0002-plan.md']);
    expect(await repo.daemon('status')).toMatchObject({ stdout: expect.stringContaining('0001 blocked since') });
    expect(await repo.daemon('unblock', '0001')).toMatchObject({ exitCode: 0 });
    const done = await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 3);
    expect([done.blocked, repo.completed()]).toEqual([{}, ['0001-plan.md', '0002-plan.md']]);
  });

  test('D-45, Dd-04 another failure blocks the plan with its reason, and dependent plans do not start', async () => {
    const repo = createDaemonRepository({ plans: four, answers: [failing('0001', 'auth'), ...successfulAnswers] });
    await repo.begin();
    await repo.daemon('resume');
    const { blocked } = await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 2);
    expect(blocked).toMatchObject({ '0001': { reason: 'agent.auth', retries: 0 } });
    expect(repo.completed()).toEqual(['0003-plan.md']);
  });

  test('D-03, D-04 a question sets the plan aside, the others continue, and the answer resumes it', async () => {
    const repo = createDaemonRepository({
      plans: { '0001': [], '0002': [] },
      answers: [asking('0001'), ...successfulAnswers],
    });
    repo.write('repo/a.test.js', "test('a', () => expect(1).toBe(1));\n");
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=A test');
    await repo.begin();
    await repo.daemon('resume');
    const waiting = await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 2);
    expect(Object.keys(waiting.waiting)).toEqual(['0001']);
    expect(repo.completed()).toEqual(['0002-plan.md']);
    const { questions } = await repo.json<{ questions: { id: string; header: string }[] }>('questions');
    expect(questions.map(({ header }) => header)).toEqual(['Tests']);
    expect(await repo.run('answer', questions[0]?.id ?? '', 'Allow')).toMatchObject({ exitCode: 0 });
    const done = await repo.untilState(({ waiting: open, mode }) => mode === 'idle' && Object.keys(open).length === 0);
    expect(events(done)).toContain('plan_answered 0001');
    expect(repo.completed()).toEqual(['0001-plan.md', '0002-plan.md']);
  });

  test('D-56, D-57 a reached cap pauses the queue with its reason; a ceiling is only reported, once', async () => {
    const budget = { capTokens: 150, ceilingTokens: 100 };
    const repo = createDaemonRepository({
      plans: { '0001': [], '0002': [] },
      config: { budget, agent: { reserveTokens: 10 } },
    });
    await repo.begin();
    await repo.daemon('resume');
    const spent = await repo.untilState(({ history }) => history.some(({ event }) => event === 'budget_cap_reached'));
    expect([spent.mode, spent.blocked]).toEqual(['paused', {}]);
    expect(events(spent).filter((event) => event === 'budget_ceiling_reached')).toHaveLength(1);
  });
});

describe('a plan that failed after its work was done', () => {
  const unreadable = { when: { role: 'plans.preparer', item: '0001', attempt: 1 }, reply: 'I could not write it.' };
  const late = { answers: [unreadable, ...successfulAnswers], plans: { '0001': [], '0002': [] } };
  /** Calls of a role for plan 0001, in all journals. */
  const calls = async (repo: DaemonRepository, role: string) => {
    const { runs } = await repo.json<{ runs: { id: string }[] }>('runs', '--all');
    const asked = runs.flatMap(({ id }) => lines(repo.journal(id)).filter((line) => line.includes('"type":"asked"')));
    return asked.filter((line) => line.includes(`"role":"${role}"`) && line.includes('"item":"0001"')).length;
  };
  const blockedRepository = async () => {
    const repo = createDaemonRepository(late);
    const daemon = await repo.begin();
    await repo.daemon('resume');
    const { blocked } = await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 2);
    expect(blocked).toMatchObject({ '0001': { reason: 'agent.schema' } });
    return { repo, daemon };
  };
  const untilBothDone = (repo: DaemonRepository) =>
    repo.untilState(({ mode }) => mode === 'idle' && repo.completed().length === 2);

  test.each([
    ['the same', false],
    ['a restarted', true],
  ])('is unblocked: %s daemon resumes it at the failed step', async (_, isRestarted) => {
    const { repo, daemon } = await blockedRepository();
    if (isRestarted) {
      daemon.child.kill('SIGTERM');
      await daemon.finished;
      await repo.begin();
    }
    expect(await repo.daemon('unblock', '0001')).toMatchObject({ exitCode: 0 });
    const done = await untilBothDone(repo);
    expect([done.runsFired, events(done).slice(-3)]).toEqual([
      ...[2, ['plan_resumed 0001', expect.stringContaining('merge_seen'), 'plan_shipped 0001']],
    ]);
    expect([await calls(repo, 'plans.implementer'), await calls(repo, 'plans.preparer')]).toEqual([1, 2]);
    expect(repo.git('log', '--all', '--no-merges', '--grep=^Plan 0001$', '--format=%s').split('\n')).toHaveLength(1);
    const folder = join(repo.path, '.orchestrator/task-runs/0001');
    expect(readdirSync(folder).filter((name) => name !== 'latest')).toHaveLength(1);
    expect(readFileSync(join(folder, 'latest/run.json'), 'utf8')).toContain('"end": "done"');
  });

  test('is not done again by a person, with or without a daemon: only the queue can resume it', async () => {
    const { repo, daemon } = await blockedRepository();
    const words = ['run', '0001', '--script', repo.agents];
    const refused = await repo.run(...words);
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('harness daemon unblock 0001')]);
    daemon.child.kill('SIGTERM');
    await daemon.finished;
    const foreseen = await repo.json<{ dryRun: { obstacles: { code: string }[] } }>(...words, '--dry-run');
    expect(foreseen.dryRun.obstacles.map(({ code }) => code)).toEqual(['plan.failed-in-queue']);
    expect((await repo.run(...words)).exitCode).toBe(2);
    expect(await repo.daemon('unblock', '0001')).toMatchObject({ exitCode: 0 }); // the next daemon reads it
    await repo.begin();
    await repo.daemon('resume');
    await untilBothDone(repo);
    expect(await calls(repo, 'plans.implementer')).toBe(1);
  });

  test('a changed plan is a new task: a person may run it', async () => {
    const { repo } = await blockedRepository();
    repo.write('repo/docs/exec-plans/active/0001-plan.md', `${planText('0001')}\nMore.\n`);
    repo.git('commit', '--quiet', '--all', '--message=More');
    const done = await repo.run('run', '0001', '--script', script(repo, successfulAnswers));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  });

  test('starts over if its file changed in between', async () => {
    const { repo } = await blockedRepository();
    repo.write('repo/docs/exec-plans/active/0001-plan.md', `${planText('0001')}\nMore.\n`);
    repo.git('commit', '--quiet', '--all', '--message=More');
    await repo.daemon('unblock', '0001');
    expect(await untilBothDone(repo)).toMatchObject({ runsFired: 3 });
    expect(await calls(repo, 'plans.implementer')).toBe(2);
  });

  test('resumes after a cap was raised, without a second implementation', async () => {
    const budget = { capTokens: 115 };
    const repo = createDaemonRepository({ config: { budget, agent: { reserveTokens: 10 } } });
    const first = await repo.begin();
    await repo.daemon('resume');
    await repo.untilState(({ history }) => history.some(({ event }) => event === 'budget_cap_reached'));
    first.child.kill('SIGTERM');
    await first.finished;
    const path = join(repo.path, 'harness.config.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('115', '11500'));
    repo.git('commit', '--quiet', '--all', '--message=Raise the cap');
    await repo.begin();
    await repo.daemon('resume');
    await repo.untilState(({ mode }) => mode === 'idle' && repo.completed().length === 1);
    expect([await calls(repo, 'plans.implementer'), repo.state()?.runsFired]).toEqual([1, 1]);
  });
});

describe('commands of people', () => {
  test('D-48 stop finishes the current plan and starts no other; the next start boots paused and continues', async () => {
    const repo = createDaemonRepository({ plans: { '0001': [], '0002': [] }, answers: slowly(1_500) });
    const first = await repo.begin();
    await repo.daemon('resume');
    await repo.untilState(({ active }) => active?.planId === '0001');
    await repo.daemon('stop');
    await repo.untilState(({ mode }) => mode === 'stopping');
    expect(await first.finished).toMatchObject({ exitCode: 0 });
    expect(repo.completed()).toEqual(['0001-plan.md']);
    await repo.begin();
    expect(await repo.untilState(({ mode }) => mode === 'paused')).toMatchObject({ active: null, runsFired: 1 });
    await repo.daemon('resume');
    await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 2);
    expect(repo.completed()).toHaveLength(2);
  });

  test('a stopped daemon starts again with changed settings, while frozen, and after a command that came too late', async () => {
    const repo = createDaemonRepository({ plans: { '0001': [], '0002': [] } });
    const config = JSON.parse(readFileSync(join(repo.path, 'harness.config.json'), 'utf8')) as Record<string, object>;
    const setTick = (tickMs: number) => {
      const daemon = { ...config['daemon'], tickMs };
      writeFileSync(join(repo.path, 'harness.config.json'), JSON.stringify({ ...config, daemon }));
    };
    const words = ['start', '--detach', '--port', '0', '--json'];
    const start = async () => {
      const { exitCode, stdout, stderr } = await repo.daemon(...words, '--script', repo.agents);
      expect([exitCode, stderr]).toEqual([0, '']);
      const { pid, url } = JSON.parse(stdout) as { pid: number; url: string };
      onTestFinished(() => void (isRunning(pid) && process.kill(pid)));
      await delay(500); // an exit right after the start would be seen here
      expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ ok: true, pid, queue: true });
      return pid;
    };
    const stop = async (pid: number) => {
      expect(await repo.daemon('stop')).toMatchObject({ exitCode: 0 });
      await until(() => (isRunning(pid) ? undefined : true));
    };
    await stop(await start());
    setTick(777);
    await stop(await start());
    writeFileSync(join(repo.path, '.orchestrator', 'FROZEN'), '');
    setTick(888);
    const frozen = await start();
    rmSync(join(repo.path, '.orchestrator', 'FROZEN'));
    await stop(frozen);
    await repo.daemon('pause'); // no daemon runs: the next one receives it
    await stop(await start());
  });

  test('D-48, D-58 a daemon that was started while frozen stops at once, and the next start is paused', async () => {
    const repo = createDaemonRepository({ answers: slowly(60_000) });
    const killed = await repo.begin();
    await repo.daemon('resume');
    await untilWorking(repo, '0001');
    const file = join(repo.path, '.orchestrator', 'FROZEN');
    writeFileSync(file, ''); // by hand: the queue is not paused
    killed.child.kill('SIGTERM');
    await killed.finished;
    const frozen = await repo.begin();
    expect(await repo.daemon('stop')).toMatchObject({ exitCode: 0 });
    expect(await Promise.race([frozen.finished, delay(5_000)])).toMatchObject({ exitCode: 0 });
    rmSync(file);
    const next = await repo.begin();
    await delay(1_000); // the earlier stop must not end it
    expect([next.child.exitCode, repo.state()?.mode, repo.state()?.runsFired]).toEqual([null, 'paused', 1]);
  });

  test('D-58 a daemon that never worked stops while frozen, and works after the next start', async () => {
    const repo = createDaemonRepository();
    repo.write('repo/.orchestrator/FROZEN', '');
    const frozen = await repo.begin();
    expect(await repo.daemon('stop')).toMatchObject({ exitCode: 0 });
    expect(await Promise.race([frozen.finished, delay(5_000)])).toMatchObject({ exitCode: 0 });
    await repo.daemon('unfreeze');
    await repo.begin();
    await repo.daemon('resume');
    await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 1);
    expect(repo.completed()).toEqual(['0001-plan.md']);
  });

  test('D-48, Q2 pause lets the plan finish and starts no other; resume continues', async () => {
    const repo = createDaemonRepository({ plans: { '0001': [], '0002': [] }, answers: slowly(1_000) });
    await repo.begin();
    await repo.daemon('resume');
    await repo.untilState(({ active }) => active?.planId === '0001');
    await repo.daemon('pause');
    const paused = await repo.untilState(({ mode, active }) => mode === 'paused' && active === null);
    expect([paused.runsFired, repo.completed()]).toEqual([1, ['0001-plan.md']]);
    await repo.daemon('resume');
    await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 2);
  });

  test('D-58, Dd-03, Dd-06 freeze holds a plan between its steps, the daemon stays, and unfreeze continues the plan but stays paused', async () => {
    const repo = createDaemonRepository({ plans: { '0001': [], '0002': [] }, answers: slowly(1_500) });
    const running = await repo.begin();
    await repo.daemon('resume');
    await repo.untilState(({ active }) => active?.planId === '0001');
    await untilWorking(repo, '0001'); // a freeze before its first call would hold that call
    for (const _ of [1, 2]) expect(await repo.daemon('freeze')).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(repo.path, '.orchestrator/FROZEN'))).toBe(true);
    const log = join(repo.path, (await repo.untilState(({ mode }) => mode === 'paused')).active?.logPath ?? '');
    await until(() => (readFileSync(log, 'utf8').includes('plans.implementer: done') ? true : undefined));
    expect(await repo.run('run', '0002', '--script', repo.agents)).toMatchObject({ exitCode: 10 });
    expect(readFileSync(log, 'utf8')).not.toContain('plans.reviewer');
    expect(running.child.exitCode).toBe(null);
    for (const _ of [1, 2]) expect(await repo.daemon('unfreeze')).toMatchObject({ exitCode: 0 });
    const after = await repo.untilState(({ active, runsFired }) => active === null && runsFired === 1);
    expect([after.mode, repo.completed()]).toEqual(['paused', ['0001-plan.md']]);
    await repo.daemon('freeze');
    await repo.daemon('stop');
    expect(await running.finished).toMatchObject({ exitCode: 0 });
  });

  test('a new plan is picked up while the queue is idle; an invalid plan pauses the queue until it is fixed', async () => {
    const repo = createDaemonRepository();
    await repo.begin();
    await repo.daemon('resume');
    await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 1);
    const file = repo.write('repo/docs/exec-plans/active/0002-plan.md', planText('0002', ['0009']));
    const paused = await repo.untilState(({ mode }) => mode === 'paused');
    expect(paused.history.at(-1)).toMatchObject({
      event: 'plans_disordered',
      params: { detail: expect.stringContaining('0009') },
    });
    writeFileSync(file, planText('0002', ['0001']));
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=Another');
    await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 2);
    expect(repo.completed()).toHaveLength(2);
  });

  test('harness run refuses a plan that the daemon works on', async () => {
    const repo = createDaemonRepository({ answers: slowly(2_000) });
    await repo.begin();
    await repo.daemon('resume');
    await repo.untilState(({ active }) => active?.planId === '0001');
    expect(await repo.run('run', '0001', '--script', repo.agents)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('The daemon is working on plan 0001'),
    });
  });
});

test('D-42 a plan has one unfinished run: a waiting run of a person is left alone by the daemon, and the other way round', async () => {
  const repo = createDaemonRepository({
    plans: { '0001': [], '0002': [] },
    answers: [asking('0001'), ...successfulAnswers],
  });
  repo.write('repo/a.test.js', 'test\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Test');
  const plansRun = async () =>
    (await repo.json<{ runs: { workflow: string; title: string }[] }>('runs', '--all')).runs.filter(
      ({ workflow, title }) => workflow === 'plan' && title.startsWith('0001'),
    );
  expect((await repo.run('run', '0001', '--script', repo.agents)).exitCode).toBe(8);
  const run = await repo.newest();
  const daemon = await repo.begin();
  await repo.daemon('resume');
  await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 1);
  expect([await plansRun(), repo.completed()]).toMatchObject([[{}], ['0002-plan.md']]);
  expect((await repo.run('stop', run)).exitCode).toBe(0);
  repo.write('repo/docs/exec-plans/active/0001-plan.md', `${planText('0001')}\nMore.\n`);
  repo.git('commit', '--quiet', '--all', '--message=Plan');
  await repo.untilState(({ waiting }) => Object.hasOwn(waiting, '0001'));
  daemon.child.kill('SIGKILL');
  await repo.daemon('stop');
  const refused = await repo.run('run', '0001', '--script', repo.agents);
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('harness daemon start')]);
});

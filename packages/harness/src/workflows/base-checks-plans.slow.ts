/** Checks that are red before any work, in a plan, a phase and the daemon, through the command. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lines } from '../testing/command.ts';
import { createDaemonRepository, type DaemonRepository, events, successfulAnswers } from '../testing/night.ts';

interface Asked {
  readonly questions: readonly { readonly id: string; readonly header: string; readonly question: string }[];
}

const config = { checks: { build: 'test -f built.txt', test: 'true' } };
const [implementing, ...others] = successfulAnswers;
/** Repairs the build if its prompt says that it was red before. */
const repairing = {
  ...implementing,
  when: { role: 'plans.implementer', prompt: 'fail before any work[^]*test -f built.txt' },
  steps: [{ write: { path: 'built.txt', text: 'x\n' } }, { write: { path: 'work-{item}.txt', text: 'x\n' } }],
};
const answers = [repairing, implementing ?? {}, ...others];

/** The number of calls of agents in all journals of the repository. */
async function calls(repo: DaemonRepository): Promise<number> {
  const { runs } = await repo.json<{ runs: { id: string }[] }>('runs', '--all');
  return runs.flatMap(({ id }) => lines(repo.journal(id)).filter(isCall)).length;
}
const isCall = (line: string) => line.includes('"type":"asked"') && line.includes('"kind":"agent"');

async function onlyQuestion(repo: DaemonRepository): Promise<string> {
  const { questions } = await repo.json<Asked>('questions');
  expect(questions).toMatchObject([{ header: 'Baseline', question: expect.stringContaining('test -f built.txt') }]);
  return questions[0]?.id ?? '';
}

describe.each([
  ['a plan', []],
  ['a phase', ['--phase', 'implement']],
])('%s with a red base', (_, phase) => {
  const waiting = async () => {
    const repo = createDaemonRepository({ answers, config });
    const waits = await repo.run('run', '0001', ...phase, '--no-input', '--script', repo.agents);
    expect(waits, waits.stdout).toMatchObject({ exitCode: 8 });
    expect(await calls(repo)).toBe(0);
    return { repo, question: await onlyQuestion(repo) };
  };
  const resumed = async (choice: string) => {
    const { repo, question } = await waiting();
    expect(await repo.run('answer', question, choice)).toMatchObject({ exitCode: 0 });
    return { repo, done: await repo.run('resume') };
  };
  const branch = phase.length > 0 ? 'task/0001-plan' : 'main';

  test('asks before the first call; `fix it too` tells the implementer, and the check decides', async () => {
    const { repo, done } = await resumed('fix it too');
    expect(done, done.stdout).toMatchObject({ exitCode: 0 });
    expect(repo.git('ls-tree', '--name-only', branch)).toContain('built.txt');
  });

  test('ignored checks do not decide, and the report names them', async () => {
    const { repo, done } = await resumed('ignore these checks');
    expect(done, done.stdout).toMatchObject({ exitCode: 0 });
    expect(repo.git('ls-tree', '--name-only', branch).split('\n')).toContain('work-0001.txt');
    expect(repo.git('ls-tree', '--name-only', branch)).not.toContain('built.txt');
    expect((await repo.run('report', '--proof')).stdout).toMatch(/NOT proven[\s\S]*red before the work and ignored/);
  });

  test('`stop` ends the run without a call, and leaves no branch', async () => {
    const { repo, done } = await resumed('stop');
    expect([done.exitCode, await calls(repo)]).toEqual([1, 0]);
    expect(repo.git('branch', '--list', '--format=%(refname:short)')).toBe('main');
  });
});

describe('a daemon with a red base', () => {
  const red = { answers, config, plans: { '0001': [], '0002': [] } };

  test('D-03, D-04 both plans wait with a question and without a call; each answer continues its plan', async () => {
    const repo = createDaemonRepository(red);
    await repo.begin();
    await repo.daemon('resume');
    await repo.untilState(({ mode, waiting }) => mode === 'idle' && Object.keys(waiting).length === 2);
    expect(await calls(repo)).toBe(0);
    const { questions } = await repo.json<Asked>('questions');
    expect(questions.map(({ header }) => header)).toEqual(['Baseline', 'Baseline']);
    await repo.run('answer', questions[0]?.id ?? '', 'fix it too');
    const one = await repo.untilState((state) => events(state).includes('plan_shipped 0001'));
    expect(Object.keys(one.waiting)).toEqual(['0002']);
    await repo.run('answer', questions[1]?.id ?? '', 'stop');
    const done = await repo.untilState(({ blocked }) => Object.hasOwn(blocked, '0002'));
    expect([done.blocked['0002']?.reason, done.waiting]).toEqual(['plan.stopped', {}]);
  });

  test('ignored checks do not hold the plan back, also not in the checks of the forge', async () => {
    const repo = createDaemonRepository({ answers, config });
    await repo.begin();
    await repo.daemon('resume');
    await repo.untilState(({ waiting }) => Object.keys(waiting).length === 1);
    await repo.run('answer', await onlyQuestion(repo), 'ignore these checks');
    await repo.untilState(({ mode }) => mode === 'idle' && repo.completed().length === 1);
    expect(readFileSync(join(repo.path, 'work-0001.txt'), 'utf8')).toBe('done 0001\n');
  });
});

/** Tests that a session stops at every question with exit 8, and continues exactly there. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import {
  agents,
  critical,
  executing,
  goesOn,
  integrating,
  person,
  planning,
  repositoryWithSpec,
  reviewing,
  sessionText,
  slug,
  specPath,
  specText,
  stateOf,
  subjects,
  verifying,
} from './testing/script.ts';

type Answer = Readonly<Record<string, unknown>>;

interface Stop {
  readonly header: string;
  readonly state: string;
  readonly answers?: readonly Answer[];
  readonly args?: readonly string[];
  /** The answer that continues, with its own header by default. */
  readonly goesOnWith: string;
  /** Answers to other questions before it. */
  readonly before?: readonly Answer[];
  readonly phase?: number;
}

const adr = { title: 'Use files', context: 'a', decision: 'b', consequences: 'c' };
const first = { item: '1', attempt: 1 };
const checkpoint = (kind: string) => [planning([{ title: 'Add', checkpoint: kind, options: ['A', 'B'] }])];

const stops: readonly Stop[] = [
  { header: 'Skeleton', state: 'PLAN', args: ['--thorough'], goesOnWith: 'yes', before: [person('Plan', 'yes')] },
  { header: 'Plan', state: 'APPROVE_PLAN', args: ['--review-plans'], goesOnWith: 'yes' },
  { header: 'No output', state: 'PLAN', answers: [planning([], {}, first)], goesOnWith: 'retry' },
  { header: 'Human verify', state: 'EXECUTE', answers: checkpoint('human-verify'), goesOnWith: 'yes' },
  { header: 'Decision', state: 'EXECUTE', answers: checkpoint('decision'), goesOnWith: 'B' },
  { header: 'Human action', state: 'EXECUTE', answers: checkpoint('human-action'), goesOnWith: 'done' },
  {
    header: 'Retries',
    state: 'EXECUTE',
    answers: [
      executing(
        [],
        { json: { completed: [], failed: { task: '1', error: 'it throws' }, output: '', concerns: [], learnings: [] } },
        { item: '1' },
      ),
    ],
    goesOnWith: 'fix manually and continue',
  },
  {
    header: 'Verification',
    state: 'VERIFY',
    answers: [verifying({ verdict: 'fail', gaps: [] }, first)],
    goesOnWith: 'fix',
  },
  {
    header: 'Integration',
    state: 'INTEGRATE',
    answers: [integrating({ wire: { verdict: 'fail', failures: ['x'] } }, first)],
    goesOnWith: 'fix',
  },
  {
    header: 'ADR',
    state: 'INTEGRATE',
    args: ['--thorough'],
    answers: [integrating({ adrs: [adr] }, first)],
    goesOnWith: 'accept',
    before: [person('Skeleton', 'yes'), person('Plan', 'yes')],
  },
  { header: 'Review', state: 'REVIEW', answers: [reviewing([critical('It leaks')], first)], goesOnWith: 'fix' },
  { header: 'Next phase', state: 'PHASE_COMPLETE', goesOnWith: 'yes' },
  {
    header: 'Final review',
    state: 'FINAL_REVIEW',
    answers: [reviewing([critical('It leaks')], { item: 'final', attempt: 1 })],
    goesOnWith: 'override',
    phase: 2,
  },
];

const saved = 'State saved. Re-invoke `/harness:autopilot` to continue.';

describe.each(stops)('$header', ({ header, state, answers = [], args = [], goesOnWith, before = [], phase = 1 }) => {
  const others = [...before, ...goesOn.filter(({ when }) => (when as { header: string }).header !== header)];

  test('A-17 A-75 A-95 stop is exit 8, and the same command continues there', async () => {
    const repo = repositoryWithSpec();
    const stop = person(header, 'stop', { nth: 1 });
    const stopped = await repo.run(
      'autopilot',
      specPath,
      ...args,
      '--script',
      agents(repo, answers, [stop, ...others]),
    );
    expect(stopped, `${stopped.stdout}${stopped.stderr}`).toMatchObject({ exitCode: 8 });
    expect(stopped.stdout).toContain(`${saved} Here: harness autopilot ${specPath}`);
    expect(stateOf(repo)).toMatchObject({ currentState: state, currentPhase: phase - 1 });
    expect(stateOf(repo).decisions.at(-1)).toMatchObject({ decision: 'stopped', phase: phase - 1 });
    agents(repo, answers, [person(header, goesOnWith), ...others]);
    const done = await repo.run('autopilot', specPath);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    const name = phase === 1 ? 'Core' : 'Prices';
    expect(done.stdout).toContain(`Resuming from ${state}, phase ${phase}: ${name}.`);
    expect(stateOf(repo).currentState).toBe('DONE');
    expect(stateOf(repo).history.map(({ phase: index }) => index)).toEqual([0, 1]);
  });

  test('A-13 without a person it parks with exit 8, and an answer continues', async () => {
    const repo = repositoryWithSpec();
    const parked = await repo.run(
      'autopilot',
      specPath,
      ...args,
      '--no-input',
      '--script',
      agents(repo, answers, others),
    );
    expect(parked, `${parked.stdout}${parked.stderr}`).toMatchObject({ exitCode: 8 });
    expect(parked.stdout).toContain(saved);
    const { questions } = await repo.json<{
      questions: { id: string; header: string; options: { label: string }[] }[];
    }>('questions');
    expect(questions.map((one) => one.header)).toEqual([header]);
    expect(await repo.run('answer', questions[0]?.id ?? '', goesOnWith)).toMatchObject({ exitCode: 0 });
    agents(repo, answers, [person(header, goesOnWith), ...others]);
    const done = await repo.run('resume');
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(done.stdout).toContain(`Resuming from ${state}, phase ${phase}:`);
  });
});

describe('a phase of high complexity', () => {
  const highSpec = specText.replace('complexity: low', 'complexity: high');

  test('A-33 A-38 A-104 pauses for a plan of a person, and finds it at the next command', async () => {
    const repo = repositoryWithSpec({ spec: highSpec });
    const people = [...goesOn, person('Plan', 'yes')];
    const paused = await repo.run('autopilot', specPath, '--script', agents(repo, [], people));
    expect(paused, `${paused.stdout}${paused.stderr}`).toMatchObject({ exitCode: 8 });
    expect(paused.stdout).toContain('Run `/harness:planning` interactively, then re-invoke `/harness:autopilot`.');
    const [, file = ''] = /write the plan to (\S+?),/.exec(paused.stdout) ?? [];
    expect(file).toMatch(/^docs\/changes\/shop\/plans\/.*-core-plan\.md$/);
    expect(stateOf(repo)).toMatchObject({
      currentState: 'PLAN',
      phases: [{ status: 'awaiting_plan', complexity: 'high' }, {}],
    });
    const reminded = await repo.run('autopilot', specPath);
    expect([reminded.exitCode, reminded.stdout]).toEqual([
      8,
      expect.stringContaining('Resuming from PLAN, phase 1: Core.\n') as string,
    ]);
    expect(reminded.stdout).toContain('/harness:planning');
    repo.write(`repo/${file}`, '# Plan\n\n### Task 1: Add it\n\nWrite it.\n');
    const done = await repo.run('autopilot', specPath);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(done.stdout).toContain(`Resuming from PLAN, phase 1: Core. Found plan: ${file}`);
    expect(stateOf(repo).decisions[0]).toMatchObject({ decision: 'approved_plan', signals: { highComplexity: true } });
  });

  test('A-28 a phase that many modules depend on is raised to high, with its reason', async () => {
    const users = Object.fromEntries(
      Array.from({ length: 16 }, (_, n) => [`src/user-${n}.js`, "import './core.js';\n"]),
    );
    const repo = repositoryWithSpec({ files: { 'src/core.js': 'export const core = 1;\n', ...users } });
    const paused = await repo.run('autopilot', specPath, '--script', agents(repo));
    expect(paused, `${paused.stdout}${paused.stderr}`).toMatchObject({ exitCode: 8 });
    expect(paused.stdout).toContain('complexity raised from low to high by blast-radius');
    expect(stateOf(repo).phases[0]).toMatchObject({
      complexity: 'low',
      status: 'awaiting_plan',
      assessment: { raisedTo: 'high', reasons: ['blast-radius'], blastRadius: { modules: 16 } },
    });
  });
});

describe('a state file that this harness did not write', () => {
  const write = (repo: Repository, path: string, document: unknown) =>
    repo.write(`repo/${path}`, typeof document === 'string' ? document : JSON.stringify(document));
  const own = `.harness/sessions/${slug}/autopilot-state.json`;

  test('A-18 AO-05 the file of version 1 is moved into its session and kept; its phases stay finished', async () => {
    const repo = repositoryWithSpec();
    const commit = repo.git('rev-parse', 'HEAD');
    write(repo, '.harness/autopilot-state.json', {
      schemaVersion: 1,
      specPath,
      currentState: 'ASSESS',
      currentPhase: 1,
      phases: [
        { name: 'Core', status: 'PHASE_COMPLETE' },
        { name: 'Prices', status: 'pending' },
      ],
      history: [{ phase: 0, commit }],
      owner: 'ann',
    });
    const done = await repo.run('autopilot', specPath, '--thorough', '--script', agents(repo, [], goesOn));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(done.stdout).toContain('Resuming from ASSESS, phase 2: Prices.');
    expect(existsSync(join(repo.path, '.harness/autopilot-state.json'))).toBe(false);
    expect(existsSync(join(repo.path, '.harness/autopilot-state.json.migrated'))).toBe(true);
    expect(stateOf(repo)).toMatchObject({
      schemaVersion: 5,
      rigorLevel: 'standard',
      startingCommit: commit,
      currentState: 'DONE',
      phases: [{ status: 'complete' }, { status: 'complete' }],
      owner: 'ann',
    });
    expect(subjects(repo)).toEqual(['[autopilot] Phase 2: Prices']);
  });

  test('A-91 a corrupt file is set aside, and a fresh session starts', async () => {
    const repo = repositoryWithSpec();
    write(repo, own, '{ "schemaVersion": 5, ');
    const done = await repo.run('autopilot', specPath, '--script', agents(repo, [], goesOn));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(`${done.stdout}${done.stderr}`).toContain('a fresh session starts');
    const aside = readdirSync(join(repo.path, '.harness/sessions', slug)).filter((name) => name.includes('.corrupt-'));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(repo.path, '.harness/sessions', slug, aside[0] ?? ''), 'utf8')).toBe(
      '{ "schemaVersion": 5, ',
    );
  });

  test('a newer version: exit 1, and nothing is touched', async () => {
    const repo = repositoryWithSpec();
    const text = '{ "schemaVersion": 6, "currentState": "EVALUATE" }';
    write(repo, own, text);
    const refused = await repo.run('autopilot', specPath, '--script', agents(repo));
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('version 6') as string]);
    expect(sessionText(repo, 'autopilot-state.json')).toBe(text);
    expect(readdirSync(join(repo.path, '.harness'))).toEqual(['sessions']);
  });

  test('A-101 a session at DONE is followed by a fresh one', async () => {
    const repo = repositoryWithSpec();
    expect(await repo.run('autopilot', specPath, '--script', agents(repo, [], goesOn))).toMatchObject({ exitCode: 0 });
    rmSync(join(repo.path, '.harness/runs'), { recursive: true });
    const again = await repo.run(
      'autopilot',
      specPath,
      '--script',
      agents(repo, [executing(['1'], { steps: [{ write: { path: 'again-{item}.js', text: '1' } }] })], goesOn),
    );
    expect(again, `${again.stdout}${again.stderr}`).toMatchObject({ exitCode: 0 });
    expect(again.stdout).not.toContain('Resuming');
  });

  test('A-91 the runs of a session are lost: its own file continues it', async () => {
    const repo = repositoryWithSpec();
    await repo.run('autopilot', specPath, '--script', agents(repo, [], [person('Next phase', 'stop')]));
    renameSync(join(repo.path, '.harness/runs'), join(repo.path, '../runs'));
    const done = await repo.run('autopilot', specPath, '--script', agents(repo, [], goesOn));
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(done.stdout).toContain('Resuming from PHASE_COMPLETE, phase 1: Core.');
    expect(subjects(repo)).toEqual(['[autopilot] Phase 1: Core', '[autopilot] Phase 2: Prices']);
    expect(stateOf(repo).history.map(({ name }) => name)).toEqual(['Core', 'Prices']);
  });
});

describe('A-91 A-94 a state file that a person edited', () => {
  async function editedSession(answer: string) {
    const repo = repositoryWithSpec();
    await repo.run('autopilot', specPath, '--script', agents(repo, [], [person('Next phase', 'stop')]));
    const file = join(repo.path, '.harness/sessions', slug, 'autopilot-state.json');
    const state = JSON.parse(readFileSync(file, 'utf8')) as { phases: { status: string }[] };
    writeFileSync(
      file,
      JSON.stringify({
        ...state,
        phases: state.phases.map((one, at) => ({ ...one, status: at === 1 ? 'skipped' : one.status })),
      }),
    );
    agents(repo, [], [person('State File', answer), ...goesOn]);
    const done = await repo.run('autopilot', specPath);
    return { repo, done };
  }

  test('is asked about; Take over skips the phase', async () => {
    const { repo, done } = await editedSession('Take over');
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(stateOf(repo)).toMatchObject({
      currentState: 'DONE',
      phases: [{ status: 'complete' }, { status: 'skipped' }],
    });
    expect(subjects(repo)).toEqual(['[autopilot] Phase 1: Core']);
  });

  test('while a question was open is asked about when its phase is finished', async () => {
    const repo = repositoryWithSpec();
    await repo.run('autopilot', specPath, '--review-plans', '--no-input', '--script', agents(repo));
    const file = join(repo.path, '.harness/sessions', slug, 'autopilot-state.json');
    const state = JSON.parse(readFileSync(file, 'utf8')) as { phases: object[] };
    writeFileSync(
      file,
      JSON.stringify({ ...state, phases: [state.phases[0], { ...state.phases[1], status: 'SKIPPED' }] }),
    );
    agents(repo, [], [person('Plan', 'yes'), person('State File', 'Take over'), ...goesOn]);
    const done = await repo.run('autopilot', specPath);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(stateOf(repo).phases).toMatchObject([{ status: 'complete' }, { status: 'skipped' }]);
    expect(subjects(repo)).toEqual(['[autopilot] Phase 1: Core']);
  });

  test('during the final review brings a skipped phase back', async () => {
    const repo = repositoryWithSpec();
    const blocked = [reviewing([critical('It leaks')], { item: 'final', attempt: 1 })];
    const people = [person('Plan', 'skip phase', { item: '1' }), person('Plan', 'yes'), person('Final review', 'stop')];
    const script = agents(repo, blocked, [...people, ...goesOn]);
    const stopped = await repo.run('autopilot', specPath, '--review-plans', '--script', script);
    expect(stopped, `${stopped.stdout}${stopped.stderr}`).toMatchObject({ exitCode: 8 });
    const file = join(repo.path, '.harness/sessions', slug, 'autopilot-state.json');
    const state = JSON.parse(readFileSync(file, 'utf8')) as { phases: readonly object[] };
    const [first, ...others] = state.phases;
    writeFileSync(file, JSON.stringify({ ...state, phases: [{ ...first, status: 'pending' }, ...others] }));
    agents(repo, blocked, [person('State File', 'Take over'), person('Plan', 'yes'), ...goesOn]);
    const done = await repo.run('autopilot', specPath);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(stateOf(repo).phases).toMatchObject([{ status: 'complete' }, { status: 'complete' }]);
    // The first commit has only the plan of the skipped phase.
    const [core, prices] = ['[autopilot] Phase 1: Core', '[autopilot] Phase 2: Prices'];
    expect(subjects(repo)).toEqual([core, prices, core]);
  });

  test('is asked about; Overwrite continues as before', async () => {
    const { repo, done } = await editedSession('Overwrite');
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(stateOf(repo).phases).toMatchObject([{ status: 'complete' }, { status: 'complete' }]);
  });
});

test('a session whose first call failed after it wrote its plan continues with the same command', async () => {
  const repo = repositoryWithSpec();
  const broken = planning(undefined, { json: undefined, reply: 'no JSON' }, { item: '1' });
  const failed = await repo.run('autopilot', specPath, '--script', agents(repo, [broken]));
  expect(failed, `${failed.stdout}${failed.stderr}`).toMatchObject({ exitCode: 4 });
  expect(failed.stdout).toContain(saved);
  const done = await repo.run('autopilot', specPath, '--script', agents(repo, [], goesOn));
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain('Resuming from ');
  expect(subjects(repo)).toEqual(['[autopilot] Phase 1: Core', '[autopilot] Phase 2: Prices']);
});

test('a deleted session folder is written again from the journal', async () => {
  const repo = repositoryWithSpec();
  await repo.run('autopilot', specPath, '--script', agents(repo, [], [person('Next phase', 'stop')]));
  rmSync(join(repo.path, '.harness/sessions'), { recursive: true });
  agents(repo, [], goesOn);
  const done = await repo.run('autopilot', specPath);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(stateOf(repo)).toMatchObject({ currentState: 'DONE', history: [{ phase: 0 }, { phase: 1 }] });
  expect(sessionText(repo, 'phase-1-review.json')).not.toBeNull();
});

test('A-96 two phases in trouble: the next question suggests reading the spec again', async () => {
  const spec = `# Shop\n\n## Implementation Order\n\n${[1, 2, 3].map((n) => `### Phase ${n}: P${n}\n\nAdd it.\n`).join('\n')}`;
  const repo = repositoryWithSpec({ spec });
  const failing = [1, 2, 3, 4].map((attempt) => ({
    ...executing(['1'], {}, { attempt }),
    json: { completed: [], failed: { task: '1', error: 'it throws' }, output: '', concerns: [], learnings: [] },
  }));
  const people = [person('Retries', 'fix manually and continue'), person('Next phase', 'yes', { item: '1' })];
  const parked = await repo.run('autopilot', specPath, '--no-input', '--script', agents(repo, failing, people));
  expect(parked, `${parked.stdout}${parked.stderr}`).toMatchObject({ exitCode: 8 });
  const { questions } = await repo.json<{ questions: { header: string; question: string }[] }>('questions');
  expect(questions).toMatchObject([
    { header: 'Next phase', question: expect.stringContaining('The last 2 phases used up their retries') as string },
  ]);
});

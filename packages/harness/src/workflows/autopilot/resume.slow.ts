/** Tests that a session stops at every question with exit 8, and continues exactly there. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import { ageJournal } from '../../testing/journals.ts';
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
  /** The answer that continues. */
  readonly goesOnWith: string;
  readonly phase?: number;
}

/** The questions of one session of the rigor thorough, in their order. */
const stops: readonly Stop[] = [
  { header: 'Skeleton', state: 'PLAN', goesOnWith: 'yes' },
  { header: 'No output', state: 'PLAN', goesOnWith: 'retry' },
  { header: 'Plan', state: 'APPROVE_PLAN', goesOnWith: 'yes' },
  { header: 'Human verify', state: 'EXECUTE', goesOnWith: 'yes' },
  { header: 'Decision', state: 'EXECUTE', goesOnWith: 'B' },
  { header: 'Human action', state: 'EXECUTE', goesOnWith: 'done' },
  { header: 'Retries', state: 'EXECUTE', goesOnWith: 'fix manually and continue' },
  { header: 'Verification', state: 'VERIFY', goesOnWith: 'fix' },
  { header: 'Integration', state: 'INTEGRATE', goesOnWith: 'fix' },
  { header: 'ADR', state: 'INTEGRATE', goesOnWith: 'accept' },
  { header: 'Review', state: 'REVIEW', goesOnWith: 'fix' },
  { header: 'Next phase', state: 'PHASE_COMPLETE', goesOnWith: 'yes' },
  { header: 'Final review', state: 'FINAL_REVIEW', goesOnWith: 'override', phase: 2 },
];

const first = (attempt: number) => ({ item: '1', attempt });
const adr = { title: 'Use files', context: 'a', decision: 'b', consequences: 'c' };
const tasks = [
  { title: 'Add', checkpoint: 'human-verify' },
  { title: 'Choose', checkpoint: 'decision', options: ['A', 'B'] },
  { title: 'Order', checkpoint: 'human-action' },
  { title: 'Show' },
];
const failed = { completed: [], failed: { task: '4', error: 'it throws' }, output: '', concerns: [], learnings: [] };
const answers: readonly Answer[] = [
  // The first call writes the outline, and the second leaves a plan without a task.
  planning([], {}, first(1)),
  planning([], {}, first(2)),
  planning(tasks, {}, { item: '1' }),
  ...[1, 2, 3].map((n) => executing([String(n)], {}, { item: '1', prompt: `TASKS: ${n}-${n}` })),
  executing([], { steps: [], json: failed }, { item: '1', prompt: 'TASKS: 4-4' }),
  verifying({ verdict: 'fail', gaps: [{ what: 'no test', level: 'exists' }] }, first(1)),
  integrating({ wire: { verdict: 'fail', failures: ['nothing calls it'] } }, first(1)),
  integrating({ adrs: [adr] }, first(2)),
  reviewing([critical('It leaks')], first(1)),
  reviewing([critical('It leaks')], { item: 'final', attempt: 1 }),
];

const saved = 'State saved. Re-invoke `/harness:autopilot` to continue.';
const continuing = [...stops.map(({ header, goesOnWith }) => person(header, goesOnWith)), person('PR', 'no')];
const without = (header: string | undefined) =>
  continuing.filter(({ when }) => (when as { header: string }).header !== header);
const resuming = ({ state, phase = 1 }: Stop) =>
  `Resuming from ${state}, phase ${phase}: ${phase === 1 ? 'Core' : 'Prices'}.`;

/** The session is over, and no step of it was done twice. */
function expectDone(repo: Repository): void {
  expect(stateOf(repo).currentState).toBe('DONE');
  expect(stateOf(repo).history.map(({ phase }) => phase)).toEqual([0, 1]);
  expect(subjects(repo)).toEqual([
    ...['[autopilot] Add', '[autopilot] Choose', '[autopilot] Order'],
    // after each fix; the failed task changed no file
    ...['[autopilot] Phase 1: Core', '[autopilot] Phase 1: Core', '[autopilot] Phase 1: Core'],
    '[autopilot] Phase 2: Prices',
  ]);
}

test('A-17 A-75 A-95 stop at any question is exit 8, and the same command continues there', async () => {
  const repo = repositoryWithSpec();
  for (const [n, stop] of [...stops, null].entries()) {
    const header = stop?.header;
    const script = agents(repo, answers, [...(header ? [person(header, 'stop')] : []), ...without(header)]);
    const args = n === 0 ? ['--thorough', '--script', script] : [];
    const { exitCode, stdout, stderr } = await repo.run('autopilot', specPath, ...args);
    expect(exitCode, `${header}: ${stdout}${stderr}`).toBe(stop ? 8 : 0);
    const before = stops[n - 1];
    if (before) expect(stdout).toContain(resuming(before));
    if (!stop) continue;
    expect(stdout, header).toContain(`${saved} Here: harness autopilot ${specPath}`);
    expect(stateOf(repo), header).toMatchObject({ currentState: stop.state, currentPhase: (stop.phase ?? 1) - 1 });
    expect(stateOf(repo).decisions.at(-1), header).toMatchObject({
      decision: 'stopped',
      phase: (stop.phase ?? 1) - 1,
    });
  }
  expectDone(repo);
});

test('A-13 without a person it parks at any question with exit 8, and an answer continues', async () => {
  const repo = repositoryWithSpec();
  for (const [n, stop] of [...stops, null].entries()) {
    const script = agents(repo, answers, without(stop?.header));
    const args = n === 0 ? ['autopilot', specPath, '--thorough', '--script', script] : ['resume'];
    const { exitCode, stdout, stderr } = await repo.run(...args, '--no-input');
    expect(exitCode, `${stop?.header}: ${stdout}${stderr}`).toBe(stop ? 8 : 0);
    const before = stops[n - 1];
    if (before) expect(stdout).toContain(resuming(before));
    if (!stop) continue;
    expect(stdout, stop.header).toContain(saved);
    const { questions } = await repo.json<{ questions: { id: string; header: string }[] }>('questions');
    expect(questions.map(({ header }) => header)).toEqual([stop.header]);
    expect(await repo.run('answer', questions[0]?.id ?? '', stop.goesOnWith)).toMatchObject({ exitCode: 0 });
  }
  expectDone(repo);
});

test('A-13 a question without an answer for a week still waits, and its answer continues the session', async () => {
  const repo = repositoryWithSpec();
  const script = agents(repo, [], goesOn);
  const parked = await repo.run('autopilot', specPath, '--review-plans', '--no-input', '--script', script);
  expect(parked, `${parked.stdout}${parked.stderr}`).toMatchObject({ exitCode: 8 });
  const weekMs = 7 * 24 * 3_600_000;
  for (const run of readdirSync(join(repo.path, '.harness/runs'))) ageJournal(repo.journal(run), weekMs);
  const { questions } = await repo.json<{ questions: { id: string; header: string; askedAt: string }[] }>('questions');
  expect(questions.map(({ header, askedAt }) => [header, Date.parse(askedAt) < Date.now() - weekMs])).toEqual([
    ['Plan', true],
  ]);
  expect(await repo.run('answer', questions[0]?.id ?? '', 'yes')).toMatchObject({ exitCode: 0 });
  agents(repo, [], [...goesOn, person('Plan', 'yes')]);
  const done = await repo.run('resume');
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain('Resuming from APPROVE_PLAN, phase 1: Core.');
  expect(subjects(repo)).toEqual(['[autopilot] Phase 1: Core', '[autopilot] Phase 2: Prices']);
  expect(Date.parse(stateOf(repo).history[0]?.startedAt ?? '')).toBeLessThan(Date.now() - weekMs);
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

  test('A-91 A-101 the runs of a session are lost: its own file continues it, and at DONE a fresh one follows', async () => {
    const repo = repositoryWithSpec();
    await repo.run('autopilot', specPath, '--script', agents(repo, [], [person('Next phase', 'stop')]));
    renameSync(join(repo.path, '.harness/runs'), join(repo.path, '../runs'));
    const script = agents(repo, [], goesOn);
    const done = await repo.run('autopilot', specPath, '--script', script);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(done.stdout).toContain('Resuming from PHASE_COMPLETE, phase 1: Core.');
    const both = ['[autopilot] Phase 1: Core', '[autopilot] Phase 2: Prices'];
    expect(subjects(repo)).toEqual(both);
    expect(stateOf(repo).history.map(({ name }) => name)).toEqual(['Core', 'Prices']);
    rmSync(join(repo.path, '.harness/runs'), { recursive: true });
    agents(repo, [executing(['1'], { steps: [{ write: { path: 'again-{item}.js', text: '1' } }] })], goesOn);
    const again = await repo.run('autopilot', specPath, '--script', script);
    expect(again, `${again.stdout}${again.stderr}`).toMatchObject({ exitCode: 0 });
    expect(again.stdout).not.toContain('Resuming');
    expect(subjects(repo)).toEqual([...both, ...both]);
  });
});

describe('A-91 A-94 a state file that a person edited', () => {
  /** Gives the phase of this index another status. */
  function editStatus(repo: Repository, index: number, status: string): void {
    const file = join(repo.path, '.harness/sessions', slug, 'autopilot-state.json');
    const state = JSON.parse(readFileSync(file, 'utf8')) as { phases: readonly { status: string }[] };
    const phases = state.phases.map((one, at) => ({ ...one, status: at === index ? status : one.status }));
    writeFileSync(file, JSON.stringify({ ...state, phases }));
  }

  test('is asked about: Overwrite continues as before, and Take over skips the phase', async () => {
    const repo = repositoryWithSpec();
    const stop = person('Next phase', 'stop');
    await repo.run('autopilot', specPath, '--script', agents(repo, [], [stop]));
    editStatus(repo, 1, 'skipped');
    agents(repo, [], [person('State File', 'Overwrite'), stop]);
    const stopped = await repo.run('autopilot', specPath);
    expect(stopped, `${stopped.stdout}${stopped.stderr}`).toMatchObject({ exitCode: 8 });
    expect(stateOf(repo).phases).toMatchObject([{ status: 'complete' }, { status: 'pending' }]);
    editStatus(repo, 1, 'skipped');
    agents(repo, [], [person('State File', 'Take over'), ...goesOn]);
    const done = await repo.run('autopilot', specPath);
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
    editStatus(repo, 1, 'SKIPPED');
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
    editStatus(repo, 0, 'pending');
    agents(repo, blocked, [person('State File', 'Take over'), person('Plan', 'yes'), ...goesOn]);
    const done = await repo.run('autopilot', specPath);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(stateOf(repo).phases).toMatchObject([{ status: 'complete' }, { status: 'complete' }]);
    // The first commit has only the plan of the skipped phase.
    const [core, prices] = ['[autopilot] Phase 1: Core', '[autopilot] Phase 2: Prices'];
    expect(subjects(repo)).toEqual([core, prices, core]);
  });
});

test('a session whose first call failed after it wrote its plan continues with the same command, and so does one without its folder', async () => {
  const repo = repositoryWithSpec();
  const broken = planning(undefined, { json: undefined, reply: 'no JSON' }, { item: '1' });
  const failedFirst = await repo.run('autopilot', specPath, '--script', agents(repo, [broken]));
  expect(failedFirst, `${failedFirst.stdout}${failedFirst.stderr}`).toMatchObject({ exitCode: 4 });
  expect(failedFirst.stdout).toContain(saved);
  const script = agents(repo, [], [person('Next phase', 'stop')]);
  const stopped = await repo.run('autopilot', specPath, '--script', script);
  expect(stopped, `${stopped.stdout}${stopped.stderr}`).toMatchObject({ exitCode: 8 });
  expect(stopped.stdout).toContain('Resuming from ');
  rmSync(join(repo.path, '.harness/sessions'), { recursive: true });
  agents(repo, [], goesOn);
  const done = await repo.run('autopilot', specPath);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(stateOf(repo)).toMatchObject({ currentState: 'DONE', history: [{ phase: 0 }, { phase: 1 }] });
  expect(sessionText(repo, 'phase-1-review.json')).not.toBeNull();
  expect(subjects(repo)).toEqual(['[autopilot] Phase 1: Core', '[autopilot] Phase 2: Prices']);
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

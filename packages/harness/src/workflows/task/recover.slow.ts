/** Tests sessions found on disk: our own, an older version, another tool's, or an unreadable one (W-06 to W-28). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository, until } from '../../testing/command.ts';
import {
  answer,
  type Choices,
  exists,
  hasState,
  openQuestions,
  runJson,
  type Shown,
  stateOf,
  taskScript,
  writeLeftover,
} from '../../testing/task-script.ts';

const docs = 'docs/harness/old-task/';

/** A document of version 2, as another program might write it. */
const v2 = (phase: string, more: object = {}) => ({
  version: '2.0',
  task: 'Old task',
  mode: 'single',
  run_style: 'auto',
  user_lang: 'en',
  has_git: true,
  phase,
  model_config: { preset: 'economy', executor: 'haiku', advisor: 'sonnet', evaluator: 'sonnet', verifier: 'haiku' },
  cli_flags: { verifier_model: null, output_dir: null },
  repo_name: 'repo',
  round: 1,
  max_rounds: 3,
  max_files: 20,
  scope: '(no limit)',
  branch: null,
  lang: 'unknown',
  build_cmd: null,
  test_cmd: null,
  lint_cmd: null,
  type_check_cmd: null,
  autofix: null,
  docs_path: docs,
  conventions: 'skipped',
  verify: {
    layer1_result: null,
    layer1_retries: 0,
    layer2_result: null,
    layer2_retries: 0,
    todo_blocking: false,
    autofix_attempted: false,
  },
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...more,
});

const papers = { 'spec.md': '# Spec\n', 'changes.md': '- README.md — it\n', 'verify_report.md': 'PASS\n' };

interface Left {
  readonly state: object | string;
  readonly papers?: readonly (keyof typeof papers)[];
}

/** Writes the found files, and then runs `harness task "New text"`. */
async function resumeOver({ state, papers: names = [] }: Left, choices: Choices, ...flags: readonly string[]) {
  const repo = repository();
  writeLeftover(repo.path, '.harness/state.json', state);
  for (const name of names) writeLeftover(repo.path, `${docs}${name}`, papers[name]);
  const script = taskScript(repo, { Session: 'Resume', ...choices });
  return { repo, ...(await runJson(repo, 'task', 'New text', '--script', script, ...flags)) };
}

const headersOf = (open: readonly { header: string }[]) => open.map(({ header }) => header);

describe('resume from a phase', () => {
  test.each<[string, Left, { asks: string; calls: readonly string[]; phase: string }]>([
    [
      'W-24 plan_ready, conventions undecided: Step 1.5',
      { state: v2('plan_ready', { conventions: null }) },
      { asks: 'Convention Scan', calls: [], phase: 'plan_ready' },
    ],
    [
      'W-24 plan_ready, conventions skipped: Step 2',
      { state: v2('plan_ready') },
      { asks: 'Spec', calls: ['planner-single'], phase: 'plan_done' },
    ],
    [
      'W-20, W-24 plan_ready, the conventions file is missing: Step 1.5',
      { state: v2('plan_ready', { conventions: 'file:.harness/conventions.md' }) },
      { asks: 'Convention Scan', calls: [], phase: 'plan_ready' },
    ],
    [
      'W-25 planning without a spec: Step 2',
      { state: v2('planning') },
      { asks: 'Spec', calls: ['planner-single'], phase: 'plan_done' },
    ],
    [
      'W-25 planning with a spec: Step 3',
      { state: v2('planning'), papers: ['spec.md'] },
      { asks: 'Spec', calls: [], phase: 'plan_done' },
    ],
    [
      'W-25 plan_done with a spec: Step 3',
      { state: v2('plan_done'), papers: ['spec.md'] },
      { asks: 'Spec', calls: [], phase: 'plan_done' },
    ],
    [
      'W-25 generate_ready: Step 4',
      { state: v2('generate_ready'), papers: ['spec.md'] },
      { asks: 'Commit', calls: ['generator-single', 'evaluator'], phase: 'completed' },
    ],
    [
      'W-25 generating: Step 5',
      { state: v2('generating'), papers: ['spec.md', 'changes.md'] },
      { asks: 'Commit', calls: ['evaluator'], phase: 'completed' },
    ],
    [
      'W-25, W-137 generating in round 2: the fix is made again',
      { state: v2('generating', { round: 2 }), papers: ['spec.md', 'changes.md'] },
      { asks: 'Commit', calls: ['generator-single', 'evaluator'], phase: 'completed' },
    ],
    [
      'W-25 generate_done: Step 5',
      { state: v2('generate_done'), papers: ['spec.md', 'changes.md'] },
      { asks: 'Commit', calls: ['evaluator'], phase: 'completed' },
    ],
    [
      'W-26 verify_ready: Step 5',
      { state: v2('verify_ready'), papers: ['spec.md', 'changes.md'] },
      { asks: 'Commit', calls: ['evaluator'], phase: 'completed' },
    ],
    [
      'W-28 evaluate_ready: Step 6',
      { state: v2('evaluate_ready'), papers: ['spec.md', 'changes.md', 'verify_report.md'] },
      { asks: 'Commit', calls: ['evaluator'], phase: 'completed' },
    ],
  ])('%s', async (_, left, { asks, calls, phase }) => {
    const { repo, exitCode, lines, open, roles } = await resumeOver(left, {});
    expect(exitCode, lines).toBe(8);
    expect([headersOf(open), roles]).toEqual([[asks], calls]);
    expect(stateOf(repo.path).phase).toBe(phase);
    expect(stateOf(repo.path).docs_path, 'W-71').toBe(docs); // of the session, not of the new text
  });

  test('W-28 evaluate_done: Step 7 reads the existing verdict; completed is not a session', async () => {
    const repo = repository();
    writeLeftover(repo.path, '.harness/state.json', v2('evaluate_done'));
    writeLeftover(repo.path, `${docs}qa_report.md`, '## QA Report — Round 1\n### Verdict: PASS\n');
    const judged = await runJson(repo, 'task', 'New text', '--script', taskScript(repo, { Session: 'Resume' }));
    expect([headersOf(judged.open), judged.roles]).toEqual([['Commit'], []]);

    const other = await resumeOver({ state: v2('completed') }, {});
    expect(other.lines).not.toContain('Previous session');
    expect(other.headers).toEqual(['Mode']);
    expect(stateOf(other.repo.path).task).toBe('New text');
  });

  test('W-27 proposed goes to the second gate, rejected to the first without the auto-fix', async () => {
    const failing = (applied: string, attempted: boolean) =>
      v2('verify_done', {
        autofix: {
          last_patch_path: '.harness/generator/auto_fix_patch.md',
          applied,
          triggered_at: '2026-01-01T00:00:00Z',
        },
        verify: { layer1_result: 'FAIL', layer1_retries: 3, autofix_attempted: attempted },
      });
    const proposed = repository();
    writeLeftover(proposed.path, '.harness/state.json', failing('proposed', false));
    writeLeftover(proposed.path, '.harness/generator/auto_fix_patch.md', patch);
    const second = await runJson(proposed, 'task', 'New text', '--script', taskScript(proposed, { Session: 'Resume' }));
    expect(headersOf(second.open)).toEqual(['Auto-fix']);
    expect(stateOf(proposed.path).verify).toMatchObject({ layer1_retries: 3, autofix_attempted: false });

    const { repo, open } = await resumeOver({ state: failing('rejected', true) }, {});
    const [gate] = open;
    expect([gate?.header, ...(gate?.options.map(({ label }) => label) ?? [])]).toEqual([
      ...['Verify', 'Continue to Evaluator', 'Stop'],
    ]);
    expect(stateOf(repo.path).verify).toMatchObject({ layer1_retries: 3 });
  });
});

const patch = '# Patch\n\n```diff\n--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-hello\n+hallo\n```\n';

describe('a found session', () => {
  test('W-13, W-15, W-18 is shown and asked about first, and keeps its models', async () => {
    const { lines, shown } = await resumeOver({ state: v2('plan_ready', { branch: 'feature/x' }) }, {});
    const [first = '', ...rest] = lines.split('[harness] Previous session detected.');
    expect(first).not.toContain('?');
    const rows = [...(rest.join('').split('Session:')[0] ?? '').matchAll(/(\w+) +: (.*)$/gm)].map(([, a, b]) => [a, b]);
    expect(rows).toEqual([
      ...[
        ['Task', 'Old task'],
        ['Mode', 'single'],
        ['Model', 'economy'],
        ['Style', 'auto'],
      ],
      ...[
        ['Phase', 'Plan — ready'],
        ['Round', '1 / 3'],
        ['Branch', 'feature/x'],
        ['Scope', '(no limit)'],
      ],
    ]);
    expect(shown.calls, 'W-19').toMatchObject([{ role: 'task.planner-single', model: 'sonnet' }]);
  });

  test('W-09, W-21 uses defaults for absent fields, which stay absent; has_git is detected and stored', async () => {
    const { version, task, mode, phase } = v2('plan_ready');
    const { repo, open } = await resumeOver(
      { state: { version, task, mode, phase, conventions: 'skipped', extra: { kept: [1] } } },
      {},
    );
    expect(headersOf(open)).toEqual(['Spec']);
    expect(stateOf(repo.path)).toEqual({
      version,
      task,
      mode,
      phase: 'plan_done',
      conventions: 'skipped',
      extra: { kept: [1] },
      has_git: true,
      // A move writes its changes: the session works on its own branch.
      branch: 'harness/old-task',
      updated_at: expect.any(String),
    });
    expect(exists(repo.path, 'docs/harness/old-task/spec.md')).toBe(true);
  });

  test.each(['../../etc/', 'docs/harness/memory/'])(
    'W-23 with docs_path %s is refused with that path, and starts again',
    async (docs_path) => {
      const left = { state: v2('plan_done', { docs_path }) };
      const { repo, lines, exitCode, open } = await resumeOver(
        left,
        {},
        '--mode',
        'single',
        '--model-config',
        'default',
      );
      expect(lines).toContain(`[harness] ⚠ Recovered docs_path failed validation: ${docs_path}`);
      expect(exitCode).toBe(8);
      expect(headersOf(open)).toEqual(['Convention Scan']);
      expect(stateOf(repo.path)).toMatchObject({ task: 'New text', docs_path: 'docs/harness/new-text/' });
    },
  );

  test('W-23 takes its folder from the file, never from the flags', async () => {
    const { repo } = await resumeOver(
      { state: v2('plan_ready', { docs_path: 'papers/own/', cli_flags: { output_dir: 'x' } }) },
      {},
    );
    expect(exists(repo.path, 'papers/own/spec.md')).toBe(true);
    expect(stateOf(repo.path)).toMatchObject({ docs_path: 'papers/own/', cli_flags: { output_dir: 'x' } });
  });

  test('W-22 is deleted by Restart, which starts the new task, and by Stop, which ends', async () => {
    const restarted = await resumeOver({ state: v2('plan_done'), papers: ['spec.md'] }, { Session: 'Restart' });
    expect(headersOf(restarted.open)).toEqual(['Mode']);
    expect(stateOf(restarted.repo.path)).toMatchObject({ task: 'New text', phase: null });

    const ended = await resumeOver({ state: v2('plan_done'), papers: ['spec.md'] }, { Session: 'Stop' });
    expect(ended.exitCode).toBe(1);
    expect(hasState(ended.repo.path)).toBe(false);
    expect(exists(ended.repo.path, `${docs}spec.md`)).toBe(true);
    expect(ended.shown.status).toBe('stopped');
    expect(ended.repo.git('branch', '--list', 'harness/*')).toBe('');
  });

  test('W-16, W-180 of another skill is a conflict: Cancel changes nothing, Delete and start starts', async () => {
    const state = { skill: 'spec', version: '2.0', task: 'Theirs', phase: 'planning' };
    const cancelled = await resumeOver({ state }, { 'Session Conflict': 'Cancel' });
    expect(cancelled.exitCode).toBe(1);
    expect(stateOf(cancelled.repo.path)).toEqual(state);
    const [conflict] = cancelled.shown.questions;
    expect(conflict).toMatchObject({
      header: 'Session Conflict',
      options: [{ label: 'Delete and start' }, { label: 'Cancel' }],
    });
    const started = await resumeOver({ state }, { 'Session Conflict': 'Delete and start' });
    expect(headersOf(started.open)).toEqual(['Mode']);
    expect(stateOf(started.repo.path)).toMatchObject({ task: 'New text' });
    expect(stateOf(started.repo.path)).not.toHaveProperty('skill');

    const own = await resumeOver({ state: { ...v2('plan_ready'), skill: 'workflow' } }, {});
    expect(headersOf(own.open)).toEqual(['Spec']);
  });

  test('W-59 from an interrupted setup is resumed with its own task and the same questions', async () => {
    const checkpoint = { ...v2('x'), phase: null, mode: null, model_config: null, conventions: null, verify: null };
    const { repo, lines, open } = await resumeOver({ state: checkpoint }, {});
    expect(lines).toContain('[harness] Previous session detected.');
    expect(headersOf(open)).toEqual(['Mode']);
    expect(stateOf(repo.path)).toMatchObject({ task: 'Old task', docs_path: docs });

    const forged = await resumeOver({ state: { ...checkpoint, docs_path: '../x/' } }, {});
    expect(forged.lines).toContain('[harness] ⚠ Recovered docs_path failed validation: ../x/');
    expect(stateOf(forged.repo.path)).toMatchObject({ task: 'New text', docs_path: 'docs/harness/new-text/' });
  });

  test.each(['{ "version": "2.0", "pha', '[]'])(
    'in a damaged file (%j) is moved aside, and nothing is lost',
    async (text) => {
      const { repo, lines, exitCode, open } = await resumeOver({ state: text }, {});
      expect(exitCode).toBe(8);
      const [aside = ''] = readdirSync(join(repo.path, '.harness')).filter((name) =>
        name.startsWith('state.json.corrupt-'),
      );
      expect(readFileSync(join(repo.path, '.harness', aside), 'utf8')).toBe(text);
      expect(lines).toContain(aside);
      expect(headersOf(open)).toEqual(['Mode']);
      expect(stateOf(repo.path).task).toBe('New text');
    },
  );
});

describe('version 1', () => {
  const v1 = (phase: string, more: object = {}) => ({
    task: 'Old task',
    mode: 'single',
    model_config: { preset: 'default' },
    user_lang: 'en',
    has_git: true,
    phase,
    round: 1,
    max_rounds: 3,
    max_files: 20,
    scope: '(no limit)',
    branch: null,
    lang: 'unknown',
    docs_path: docs,
    build_cmd: null,
    test_cmd: null,
    conventions: 'skipped',
    created_at: '2025-01-01T00:00:00Z',
    ...more,
  });

  test('W-06, W-07, W-17 continues from its own phase, keeps its format, and is reported', async () => {
    const verify = { layer1_result: null, layer1_retries: 0, todo_blocking: false };
    const { repo, lines, roles } = await resumeOver({ state: v1('gen_ready', { verify }), papers: ['spec.md'] }, {});
    expect(lines).toContain('[harness] Previous session detected (v1).');
    expect(roles).toEqual(['generator-single', 'evaluator']);
    expect(lines).toContain('[harness] Verify (Layer 1) complete.');
    const state = stateOf(repo.path);
    expect(state).not.toHaveProperty('version');
    expect(state).not.toHaveProperty('run_style');
    expect(state).not.toHaveProperty('cli_flags');
    expect(state).toMatchObject({
      ...v1('completed'),
      branch: 'harness/old-task',
      verify: { layer1_result: 'PASS', todo_blocking: false },
    });
  });

  test('W-07, W-08 counts as not verified without a verify field', async () => {
    const { repo, lines, roles } = await resumeOver({ state: v1('gen_ready'), papers: ['spec.md'] }, {});
    expect(roles).toEqual(['generator-single', 'evaluator']);
    expect(lines).not.toContain('Verify (Layer 1)');
    expect(stateOf(repo.path)).not.toHaveProperty('version');
    const waiting = await resumeOver({ state: v1('eval_ready'), papers: ['spec.md', 'changes.md'] }, {});
    expect(waiting.roles).toEqual(['evaluator']);
  });
});

describe('a session of an older run', () => {
  test('W-22 unattended: Session is a durable question of a new run; Resume continues there and ends the older run', async () => {
    const repo = repository();
    const flags = [
      '--mode',
      'single',
      '--model-config',
      'default',
      '--script',
      taskScript(repo, { 'Convention Scan': 'Skip' }),
    ];
    const { id: older } = (await runJson(repo, 'task', 'Old task', ...flags)).shown;
    const asking = await runJson(repo, 'task', 'New text', '--no-input', ...flags);
    const { id: newer } = asking.shown;
    const [session] = asking.open;
    expect([asking.exitCode, session?.header, session?.options.map(({ label }) => label)]).toEqual([
      ...[8, 'Session', ['Resume', 'Restart', 'Stop']],
    ]);
    expect(stateOf(repo.path)).toMatchObject({ task: 'Old task', phase: 'plan_done' });

    expect((await repo.run('answer', session?.id ?? '', 'resume')).exitCode).toBe(0);
    expect((await repo.run('resume', newer)).exitCode).toBe(8);
    expect((await repo.json<Shown>('show', older)).status).toBe('stopped');
    expect((await openQuestions(repo)).map(({ run, header }) => [run, header])).toEqual([[newer, 'Spec']]);
    expect(stateOf(repo.path)).toMatchObject({ task: 'Old task', phase: 'plan_done', branch: 'harness/old-task' });
    expect(repo.git('branch', '--show-current')).toBe('harness/old-task');
    expect((await answer(repo, 'Proceed')).exitCode).toBe(0);
    expect(headersOf((await runJson(repo, 'resume')).open)).toEqual(['Commit']);
  }, 60_000);

  test('two tasks cannot work in one checkout: the refusal names the owner', async () => {
    const repo = repository();
    const hanging = [{ when: { role: 'task.planner-single' }, steps: [{ hang: true }] }];
    const script = taskScript(repo, { 'Convention Scan': 'Skip' }, hanging);
    const flags = ['--mode', 'single', '--model-config', 'default', '--script', script];
    const { child, finished } = repo.start(['task', 'Old task', ...flags]);
    await until(() => (hasState(repo.path) && stateOf(repo.path).phase === 'planning' ? true : undefined));
    const second = await repo.run('task', 'New text', ...flags);
    expect(second.exitCode).toBe(1);
    expect(second.stderr).toContain(String(child.pid));
    child.kill('SIGINT');
    expect((await finished).exitCode).toBe(130);
    expect(stateOf(repo.path)).toMatchObject({ task: 'Old task', phase: 'planning' });
  });
});

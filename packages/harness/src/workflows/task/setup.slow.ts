/** Tests Step 1 through the command: folders, a checkpoint, a branch, questions, and the state file. */
import { describe, expect, test } from 'vitest';
import { repository, until } from '../../testing/command.ts';
import {
  answer,
  exists,
  hasState,
  openQuestions,
  runJson,
  type StateFile,
  stateOf,
  taskScript,
  textOf,
} from '../../testing/task-script.ts';

const nulls = (names: readonly (keyof StateFile)[]) => Object.fromEntries(names.map((name) => [name, null]));

test('W-58, W-61, W-176 folders, the partial state and the branch exist before the first question', async () => {
  const repo = repository();
  const { exitCode, stdout } = await repo.run('task', 'Add a "login"!', '--script', taskScript(repo));
  expect(exitCode).toBe(8);
  expect(stdout).not.toContain('Task started!');
  for (const folder of ['.harness/planner', '.harness/generator', 'docs/harness/add-a-login'])
    expect(exists(repo.path, folder)).toBe(true);
  expect(stateOf(repo.path)).toEqual({
    version: '2.0',
    task: 'Add a "login"!',
    cli_flags: { verifier_model: null, output_dir: null },
    user_lang: 'en',
    has_git: true,
    docs_path: 'docs/harness/add-a-login/',
    slug: 'add-a-login',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    ...nulls(['mode', 'run_style', 'model_config', 'repo_name', 'repo_path', 'phase', 'round', 'max_rounds']),
    ...nulls(['max_files', 'scope', 'branch', 'lang', 'build_cmd', 'test_cmd', 'lint_cmd', 'type_check_cmd']),
    ...nulls(['verify', 'autofix', 'conventions', 'updated_at']),
  });
  expect(repo.git('branch', '--show-current')).toBe('harness/add-a-login');
  const [mode] = await openQuestions(repo);
  expect(mode?.header).toBe('Mode');
  expect(mode?.options.map(({ label }) => label)).toEqual(['standard (Recommended)', 'single', 'multi']);
  expect(mode?.options[0]?.description).toContain('1.5');
  expect(mode?.options[2]?.description).toContain('2.5');
});

describe('the models', () => {
  test('W-62, W-63 a valid text is the answer; an unreadable text repeats the question', async () => {
    const repo = repository();
    await repo.run('task', 'Choose', '--mode', 'single', '--script', taskScript(repo));
    const [model] = await openQuestions(repo);
    expect([model?.header, ...(model?.options.map(({ label }) => label) ?? [])]).toEqual([
      ...['Model', 'default', 'all-opus', 'balanced (Recommended)', 'economy'],
    ]);
    const wrong = await answer(repo, 'the best');
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toContain('default, all-opus, balanced (Recommended), economy');
    expect((await answer(repo, 'executor:gpt')).exitCode).toBe(0);
    expect((await repo.run('resume')).exitCode).toBe(8);
    const [again] = await openQuestions(repo);
    expect(again?.header).toBe('Model');
    expect(again?.question).toMatch(/could not be read.*\b2\b/);
    expect((await answer(repo, 'executor:opus, evaluator:HAIKU')).exitCode).toBe(0);
    await repo.run('resume');
    expect(stateOf(repo.path).model_config).toEqual({
      preset: 'custom',
      executor: 'opus',
      advisor: 'opus',
      evaluator: 'haiku',
      verifier: 'haiku',
    });
  });

  test('W-63 balanced is used after three unreadable texts', async () => {
    const repo = repository();
    const tries = ['executor:gpt', 'boss:opus', 'executor:opus,executor:haiku'];
    const { headers } = await runJson(
      repo,
      'task',
      'Choose',
      '--script',
      taskScript(repo, { Mode: 'single', Model: tries }),
    );
    expect(stateOf(repo.path).model_config).toMatchObject({ preset: 'balanced', executor: 'sonnet', advisor: 'opus' });
    expect(headers).toEqual([...['Mode', 'Model', 'Model', 'Model', 'Convention Scan']]);
  });

  const planning = [
    'task.architect',
    'task.cross-critique',
    'task.qa-specialist',
    'task.senior-developer',
    'task.synthesis',
  ];
  test.each([
    ['default', null, { scanner: '', advisor: '' }],
    ['all-opus', { executor: 'opus', advisor: 'opus', evaluator: 'opus' }, { scanner: 'opus', advisor: 'opus' }],
    ['balanced', { executor: 'sonnet', advisor: 'opus', evaluator: 'opus' }, { scanner: 'opus', advisor: 'opus' }],
    ['economy', { executor: 'haiku', advisor: 'sonnet', evaluator: 'sonnet' }, { scanner: 'haiku', advisor: 'sonnet' }],
  ])('W-64, W-66, W-67 the preset %s gives each role its model', async (preset, tiers, models) => {
    const repo = repository();
    const choices = { Mode: 'multi', Model: preset, 'Convention Scan': 'Scan' };
    const { shown } = await runJson(repo, 'task', 'Models', '--script', taskScript(repo, choices));
    expect(stateOf(repo.path).model_config).toEqual({ preset, ...tiers, verifier: 'haiku' });
    const { calls } = shown;
    const used = (role: string) => [
      ...new Set(calls.filter((call) => call.role === role).map(({ model }) => model ?? '')),
    ];
    expect(used('task.convention-scanner')).toEqual([models.scanner]);
    expect(planning.map((role) => [role, used(role)])).toEqual(planning.map((role) => [role, [models.advisor]]));
  });

  test('W-67, C-14 a flag and the setting of a role override the preset', async () => {
    const repo = repository();
    repo.write('repo/harness.config.json', JSON.stringify({ roles: { 'task.architect': { model: 'own' } } }));
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=Configured');
    const choices = { Mode: 'standard', Model: 'balanced', 'Convention Scan': 'Skip' };
    const one = await runJson(repo, 'task', 'One', '--script', taskScript(repo, choices));
    expect(Object.fromEntries(one.shown.calls.map(({ role, model }) => [role, model]))).toEqual({
      'task.architect': 'own',
      'task.senior-developer': 'opus',
      'task.synthesis-standard': 'opus',
    });
    const other = repository();
    const two = await runJson(other, 'task', 'Two', '--model', 'mine', '--script', taskScript(other, choices));
    expect([...new Set(two.shown.calls.map(({ model }) => model))]).toEqual(['mine']);
  });
});

const fields: readonly (keyof StateFile)[] = [
  ...([
    'version',
    'task',
    'mode',
    'run_style',
    'model_config',
    'cli_flags',
    'user_lang',
    'has_git',
    'repo_name',
  ] as const),
  ...(['repo_path', 'phase', 'round', 'max_rounds', 'max_files', 'scope', 'branch', 'lang', 'build_cmd'] as const),
  ...(['test_cmd', 'lint_cmd', 'type_check_cmd', 'verify', 'autofix', 'docs_path', 'conventions'] as const),
  ...(['created_at', 'updated_at'] as const),
];

test('W-57, W-72, W-73 the whole state and the summary, with a warning about an expensive verifier', async () => {
  const repo = repository();
  const flags = ['--mode', 'single', '--model-config', 'economy', '--verifier-model', 'opus', '--output-dir', 'out'];
  const { stdout } = await repo.run('task', 'Add a login', ...flags, '--script', taskScript(repo));
  const state = stateOf(repo.path);
  expect(Object.keys(state)).toEqual(expect.arrayContaining([...fields]));
  expect(state).toMatchObject({
    version: '2.0',
    mode: 'single',
    run_style: 'auto',
    has_git: true,
    repo_name: 'repo',
    phase: 'plan_ready',
    round: 1,
    max_rounds: 3,
    max_files: 20,
    scope: '(no limit)',
    branch: 'harness/add-a-login',
    autofix: null,
    repo_path: expect.stringMatching(/\/repo$/),
    docs_path: 'out/add-a-login/',
    conventions: null,
    cli_flags: { verifier_model: 'opus', output_dir: 'out' },
    model_config: { preset: 'economy', executor: 'haiku', advisor: 'sonnet', evaluator: 'sonnet', verifier: 'opus' },
    verify: {
      layer1_result: null,
      layer1_retries: 0,
      layer2_result: null,
      layer2_retries: 0,
      todo_blocking: false,
      autofix_attempted: false,
    },
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect(stdout).toContain('[harness] Task started!');
  const rows = [...stdout.matchAll(/^[\d:]+ \W*(\w+) +: (.*)$/gm)].map(([, name, value]) => [name, value]);
  expect(rows).toEqual([
    ['Directory', state.repo_path],
    ['Branch', 'harness/add-a-login'],
    ...[
      ['Mode', 'single'],
      ['Model', 'economy'],
      ['Verifier', 'opus'],
      ['Style', 'auto'],
      ['Language', 'unknown'],
    ],
    ...[
      ['Test', 'none'],
      ['Build', 'none'],
      ['Lint', 'none'],
      ['TypeCheck', 'none'],
      ['Scope', '(no limit)'],
    ],
    ['Output', 'out/add-a-login/'],
  ]);
  expect(stdout).toContain(
    'Verifier set to opus — high cost for mechanical verification. haiku is usually sufficient.',
  );
});

test('W-53 a name in any script becomes a short ASCII name', async () => {
  const repo = repository();
  const text = `Änderung: 로그인 기능 (v2)! ${'sehr '.repeat(30)}`;
  await repo.run('task', text, '--script', taskScript(repo));
  const { slug, docs_path } = stateOf(repo.path);
  expect(slug).toMatch(/^anderung-[a-z0-9_-]+$/);
  expect(String(slug).length).toBeLessThanOrEqual(50);
  expect(docs_path).toBe(`docs/harness/${slug}/`);
  expect(repo.git('branch', '--show-current')).toBe(`harness/${slug}`);
});

test('W-35, W-36, W-177 the file shows the current phase, and is never half written', async () => {
  const repo = repository();
  // A check runs in a clean room, so it names the checkout; without a sandbox it may write there.
  const look = (name: string) => `cp ${repo.path}/.harness/state.json ${repo.path}/kept/at-${name}.json`;
  repo.write('repo/kept/.gitignore', '*\n');
  repo.write('repo/harness.config.json', JSON.stringify({ checks: { test: look('test') } }));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Configured');
  const steps = [{ write: { path: '{changes_path}', text: '- work.txt — it\n' } }, { run: look('generator') }];
  const choices = { 'Convention Scan': 'Skip', Spec: 'Proceed', Commit: 'No commit' };
  const script = taskScript(repo, choices, [
    { when: { role: 'task.generator-single' }, steps, reply: '1 files changed — work.txt' },
  ]);
  const { finished } = repo.start([
    'task',
    'Watch it',
    '--mode',
    'single',
    '--model-config',
    'default',
    ...['--sandbox', 'off'],
    '--script',
    script,
  ]);
  const looks = new Set<string>();
  await until(() => {
    looks.add(lookedAt(repo.path));
    return Promise.race([finished, Promise.resolve(undefined)]);
  });
  const { exitCode, stdout, stderr } = await finished;
  expect(exitCode, stderr).toBe(0);
  expect([...looks].filter((look) => look === 'torn')).toEqual([]);
  expect(stdout).toMatch(/Conventions: skipped\.[\s\S]*\[harness\] Phase: Plan[\s\S]*\[harness\] Plan complete\./);
  const at = (name: string) => JSON.parse(textOf(repo.path, `kept/at-${name}.json`)) as StateFile;
  expect([at('generator').phase, at('test').phase]).toEqual(['generating', 'verifying']);
  for (const field of fields) expect(at('test')).toHaveProperty(field);
  expect(hasState(repo.path)).toBe(false);
});

/** The file may appear and disappear, but must never be half written. */
function lookedAt(folder: string): string {
  try {
    return String(stateOf(folder).phase);
  } catch (error) {
    return error instanceof SyntaxError ? 'torn' : 'gone';
  }
}

test('W-140 a task named memory does not use the memory folder of the team', async () => {
  const repo = repository();
  const flags = ['--mode', 'single', '--model-config', 'default', '--script', taskScript(repo)];
  expect((await repo.run('task', 'Memory', ...flags)).exitCode).toBe(8);
  expect(stateOf(repo.path).docs_path).toBe('docs/harness/memory-task/');
});

/** Tests the words and flags of `harness task`: their effects, and refusals before the start (W-32, W-44 to W-52). */
import { describe, expect, test } from 'vitest';
import { repository } from '../../testing/command.ts';
import { filesIn, stateOf, taskScript, writeLeftover } from '../../testing/task-script.ts';

const reserved = 'output-dir value starts with a reserved directory name.';
const climbing = "output-dir must not contain '..'.";
const absolute = 'output-dir must be a relative path.';
const network = 'UNC paths are not allowed.';
const underDocs = 'output-dir under docs/ must be docs/harness/...';
const empty = 'output-dir cannot be empty.';

/** Expects a refusal that leaves no file, no branch and no run. */
async function refused(args: readonly string[], message: string): Promise<void> {
  const repo = repository();
  const before = [filesIn(repo.path), repo.git('branch', '--all')];
  const { exitCode, stdout, stderr } = await repo.run('task', ...args);
  expect({ exitCode, message: stderr.split('\n')[0], stdout }).toEqual({ exitCode: 2, message, stdout: '' });
  expect(stderr).toContain('harness task');
  expect([filesIn(repo.path), repo.git('branch', '--all')]).toEqual(before);
}

describe('an output folder', () => {
  test.each([
    ['W-46', '', empty],
    ['W-47', String.raw`\\server\share`, network],
    ['W-47', '//server/share', network],
    ['W-48', '/absolute/path', absolute],
    ['W-48', String.raw`C:\work`, absolute],
    ['W-49', 'docs/../../etc', climbing],
    ['W-50', '.harness', reserved],
    ['W-50', 'memory/foo', reserved],
    ['W-50', 'planner', reserved],
    ['W-50', 'harness/', reserved],
    ['W-51', 'docs/other/x', underDocs],
  ])('W-157 (%s) %j is refused, and nothing is created', (_, given, message) =>
    refused(['Attack', '--output-dir', given], message),
  );

  test.each([
    ['W-52 a slash at the end is not stored', 'out/papers/', 'out/papers', 'out/papers/keep-it/'],
    ['W-47 a backslash is a slash', String.raw`out\papers`, 'out/papers', 'out/papers/keep-it/'],
    ['W-49 two dots inside a name are a name', 'a..b', 'a..b', 'a..b/keep-it/'],
    ['WO-22 the folder of all sessions is allowed', 'docs/harness', 'docs/harness', 'docs/harness/keep-it/'],
  ])('W-57 %s', async (_, given, stored, docsPath) => {
    const repo = repository();
    const args = ['Keep it', '--mode', 'single', '--script', taskScript(repo), '--output-dir', given];
    expect((await repo.run('task', ...args)).exitCode).toBe(8);
    expect(stateOf(repo.path)).toMatchObject({ cli_flags: { output_dir: stored }, docs_path: docsPath });
    expect(filesIn(repo.path)).toContain(docsPath.slice(0, -1));
  });
});

describe('flags and words', () => {
  test.each([
    [
      'W-45 --verifier-model has three values',
      ['x', '--verifier-model', 'gpt'],
      'Invalid --verifier-model value. Allowed: haiku, sonnet, opus.',
    ],
    [
      'W-44 --mode has three values',
      ['x', '--mode', 'both'],
      'Invalid --mode value. Allowed: single, standard, multi.',
    ],
    [
      'W-44 --model-config is a preset or a text',
      ['x', '--model-config', 'executor:gpt'],
      'Invalid --model-config value. Allowed: default, all-opus, balanced, economy, or executor:<m>,advisor:<m>,evaluator:<m> with opus, sonnet or haiku.',
    ],
    ['W-34 generate needs a plan', ['generate'], 'Run plan first'],
    ['W-34 verify needs a change', ['verify'], 'Run generate first'],
    ['W-34 evaluate needs a verification', ['evaluate'], 'Run verify first'],
    ['W-33 without arguments there must be a session', [], 'No task session found in this folder.'],
  ])('%s', (_, args, message) => refused(args, message));

  test.each([[['plan']], [['']], [['plan', ' ']], [['two', 'words']], [['generate', 'x']]])(
    'W-32 %j is not a task',
    async (args) => {
      const repo = repository();
      const { exitCode, stderr } = await repo.run('task', ...args);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('harness task');
      expect(filesIn(repo.path)).toEqual(['README.md']);
    },
  );

  test('W-34 a step needs the files as well as the phase', async () => {
    const repo = repository();
    const state = { version: '2.0', task: 'x', mode: 'single', docs_path: 'docs/harness/x/' };
    const firstLine = async (step: string) => (await repo.run('task', step)).stderr.split('\n')[0];
    writeLeftover(repo.path, '.harness/state.json', { ...state, phase: 'evaluate_done' });
    expect(await firstLine('generate')).toBe('Run plan first');
    writeLeftover(repo.path, 'docs/harness/x/spec.md', '# Spec\n');
    expect(await firstLine('verify')).toBe('Run generate first');
    writeLeftover(repo.path, 'docs/harness/x/changes.md', '- a — b\n');
    expect(await firstLine('evaluate')).toBe('Run verify first');
    writeLeftover(repo.path, 'docs/harness/x/verify_report.md', 'PASS\n');
    writeLeftover(repo.path, '.harness/state.json', { ...state, phase: 'generate_done' });
    expect(await firstLine('evaluate')).toBe('Run verify first');
    writeLeftover(repo.path, '.harness/state.json', { ...state, phase: 'generating' });
    expect(await firstLine('verify')).toBe('Run generate first');
    writeLeftover(repo.path, '.harness/state.json', { ...state, phase: 'planning' });
    expect(await firstLine('generate')).toBe('Run plan first');
  });

  test('W-32, W-44 the alias works, and --mode and --model-config skip their questions, also in auto style', async () => {
    const repo = repository();
    const flags = ['--mode', 'multi', '--model-config', 'executor:haiku', '--verifier-model', 'sonnet'];
    const { exitCode, stdout } = await repo.run('workflow', 'Old name', ...flags, '--script', taskScript(repo));
    expect(exitCode).toBe(8);
    expect(stdout).not.toMatch(/Mode:|Model:/);
    expect(stateOf(repo.path)).toMatchObject({
      mode: 'multi',
      run_style: 'auto',
      cli_flags: { verifier_model: 'sonnet', output_dir: null },
      model_config: { preset: 'custom', executor: 'haiku', advisor: 'opus', evaluator: 'opus', verifier: 'sonnet' },
    });
  });
});

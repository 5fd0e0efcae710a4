/** Tests Step 1.5 through the command: conventions from a file, from CLAUDE.md, from a scan, or none (W-75 to W-87). */
import { describe, expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import {
  type Choices,
  exists,
  roleAnswer,
  runJson,
  stateOf,
  taskScript,
  textOf,
  writeLeftover,
} from '../../testing/task-script.ts';

const reference = 'file:.harness/conventions.md';
const docs = 'docs/harness/fit-in/';
/** A planner that records the conventions in its prompt (W-82). */
const telling = roleAnswer('planner-single', 'spec.md generated — 1 criterion', {
  '{spec_path}': 'told: [{conventions}]\n',
});

async function plan(
  files: Readonly<Record<string, string>>,
  choices: Choices = {},
  answers: readonly Readonly<Record<string, unknown>>[] = [],
  flags: readonly string[] = ['--mode', 'single'],
) {
  const repo = repository();
  for (const [path, text] of Object.entries(files)) writeLeftover(repo.path, path, text);
  repo.git('add', '--all', ':!.harness');
  repo.git('commit', '--quiet', '--allow-empty', '--message=Files');
  const script = taskScript(repo, choices, [...answers, telling]);
  return {
    repo,
    ...(await runJson(repo, 'task', 'Fit in', '--model-config', 'economy', '--script', script, ...flags)),
  };
}

const planned = (repo: Repository) => textOf(repo.path, `${docs}spec.md`);

test('W-80, W-83 a rich CLAUDE.md is copied, reported, and given to the planner', async () => {
  const { repo, lines, headers } = await plan({ 'CLAUDE.md': 'rule\n'.repeat(50) });
  expect(lines).toContain('[harness] Conventions: CLAUDE.md detected (rich). Copied to .harness/conventions.md');
  expect(textOf(repo.path, '.harness/conventions.md')).toBe('rule\n'.repeat(50));
  expect(stateOf(repo.path).conventions).toBe(reference);
  expect(planned(repo)).toContain('rule\nrule');
  expect(headers).toEqual(['Spec']);
});

test('W-75, W-82, W-84 a sparse CLAUDE.md is asked about in every mode; Skip plans without', async () => {
  for (const mode of ['single', 'standard', 'multi']) {
    const sparse = { 'CLAUDE.md': 'rule\n'.repeat(49) };
    const { repo, lines, headers } = await plan(sparse, { 'Convention Scan': 'Skip' }, [], ['--mode', mode]);
    expect(headers).toEqual(['Convention Scan', 'Spec']);
    expect(lines).toContain('[harness] Conventions: skipped.');
    expect(stateOf(repo.path).conventions).toBe('skipped');
    expect(exists(repo.path, '.harness/conventions.md')).toBe(false);
    if (mode === 'single') expect(planned(repo)).toBe('told: []\n');
  }
});

test('W-81, W-85, W-87 a successful scan with its file is used, and the change time is set', async () => {
  const { repo, lines, shown } = await plan({}, { 'Convention Scan': 'Scan' });
  expect(lines).toContain('[harness] Conventions: scanned and saved to .harness/conventions.md');
  const { conventions, updated_at, created_at } = stateOf(repo.path);
  expect(conventions).toBe(reference);
  expect(String(updated_at) > String(created_at)).toBe(true);
  expect(planned(repo)).toContain('scanned');
  expect(shown.calls[0]).toMatchObject({ role: 'task.convention-scanner', model: 'haiku' });
});

describe('a scan that failed', () => {
  const scan = (reply: string, file: boolean, attempt?: number) => ({
    ...roleAnswer('convention-scanner', reply, file ? { '{output_path}': 'attempt {attempt}\n' } : {}),
    when: { role: 'task.convention-scanner', ...(attempt === undefined ? {} : { attempt }) },
  });
  const written = 'conventions written — 4 areas scanned, x';

  test('W-86 without its file causes a warning and may be repeated twice; only an existing file is referenced', async () => {
    const choices = { 'Convention Scan': 'Scan', 'Convention Scan Failed': ['Retry', 'Retry'] };
    const { repo, lines, exitCode, open, shown } = await plan({}, choices, [scan(written, false)]);
    expect(exitCode).toBe(8);
    expect(lines).toContain('[harness] ⚠ Convention scan completed but output file not found.');
    const [last] = open;
    expect([last?.header, last?.options.map(({ label }) => label)]).toEqual(['Convention Scan Failed', ['Skip']]);
    expect(shown.calls).toHaveLength(3);
    expect(stateOf(repo.path).conventions).toBeNull();
    await repo.run('answer', last?.id ?? '', 'Skip');
    await repo.run('resume');
    expect(stateOf(repo.path).conventions).toBe('skipped');
  });

  test('W-85 with its file but without its status line has failed too; a successful repeat is used', async () => {
    const choices = { 'Convention Scan': 'Scan', 'Convention Scan Failed': 'Retry' };
    const { repo, headers } = await plan({}, choices, [scan('I looked around', true, 1), scan(written, true)]);
    expect(headers).toEqual(['Convention Scan', 'Convention Scan Failed', 'Spec']);
    expect(stateOf(repo.path).conventions).toBe(reference);
    expect(planned(repo)).toContain('attempt 2');
  });
});

describe('files of a spec session', () => {
  test('W-77 are copied before any question, whatever CLAUDE.md says', async () => {
    const files = { 'CLAUDE.md': 'rule\n'.repeat(60), [`${docs}conventions.md`]: 'persisted\n' };
    const { repo, headers } = await plan(files);
    expect(headers).toEqual(['Spec']);
    expect(textOf(repo.path, '.harness/conventions.md')).toBe('persisted\n');
    expect(stateOf(repo.path).conventions).toBe(reference);
  });

  /** Resumes a session at plan_ready. */
  async function resumed(conventions: string | null, files: Readonly<Record<string, string>>) {
    const repo = repository();
    const state = {
      version: '2.0',
      task: 'Fit in',
      mode: 'single',
      model_config: { preset: 'default' },
      phase: 'plan_ready',
    };
    writeLeftover(repo.path, '.harness/state.json', { ...state, docs_path: docs, conventions });
    for (const [path, text] of Object.entries(files)) writeLeftover(repo.path, path, text);
    const script = taskScript(repo, { Session: 'Resume' }, [telling]);
    return { repo, ...(await runJson(repo, 'task', 'Go on', '--script', script)) };
  }

  test('W-76, W-78 a live file is kept although an older copy exists', async () => {
    const { repo } = await resumed(reference, {
      '.harness/conventions.md': 'live\n',
      [`${docs}conventions.md`]: 'older\n',
    });
    expect(planned(repo)).toContain('live');
    expect(textOf(repo.path, '.harness/conventions.md')).toBe('live\n');
  });

  test('W-76 a missing live file is restored from its copy', async () => {
    const { repo } = await resumed(reference, { [`${docs}conventions.md`]: 'older\n' });
    expect(planned(repo)).toContain('older');
    expect(stateOf(repo.path).conventions).toBe(reference);
  });

  test('W-76, W-79, W-82 if both are missing, null is written to the file before any call', async () => {
    const { repo, open } = await resumed(reference, {});
    expect(open.map(({ header }) => header)).toEqual(['Convention Scan']);
    expect(stateOf(repo.path).conventions).toBeNull();
  });
});

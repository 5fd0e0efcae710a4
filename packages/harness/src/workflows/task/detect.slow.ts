/** Tests which commands a task detects in a repository, and which flags replace them (W-10, W-54 to W-56, W-179). */
import { expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { detections } from '../../testing/detection.ts';
import { stateOf, taskScript } from '../../testing/task-script.ts';

/** Runs a task up to the scan question, which stays open. */
const begin = (repo: Repository, ...flags: readonly string[]) =>
  repo.run(
    ...['task', 'Look around', '--mode', 'single', '--model-config', 'default', '--script', taskScript(repo)],
    ...flags,
  );

const committed = (repo: Repository, files: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(files)) repo.write(`repo/${name}`, text);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--allow-empty', '--message=Files');
};

test.each(detections)('W-54, W-55, W-56 a task detects: %s', async (_, files, expected) => {
  const repo = repository();
  committed(repo, files);
  const { exitCode, stdout, stderr } = await begin(repo);
  expect(exitCode, stderr).toBe(8);
  const { lang, test_cmd, build_cmd, lint_cmd, type_check_cmd } = stateOf(repo.path);
  const found = { language: lang, test: test_cmd, build: build_cmd, lint: lint_cmd, typecheck: type_check_cmd };
  expect(found).toMatchObject(expected);
  expect(stdout).toContain(`Lint      : ${lint_cmd ?? 'none'}`);
  expect(stdout).toContain(`TypeCheck : ${type_check_cmd ?? 'none'}`);
});

test('W-179 a flag replaces detection; W-55 pylint receives the scope', async () => {
  const repo = repository();
  committed(repo, { 'pyproject.toml': '[tool.pylint]\n[tool.mypy]\n' });
  await begin(repo, '--lint-cmd', 'own lint', '--type-check-cmd', 'own types');
  expect(stateOf(repo.path)).toMatchObject({ lint_cmd: 'own lint', type_check_cmd: 'own types', scope: '(no limit)' });

  const scoped = repository();
  committed(scoped, { '.pylintrc': '' });
  await begin(scoped, '--scope', 'src', '--scope', 'lib/a.py');
  expect(stateOf(scoped.path)).toMatchObject({ lint_cmd: "pylint 'src' 'lib/a.py'", scope: 'src, lib/a.py' });
});

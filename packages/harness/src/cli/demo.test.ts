import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { repository } from '../testing/command.ts';

test('W-170 the task demo needs only a clone and shows a red test, a finding, a second round, one commit and the next command', async () => {
  const here = repository();
  const { exitCode, stdout } = await here.run('demo', 'task');
  const [copy = ''] = stdout.match(/\/\S*harness-demo-\S+/) ?? [];
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  expect(exitCode).toBe(0);

  const story = [
    `a copy of the example is in ${copy}`,
    '[harness] Task started!',
    'Branch    : harness/read-durations',
    'Language  : typescript',
    'Test      : npm test',
    '[harness] Conventions: scanned and saved to .harness/conventions.md',
    '✓ 2 proposals generated',
    '"Proceed", answered by script',
    'npm test is red, exit 1',
    '[harness] Verify (Layer 1) FAIL — retrying Generator (attempt 1/3)',
    'npm test is green',
    '✗ FAIL L3 — ',
    '"Fix", answered by script',
    '[harness] ✓ QA PASS — task complete.',
    '"Commit code only (Recommended)", answered by script',
    'diff --git a/src/duration.js',
    'git switch main && git merge harness/read-durations',
    'harness.mjs logs read-durations-',
    'harness.mjs task "<what you want>"',
  ];
  const places = story.map((words) => stdout.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  // A reply is printed once, after its tick, and not again beside the role.
  expect(stdout.match(/3 acceptance criteria/g)).toHaveLength(1);

  const git = (...args: readonly string[]) => here.git('-C', copy, ...args);
  expect(git('log', '--format=%s', 'main..harness/read-durations')).toBe('Read durations');
  expect(git('status', '--porcelain')).toBe('');
  expect(readdirSync(join(copy, 'docs/harness/read-durations'))).toEqual([]); // the documents of the session are removed
  expect(stdout).toContain(`git -C ${copy} switch main && git -C ${copy} merge harness/read-durations`);

  const { runs } = JSON.parse((await here.run('runs', '--repo', copy, '--json')).stdout) as { runs: { id: string }[] };
  const shown = await here.run('show', runs[0]?.id ?? '', '--repo', copy, '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({
    status: 'done',
    costUsd: 0.65,
    checks: [{ green: false }, { green: true }, { green: true }],
    commits: [{ branch: 'harness/read-durations' }],
  });
});

test('each example has its own folder, with a page that names its command', () => {
  const examples = join(import.meta.dirname, '..', '..', '..', '..', 'examples');
  for (const folder of readdirSync(examples)) {
    const name = folder.replace(/^\d+-/, '');
    const command = name === 'hello' ? '`harness demo`' : `\`harness demo ${name}\``;
    expect(readFileSync(join(examples, folder, 'README.md'), 'utf8')).toContain(command);
  }
});

/** The proof through the command: the demo of the liars, and work that cannot have a witness. */
import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { repository } from '../../testing/command.ts';

/** A part of each lie's task, and the sentence that stops it. */
const stopped: readonly (readonly [string, string])[] = [
  ['change nothing', 'no file was changed'],
  ['only a note', 'only documents were changed'],
  ['only an import', 'the new tests also pass if the changed functions are empty'],
  ['no assertion', 'new tests pass without an assertion'],
  ['an early exit', 'tests in touched files were not executed'],
  ['a rewritten test', 'A test of the base fails against the change'],
  ['a test runner', 'added lines of the product ask whether a test runner runs it'],
  ['a skipped test', 'tests in touched files were not executed'],
  ['without a test', 'no test was added or changed'],
  ['a deleted test', 'test/total.test.js'],
];

test('the demo stops each liar with its reason, and lands only the honest change', async () => {
  const here = repository();
  const { exitCode, stdout, stderr } = await here.start(['demo', 'liars'], { HARNESS_TRUST_WITNESS: 'ask' }).finished;
  const [copy = ''] = stdout.match(/\/\S*harness-demo-\S+/) ?? [];
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  expect(exitCode, `${stdout}${stderr}`).toBe(0);
  const stories = stdout.split(/converge: Give discounts /).slice(1);
  expect(stories.map((story) => /^\((.*?)\)/.exec(story)?.[1])).toEqual([...stopped.map(([lie]) => lie), 'honest']);
  expect(
    stopped.filter(([, why], at) => !stories[at]?.includes(why)),
    stdout,
  ).toEqual([]);
  expect(stories.at(-1)).toContain('witnessed: gives a discount is red without the change');
  const landed = here.git('-C', copy, 'log', '--branches', '--not', 'main', '--format=%s').split('\n');
  expect(landed).toEqual(['Give discounts (honest)']);
});

test('work that must have a witness and cannot get one is refused with one sentence', async () => {
  const repo = repository();
  const checks = { test: null, build: 'true', lint: null, typecheck: null };
  repo.write('repo/harness.config.json', JSON.stringify({ checks, trust: { witness: 'required' } }));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Base');
  const { exitCode, stderr } = await repo.start(['converge', 'x', '--no-input'], { HARNESS_TRUST_WITNESS: 'required' })
    .finished;
  expect([exitCode, stderr]).toEqual([
    2,
    'trust.witness is "required", but no check runs tests (true), so no change can have a witness.\n  try: harness init\n',
  ]);
});

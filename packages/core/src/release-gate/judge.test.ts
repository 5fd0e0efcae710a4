import { describe, expect, test } from 'vitest';
import { parseAcceptance } from '../input-files/acceptance.ts';
import type { PlanFile } from '../plans/graph.ts';
import { environmentStatus, parseEnvTemplate } from './environment.ts';
import { type CommandRun, cannotPass, listTestCommands, type ReleaseFacts, releaseVerdict, testKind } from './judge.ts';
import { releasePage } from './report.ts';

const plan = (id: string, acceptanceTags: readonly string[], isDone = true): PlanFile => ({
  id,
  title: `Plan ${id}`,
  phase: 'one',
  dependsOn: [],
  estimatedPasses: 1,
  acceptanceTags,
  body: '',
  path: `${id}.md`,
  fileId: id,
  slug: 'a',
  status: isDone ? 'completed' : 'active',
  place: isDone ? 'completed' : 'active',
});
const files = new Set(['test/login.test.js']);
const factsFor = (text: string, plans: readonly PlanFile[], more: Partial<ReleaseFacts> = {}): ReleaseFacts => {
  const acceptance = parseAcceptance(`## Release criteria\n${text}`);
  const tests = acceptance.criteria.flatMap(({ testedBy }) => testedBy);
  return {
    acceptance,
    plans,
    template: new Map(),
    suite: ['npm test', 'npm run e2e'],
    kinds: new Map(tests.map((one) => [one, testKind(one, (path) => files.has(path))])),
    ...more,
  };
};
const ran = (command: string, green: boolean): CommandRun => ({
  command,
  green,
  exitCode: green ? 0 : 1,
  log: 'a.log',
});
const statuses = (facts: ReleaseFacts, runs: readonly CommandRun[] = []) =>
  releaseVerdict(facts, runs).criteria.map(({ status }) => status);

describe('D-63 a criterion', () => {
  test.each<[string, string, readonly PlanFile[], string]>([
    ['is covered by a completed plan with its tag', '- `a` "A"', [plan('0001', ['a'])], 'covered'],
    ['is not covered by an open plan', '- `a` "A"', [plan('0001', ['a'], false)], 'uncovered'],
    ['is not covered by a plan with another tag', '- `a` "A"', [plan('0001', ['b'])], 'uncovered'],
    [
      'that names its plans needs all of them',
      '- `a`\n  - Covered by plans: 0001, 0002',
      [plan('0001', ['a'])],
      'uncovered',
    ],
    [
      'that names its plans is covered by them without a tag',
      '- `a`\n  - Covered by plans: 0001, 0002',
      [plan('0001', []), plan('0002', [])],
      'covered',
    ],
    [
      'that names an open plan is not covered',
      '- `a`\n  - Covered by plans: 0001, 0002',
      [plan('0001', ['a']), plan('0002', [], false)],
      'uncovered',
    ],
  ])('%s', (_, text, plans, status) => {
    expect(statuses(factsFor(text, plans))).toEqual([status]);
  });

  const tested = (test: string) => factsFor(`- \`a\`\n  - Tested by: \`${test}\``, [plan('0001', ['a'])]);
  test.each<[string, string, readonly CommandRun[], string]>([
    ['with a missing test is covered-but-test-missing', 'test/pay.test.js', [], 'covered-but-test-missing'],
    ['with a red command is covered-but-test-failed', 'make pay', [ran('make pay', false)], 'covered-but-test-failed'],
    ['with a green command is covered', 'make pay', [ran('make pay', true), ran('npm test', false)], 'covered'],
    [
      'with a test file fails with any command of the suite',
      'test/login.test.js',
      [ran('npm test', true), ran('npm run e2e', false)],
      'covered-but-test-failed',
    ],
  ])('%s', (_, name, runs, status) => {
    expect(statuses(tested(name), runs)).toEqual([status]);
  });

  test('that is not covered is not tested; no command runs twice', () => {
    const text = ['a', 'b', 'c'].map((tag) => `- \`${tag}\`\n  - Tested by: \`test/login.test.js\`, \`make ${tag}\``);
    const facts = factsFor(text.join('\n'), [plan('0001', ['a', 'b'])]);
    expect(listTestCommands(facts)).toEqual(['npm test', 'npm run e2e', 'make a', 'make b']);
    expect(cannotPass(facts)).toBe(true);
  });
});

describe('DO-18 a variable', () => {
  const template = parseEnvTemplate(
    [
      'A=1',
      "export B='two words' # why",
      'C=',
      'D=changeme',
      'E="<your key>"',
      '#F=1',
      'G=your-key',
      'H= # none',
      'I=a#b',
    ].join('\n'),
  );
  test.each([
    ...(['A', 'B', 'I'] as const).map((name) => [name, 'set']),
    ...(['C', 'D', 'E', 'G', 'H'] as const).map((name) => [name, 'placeholder']),
    ...(['F', 'Z'] as const).map((name) => [name, 'missing-from-template']),
  ])('%s is %s', (name, status) => {
    expect(environmentStatus(name, template)).toBe(status);
  });

  test('that is not set prevents the release', () => {
    const text = '- `a`\n## Environment requirements\n- `K`';
    const ready = (value: Record<string, string>) =>
      releaseVerdict(factsFor(text, [plan('0001', ['a'])], { template: new Map(Object.entries(value)) }), []).ready;
    expect([ready({ K: 'v' }), ready({ K: 'todo' }), ready({})]).toEqual([true, false, false]);
  });
});

test('escapes foreign text in a table cell', () => {
  const verdict = releaseVerdict(factsFor('- `a` "one | two"', [plan('0001', ['a'])]), []);
  const page = releasePage({ version: 1, at: 'now', specPath: 's.md', acceptancePath: 's.acceptance.md', ...verdict });
  expect(page).toContain('# Release gate: ready');
  expect(page).toContain('| a: one \\| two | covered | 0001 | – |');
});

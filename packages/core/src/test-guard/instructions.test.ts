import { describe, expect, test } from 'vitest';
import { messagesFor } from '../messages/index.ts';
import { instructionKindOf } from './instructions.ts';
import { findWeakenedTests, type TouchedFile, weakenedParams } from './weakened-tests.ts';

const folders = { planDir: 'plans/active', completedDir: 'plans/done/', contextDir: './docs/context' };
const guards = { checks: [], folders };
const facts = { commands: [], hasTests: false };

test.each([
  ['plans/active/0001-a.md', 'plan'],
  ['plans/active/9 no plan yet.md', 'plan'],
  ['Plans/Active/0001-A.MD', 'plan'],
  ['plans/done/0001-a.md', 'plan'],
  ['docs/context/review.md', 'context'],
  ['.claude/skills/deploy/SKILL.md', 'skill'],
  ['packages/a/.agents/skills/deploy/run.sh', 'skill'],
  ['CLAUDE.md', 'instructions'],
  ['packages/a/AGENTS.md', 'instructions'],
  ['agents.override.md', 'instructions'],
  ['.claude/settings.json', 'instructions'],
  ['.claude', 'instructions'],
  ['.mcp.json', 'instructions'],
  ['.cursor/rules/all.mdc', 'instructions'],
  ['.github/copilot-instructions.md', 'instructions'],
  ['plans/active/README.md', null],
  ['plans/active/old/0001-a.md', null],
  ['other/plans/active/0001-a.md', null],
  ['docs/context/site/page.md', null],
  ['docs/agents-guide.md', null],
  ['src/agents.ts', null],
  ['claude/skills.md', null],
])('I1, I2, I4 %s is %s', (path, kind) => {
  expect(instructionKindOf(path, folders)).toBe(kind);
});

test('without known folders, files with fixed names still count', () => {
  expect([instructionKindOf('AGENTS.md'), instructionKindOf('plans/active/0001-a.md')]).toEqual(['instructions', null]);
});

describe('V7 a change of such a file counts', () => {
  const rowsOf = (file: Partial<TouchedFile> & { readonly path: string }) =>
    findWeakenedTests([{ newPath: file.path, before: null, after: null, ...file }], guards, facts).map(
      ({ file: name, how, detail, content }) => [name, how, detail, content].join(' '),
    );
  const plan = 'plans/active/0001-a.md';
  test.each<readonly [string, Partial<TouchedFile>, readonly string[]]>([
    ['new', { after: 'x', hash: 'h1' }, [`${plan} plan new h1`]],
    ['changed', { before: 'x', after: 'y', hash: 'h2' }, [`${plan} plan  h2`]],
    ['deleted', { before: 'x' }, [`${plan} plan gone gone`]],
    ['a link', { before: 'x', hash: 'h3' }, [`${plan} plan  h3`]],
    [
      'moved',
      { before: 'x', after: 'x', hash: 'h4', newPath: 'plans/done/0001-a.md' },
      [`${plan} plan gone gone`, 'plans/done/0001-a.md plan new h4'],
    ],
  ])('%s', (_, file, rows) => {
    expect(rowsOf({ path: plan, ...file })).toEqual(rows);
  });

  test('a test that becomes a plan counts as both', () => {
    const moved = { path: 'a.test.js', newPath: plan, before: "test('a')", after: 'x', hash: 'h' };
    expect(rowsOf(moved)).toEqual([`${plan} plan new h`, `a.test.js moved ${plan} h`]);
  });
});

describe('I3 the plan that the run carries out', () => {
  const text = '---\nid: 0001\nacceptance_tags: [a]\n---\n# Decisions\n';
  const asked = (after: string, item?: string, path = 'plans/active/0001-a.md') =>
    findWeakenedTests(
      [{ path, newPath: path, before: text, after, hash: 'h' }],
      { ...guards, ...(item === undefined ? {} : { item }) },
      facts,
    ).length > 0;
  const noted = `${text}- Use one table.\n`;
  const other = text.replace('[a]', '[a, b]');
  test.each([
    ['gets notes', asked(noted, '0001'), false],
    ['gets another frontmatter', asked(other, '0001'), true],
    ['loses its frontmatter', asked('# Decisions\n', '0001'), true],
    ['is that of another run', asked(noted, '0002'), true],
    ['is changed by a run without a plan', asked(noted), true],
    ['was completed before', asked(noted, '0001', 'plans/done/0001-a.md'), true],
  ])('%s', (_, isAsked, expected) => {
    expect(isAsked).toBe(expected);
  });
});

test.each(['en', 'ko'])('the question has one sentence for each kind (%s)', (language) => {
  const files = ['a.test.js', 'plans/active/0001-a.md', 'docs/context/a.md', '.claude/skills/a/SKILL.md', 'CLAUDE.md'];
  const touched = files.map((path) => ({ path, newPath: path, before: 'test()', after: null }));
  const { question } = messagesFor(language).questions.tests;
  const whole = question(weakenedParams(findWeakenedTests(touched, guards, facts)));
  for (const file of files) {
    const found = findWeakenedTests(
      touched.filter(({ path }) => path === file),
      guards,
      facts,
    );
    const alone = question(weakenedParams(found));
    const [sentence = ''] = alone.split(').');
    expect(sentence).toContain(file);
    expect(whole).toContain(sentence);
  }
});

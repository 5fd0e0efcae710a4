import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { splitFrontmatter } from '../input-files/split-frontmatter.ts';
import { type LoopDocument, loopDefaults } from './document.ts';
import { loopPrompt } from './prompt.ts';
import { readLoopDocument } from './read-document.ts';
import { mayBeActive, withSignal } from './signal.ts';
import { loopDocumentText } from './write-document.ts';

const full: LoopDocument = {
  state: {
    active: true,
    iteration: 3,
    maxIterations: 7,
    consecutiveFailures: 1,
    discoverInterval: 4,
    tracker: 'linear',
    project: 'My project: "A"',
    team: 'MB90',
    labels: ['ready', '준비'],
    doneStatus: 'Done',
    inProgressStatus: 'In Progress',
    completed: ['MB-1', '#2'],
    failed: ['MB-3'],
    skipped: [],
    currentIssue: 'MB-4',
    friction: [{ issue: 'MB-1', iteration: 1, points: ['no spec for src/x.ts', 'a\nline\u007f'] }],
  },
  run: 'issues-1a2b',
  revision: 12,
  body: loopPrompt,
  unknown: { sprint: { name: 'x', days: [1, 2] }, 'odd key': null, note: '---\nactive: false' },
};
const read = (text: string) => {
  const found = readLoopDocument(text);
  if (found.is !== 'read') throw new Error(found.detail);
  return found;
};
const yamlOf = (text: string) => {
  const found = splitFrontmatter(text);
  return found.is === 'found' ? (parse(found.yaml) as Record<string, unknown>) : {};
};
const file = (yaml: string, body = 'Go on.') => `---\n${yaml}\n---\n${body}\n`;

test('I-10 the frontmatter has all fields with current_issue and tracker, and every YAML reader reads the same values', () => {
  const yaml = yamlOf(loopDocumentText(full));
  expect(yaml).toMatchObject({
    active: true,
    iteration: 3,
    max_iterations: 7,
    consecutive_failures: 1,
    discover_interval: 4,
    linear_project: 'My project: "A"',
    linear_team: 'MB90',
    linear_filter_labels: ['ready', '준비'],
    linear_done_status: 'Done',
    linear_in_progress_status: 'In Progress',
    completed_issues: ['MB-1', '#2'],
    failed_issues: ['MB-3'],
    skipped_issues: [],
    friction_log: full.state.friction,
    current_issue: 'MB-4',
    tracker: 'linear',
  });
  expect(yaml).toMatchObject(full.unknown);
});

test('what is written is read again, with the fields that this version does not know', () => {
  expect(read(loopDocumentText(full))).toEqual({ is: 'read', document: full, unreadable: [] });
  expect(loopDocumentText(read(loopDocumentText(full)).document)).toBe(loopDocumentText(full));
  const foreign: LoopDocument = { ...full, run: null, revision: 0, unknown: {} };
  expect(read(loopDocumentText(foreign)).document).toEqual(foreign);
});

test('I-11 I-74 the prompt names the command for the next issue, the protocol and all five markers', () => {
  for (const part of ['`harness issues start`', '## Protocol', '[ISSUE_COMPLETE: <id>]', '[ISSUE_FAILED: <id>]'])
    expect(loopPrompt).toContain(part);
  for (const part of ['[HARNESS_PAUSE: <id>]', '[HARNESS_DONE]', '[HARNESS_STOP]']) expect(loopPrompt).toContain(part);
});

test('a file of another tool gets defaults: only its own values and its body are taken', () => {
  const { document, unreadable } = read(
    file('active: true\niteration: "2"\nmax_iterations: 5\nlinear_project: P\ncompleted_issues: [MB-1, 7, MB-1]'),
  );
  expect(unreadable).toEqual([]);
  expect(document).toEqual({
    state: {
      ...loopDefaults,
      active: true,
      iteration: 2,
      maxIterations: 5,
      tracker: 'linear',
      project: 'P',
      completed: ['MB-1', '7'],
    },
    run: null,
    revision: 0,
    body: 'Go on.',
    unknown: {},
  });
});

test.each([
  ['a word', 'iteration: three\nmax_iterations: 5', ['iteration']],
  ['missing', 'max_iterations: 5', ['iteration']],
  ['negative', 'iteration: 1\nmax_iterations: -1', ['max_iterations']],
  ['a fraction', 'iteration: 1.5\nmax_iterations: 5', ['iteration']],
  ['a list', 'iteration: [1]\nmax_iterations: {a: 1}', ['iteration', 'max_iterations']],
  ['beyond every number', 'iteration: 1e400\nmax_iterations: 99999999999', ['iteration', 'max_iterations']],
])('IO-10 a number that is %s is named', (_, yaml, unreadable) => {
  expect(read(file(yaml)).unreadable).toEqual(unreadable);
});

test('IO-10 failures that are no number count as 0', () => {
  const yaml = (value: string) => `iteration: 1\nmax_iterations: 2\nconsecutive_failures: ${value}`;
  const read0 = ['two', '-1', '[3]', 'null', '2.5'].map((value) => read(file(yaml(value))));
  expect(read0.map(({ document, unreadable }) => [document.state.consecutiveFailures, unreadable])).toEqual(
    read0.map(() => [0, []]),
  );
  expect(read(file(yaml('2'))).document.state.consecutiveFailures).toBe(2);
});

test.each([
  ['no frontmatter', 'active: true\n'],
  ['a frontmatter that is cut', '---\nactive: true\niteration: 1\ncompleted_iss'],
  ['no YAML', file('active: [true\niteration: 1')],
  ['a list', file('- active: true')],
  ['a key twice', file('active: true\nactive: false')],
  [
    'a bomb of aliases',
    file(`a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(9)}]\nc: &c [${'*b,'.repeat(9)}]\nd: [${'*c,'.repeat(9)}]`),
  ],
  ['lists nested 50,000 deep', file(`a: ${'['.repeat(50_000)}`)],
  ['an empty file', ''],
  ['bytes that are no text', '\u0000\u0001'],
])('a file with %s is broken, and says why', (_, text) => {
  expect(readLoopDocument(text)).toEqual({ is: 'broken', detail: expect.stringMatching(/\w/) });
});

test('values of a hostile file are cut or left out, and never become paths or prototypes', () => {
  const yaml = [
    'active: "yes"',
    'iteration: 1',
    'max_iterations: 1',
    'run: ../../outside',
    'current_issue: ../x',
    `linear_project: ${'p'.repeat(9_000)}`,
    `completed_issues: [ok-1, "../x", "a b", {x: 1}, [y], null, "${'z'.repeat(200)}"]`,
    'friction_log: [1, {issue: A-1, iteration: x, points: [ok, {a: 1}]}, {points: [lost]}]',
    'tracker: jira',
    '__proto__: {polluted: true}',
    'loop: &loop [*loop]',
  ].join('\n');
  const { document } = read(file(yaml));
  expect(document).toMatchObject({ run: null, state: { active: false, currentIssue: null, tracker: 'linear' } });
  expect(document.state.project).toHaveLength(500);
  expect(document.state.completed).toEqual(['ok-1']);
  expect(document.state.friction).toEqual([{ issue: 'A-1', iteration: 0, points: ['ok'] }]);
  expect({}).not.toHaveProperty('polluted');
  expect(Object.keys(document.unknown)).toEqual(['__proto__', 'loop']);
  expect(read(loopDocumentText(document)).document.state).toEqual(document.state);
});

test.each([
  [
    'in the usual form',
    file('active: true\niteration: 1', 'active: true'),
    file('active: false\niteration: 1', 'active: true'),
  ],
  [
    'with quotes, a comment and Windows line ends',
    '---\r\n"active" : True # now\r\n---\r\n',
    '---\r\n"active" : false\r\n---\r\n',
  ],
  ['of a torn file', '---\nactive: true\niter', '---\nactive: false\niter'],
])('I-06 the signal is set in a file %s, and nothing else changes', (_, before, after) => {
  expect(mayBeActive(before)).toBe(true);
  expect(withSignal(before, false)).toBe(after);
});

test('IO-09 a file without `active: true` needs no closer look', () => {
  expect(mayBeActive(file('active: false\niteration: 1'))).toBe(false);
  expect(mayBeActive('')).toBe(false);
  expect(withSignal('no line for it', false)).toBeNull();
});

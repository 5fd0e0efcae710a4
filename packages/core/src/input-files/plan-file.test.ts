import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planName, planStatuses, readPlan, withStatus } from './plan-file.ts';

const file = 'plans/0007-login.md';
const good = [
  '---',
  'id: 0007',
  'title: Login',
  'phase: one',
  'status: active',
  'estimated_passes: 2',
  '---',
  '',
  'Body',
];
const text = good.join('\n');
const replaced = (key: string, line: string) => good.map((one) => (one.startsWith(`${key}:`) ? line : one)).join('\n');
const problemsOf = (source: string) => {
  const read = readPlan(file, source);
  return read.ok ? [] : read.problems.map(({ problem, line, key = '' }) => `${line} ${problem} ${key}`.trim());
};
const planOf = (source: string) => {
  const read = readPlan(file, source);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.plan;
};

const plan = {
  id: '0007',
  title: 'Login',
  phase: 'one',
  status: 'active',
  dependsOn: [],
  estimatedPasses: 2,
  acceptanceTags: [],
  body: '\nBody',
};

describe('a plan file', () => {
  test('is read completely; ids stay text, quoted or not', () => {
    expect(planOf(text)).toEqual(plan);
    const lists = replaced('id', 'id: "0007"\ndepends_on: [0001, "0002", \'0010\']\nacceptance_tags:\n  - a.b\n  - c');
    expect(planOf(lists)).toEqual({ ...plan, dependsOn: ['0001', '0002', '0010'], acceptanceTags: ['a.b', 'c'] });
  });

  test.each([
    ['Windows line endings', text.replaceAll('\n', '\r\n'), '\r\nBody'],
    ['a byte order mark', `\uFEFF${text}`, '\nBody'],
    ['no newline after the frontmatter', good.slice(0, 7).join('\n'), ''],
    ['spaces after the hyphens', text.replaceAll('---', '---  '), '\nBody'],
    ['comments', text.replace('id: 0007', '# who\nid: 0007 # it'), '\nBody'],
    ['hyphens in its body', `${text}\n---\nmore`, '\nBody\n---\nmore'],
  ])('may have %s', (_, given, body) => {
    expect(planOf(given)).toEqual({ ...plan, body });
  });

  test.each<[string, string, readonly string[]]>([
    ['no frontmatter', 'hello', ['1 no-frontmatter']],
    ['no text', '', ['1 no-frontmatter']],
    ['an unclosed frontmatter', '---\nid: 0007\n', ['1 unclosed-frontmatter']],
    ['a null character', `${text}\0`, ['1 not-text']],
    ['invalid YAML', replaced('title', 'title: [a'), ['4 not-yaml']],
    ['a repeated key', replaced('title', 'title: a\ntitle: b'), ['4 not-yaml']],
    ['a list instead of keys', '---\n- a\n---\n', ['2 not-yaml']],
    ['an unknown key', replaced('phase', 'phase: one\nowner: me'), ['5 unknown-key owner']],
    [
      'an empty frontmatter',
      '---\n---\n',
      ['id', 'title', 'phase', 'status', 'estimated_passes'].map((key) => `1 missing-key ${key}`),
    ],
    ['an id of three digits', replaced('id', 'id: 007'), ['2 not-an-id id']],
    ['an empty title', replaced('title', 'title:'), ['3 not-a-text title']],
    ['a null title', replaced('title', 'title: null'), ['3 not-a-text title']],
    ['a list as title', replaced('title', 'title: [a]'), ['3 not-a-text title']],
    ['a title of several lines', replaced('title', 'title: |\n  a\n  b'), ['3 not-a-text title']],
    ['an unknown status', replaced('status', 'status: done'), ['5 not-a-status status']],
    ['zero passes', replaced('estimated_passes', 'estimated_passes: 0'), ['6 not-a-count estimated_passes']],
    ['half a pass', replaced('estimated_passes', 'estimated_passes: 1.5'), ['6 not-a-count estimated_passes']],
    ['quoted passes', replaced('estimated_passes', 'estimated_passes: "2"'), ['6 not-a-count estimated_passes']],
    ['a dependency outside of a list', replaced('id', 'id: 0007\ndepends_on: 0001'), ['3 not-ids depends_on']],
    ['a dependency by name', replaced('id', 'id: 0007\ndepends_on: [login]'), ['3 not-ids depends_on']],
    ['a tag with a space', replaced('id', 'id: 0007\nacceptance_tags: [a b]'), ['3 not-tags acceptance_tags']],
    ['an unknown kind', replaced('id', 'id: 0007\nkind: chore'), ['3 not-a-kind kind']],
    ['an empty kind', replaced('id', 'id: 0007\nkind:'), ['3 not-a-kind kind']],
    ['changes outside of a list', replaced('id', 'id: 0007\nchanges: test/**'), ['3 not-globs changes']],
    ['changes outside of the repository', replaced('id', 'id: 0007\nchanges: [../a]'), ['3 not-globs changes']],
    ['an alias', replaced('title', 'title: &a x\nphase2: *a'), ['4 unknown-key phase2']],
  ])('with %s is rejected with its line', (_, given, problems) => {
    expect(problemsOf(given)).toEqual(problems);
  });

  test('reports all problems at once, in the order of its lines', () => {
    const given = ['---', 'owner: me', 'id: 7', 'status: done', 'title: x', '---'].join('\n');
    expect(problemsOf(given)).toEqual([
      '1 missing-key phase',
      '1 missing-key estimated_passes',
      '2 unknown-key owner',
      '3 not-an-id id',
      '4 not-a-status status',
    ]);
  });

  test('any text is either read or rejected, without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (any) => {
        const read = readPlan(file, `---\n${any}\n---\n`);
        expect(read.ok || read.problems.length > 0).toBe(true);
      }),
    );
  });
});

describe('a change of status', () => {
  test.each([
    ['plain', 'status: active'],
    ['quoted', 'status: "active"'],
    ['single-quoted', "status:   'active'   # since May"],
    ['followed by the same text in a comment', 'status: active # status: active'],
  ])('rewrites a line that is %s', (_, line) => {
    const before = replaced('status', line);
    const after = withStatus(before, 'in_progress');
    expect(after).toBe(replaced('status', line.replace('active', 'in_progress')));
    expect(planOf(after).status).toBe('in_progress');
  });

  test('changes no other byte', () => {
    const bodies = fc.string({ unit: 'grapheme', maxLength: 80 });
    fc.assert(
      fc.property(bodies, fc.constantFrom('\n', '\r\n'), fc.constantFrom(...planStatuses), (body, end, status) => {
        const before = `\uFEFF${[...good.slice(0, 7), 'status: active', body].join(end)}`;
        const after = withStatus(before, status);
        expect(after.replace(`status: ${status}${end}estimated`, `status: active${end}estimated`)).toBe(before);
      }),
    );
  });

  test('throws if there is no status', () => {
    expect(() => withStatus('hello', 'blocked')).toThrow('no status');
    expect(() => withStatus('---\nid: 0001\n---\n', 'blocked')).toThrow('no status');
  });
});

test.each([
  ['0007-login.md', { id: '0007', slug: 'login' }],
  ['9999-fidelity-review.md', { id: '9999', slug: 'fidelity-review' }],
  ['007-login.md', null],
  ['0007.md', null],
  ['0007-.md', null],
  ['0007-a b.md', null],
  ['0007-login.txt', null],
  ['README.md', null],
])('the file name %s means %j', (name, expected) => {
  expect(planName(name)).toEqual(expected);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { featureDocument, readFeatures } from './features.ts';

const feature = { id: 'F-001', title: 'Log in', claims: ['VAL-AUTH-001'], status: 'todo', attempts: 0 };
const read = (document: unknown) => readFeatures(typeof document === 'string' ? document : JSON.stringify(document));
const only = (document: unknown) => {
  const result = read(document);
  return result.ok ? result.features[0] : undefined;
};

describe('reads features.json tolerantly', () => {
  test.each([
    ['an object with a list', { features: [feature] }],
    ['a bare list', [feature]],
    ['a byte order mark', `\uFEFF${JSON.stringify([feature])}`],
    ['a single claim', [{ ...feature, id: 'F-001', claims: 'VAL-AUTH-001' }]],
  ])('%s', (_, document) => {
    expect(only(document)).toEqual({ ...feature, dependsOn: [], more: {} });
  });

  test('MO-13 reads dependencies, files and statuses of other tools, and keeps unknown fields', () => {
    const other = { id: 'F-2', name: 'Log out', depends_on: ['F-1'], files: ['src/**'], status: 'done', priority: 3 };
    expect(only([other])).toMatchObject({
      title: 'Log out',
      dependsOn: ['F-1'],
      files: ['src/**'],
      status: 'passed',
      attempts: 0,
      more: { name: 'Log out', priority: 3 },
    });
    expect(only([{ ...feature, status: 'In Progress' }])?.status).toBe('in_progress');
    expect(only([{ ...feature, status: 'whatever' }])?.status).toBe('todo');
  });

  test('reads the kind of work, and the tests that it changes', () => {
    expect(only([{ ...feature, kind: 'refactor', changes: 'test/old.test.js' }])).toEqual({
      ...feature,
      dependsOn: [],
      kind: 'refactor',
      changes: ['test/old.test.js'],
      more: {},
    });
    expect(only([{ ...feature, kind: null, changes: null }])).toEqual({ ...feature, dependsOn: [], more: {} });
    expect(read([{ ...feature, kind: 'chore' }])).toEqual({
      ok: false,
      problems: [
        { problem: 'bad-field', at: 'F-001', detail: 'kind: must be docs, refactor, tests, config, or absent' },
      ],
    });
  });

  test('reads a written feature back unchanged', () => {
    const [first] = [
      { ...feature, dependsOn: ['F-0'], kind: 'docs', changes: ['a/**'], sourceIssueId: 'I-0001', owner: 'ada' },
    ];
    const document = featureDocument(only([first]) as NonNullable<ReturnType<typeof only>>);
    expect(document).toEqual(first);
    expect(only([document])).toEqual(only([first]));
  });
});

describe('reports all problems at once', () => {
  test.each([
    ['no JSON', 'oh', [['not-json', '']]],
    ['no list', { features: 1 }, [['not-a-list', '']]],
    [
      'invalid entries',
      [feature, 7, { title: 'x' }, { ...feature, id: '../up' }, { ...feature, id: 'F-9', attempts: -1 }],
      [
        ['bad-field', '2'],
        ['bad-field', '3'],
        ['bad-id', '../up'],
        ['bad-field', 'F-9'],
      ],
    ],
  ])('%s', (_, document, problems) => {
    const result = read(document);
    expect(result.ok ? [] : result.problems.map(({ problem, at }) => [problem, at])).toEqual(problems);
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(typeof read(JSON.stringify(value) ?? '').ok).toBe('boolean');
      }),
    );
  });
});

test.each(['a b', 'a/b', '..', 'a..b', 'x.lock', '', '-a', 'a.', 'a'.repeat(65)])('%j is no valid id', (id) => {
  expect(read([{ ...feature, id }])).toMatchObject({ ok: false });
});

/** The tool behind `npm run plain` finds what it claims to find, and its limits only fall. */
import { describe, expect, test } from 'vitest';
import { exceeded, findSigns, lowered } from './scripts/plain.ts';
import { proseLines } from './scripts/plain-prose.ts';

const counts = (path: string, text: string) =>
  Object.entries(findSigns([{ path, text }])).flatMap(([name, places]) => (places.length === 0 ? [] : [name]));

describe('prose', () => {
  test('is found in comments and test titles, with its line', () => {
    const text = "/** First. */\nconst a = 'no prose'; // second\ntest('third', () => {});\n";
    expect(proseLines({ path: 'a.test.ts', text })).toEqual([
      { line: 1, text: 'First. */' },
      { line: 2, text: 'second' },
      { line: 3, text: 'third' },
    ]);
  });

  test('of a catalogue includes its sentences', () => {
    const file = { path: 'packages/core/src/workflows/task/en.ts', text: "export const a = 'The run ended.';\n" };
    expect(proseLines(file).map(({ text }) => text)).toEqual(['The run ended.']);
    expect(proseLines({ ...file, path: 'packages/core/src/workflows/task/state.ts' })).toEqual([]);
  });

  test('of a page leaves out code', () => {
    const text = 'Run `nobody`.\n\n```sh\nwhoever\n```\nLast.\n';
    expect(proseLines({ path: 'README.md', text }).map(({ text }) => text)).toEqual(['Run `x`.', 'Last.']);
  });
});

describe('signs', () => {
  test('are counted apart for users and for developers', () => {
    expect(counts('README.md', 'Nobody waits.')).toEqual(['in README, docs and messages']);
    expect(counts('packages/core/src/a.ts', '// Nobody waits.')).toEqual(['in comments and test titles']);
  });

  test.each([
    'What was found.',
    'Whoever asks.',
    'undefined, or nothing',
    'The run goes on.',
    'It is told by the owner.',
    'The work was begun.',
    'One row a code.',
    'It is made of lines.',
    'Wait, lest it end.',
  ])('include "%s"', (sentence) => {
    expect(counts('packages/core/src/a.ts', `// ${sentence}`)).not.toEqual([]);
  });

  test.each(['What if it fails?', 'It does nothing for a run.', 'One row per code.', 'The run continues.'])(
    'do not include "%s"',
    (sentence) => {
      expect(counts('packages/core/src/a.ts', `// ${sentence}`)).toEqual([]);
    },
  );
});

describe('shape', () => {
  test('finds a literal that is spread, in product code only', () => {
    const text = 'export const a = {\n  ...{ b: 1, c: 2 },\n};\n';
    expect(counts('packages/core/src/a.ts', text)).toEqual(['object literals that are spread']);
    expect(counts('packages/core/src/a.test.ts', text)).toEqual([]);
  });

  test('finds a short file that only its neighbour imports', () => {
    const part = { path: 'packages/core/src/a/part.ts', text: 'export const part = 1;\n' };
    const neighbour = { path: 'packages/core/src/a/whole.ts', text: "import { part } from './part.ts';\n" };
    const stranger = { path: 'packages/core/src/b/other.ts', text: "import { part } from '../a/part.ts';\n" };
    const name = 'files of up to 20 lines with one importer beside them';
    expect(findSigns([part, neighbour])[name]).toEqual([part.path]);
    expect(findSigns([part, stranger])[name]).toEqual([]);
    expect(findSigns([part, neighbour, stranger])[name]).toEqual([]);
    const logic = { path: 'packages/core/src/a/logic.ts', text: part.text };
    const workflow = { path: 'packages/core/src/a/workflow.ts', text: "const load = () => import('./logic.ts');\n" };
    expect(findSigns([logic, workflow])[name]).toEqual([]);
  });

  test('finds a name that two files export, but not the two languages of a catalogue', () => {
    const name = 'exported names in several files';
    const exporting = (...paths: readonly string[]) =>
      findSigns(paths.map((path) => ({ path, text: 'export const words = 1;\n' })))[name]?.length;
    expect(exporting('packages/core/src/a.ts', 'packages/core/src/b.ts')).toBe(1);
    expect(exporting('packages/core/src/messages/en/a.ts', 'packages/core/src/messages/ko/a.ts')).toBe(0);
  });
});

describe('limits', () => {
  test('are exceeded by a higher count, and by any count without a limit', () => {
    expect(exceeded({ a: 2, b: 1, c: 0 }, { a: 2 })).toEqual(['1 b: the limit is 0']);
    expect(exceeded({ a: 3 }, { a: 2 })).toHaveLength(1);
  });

  test('only fall', () => {
    expect(lowered({ a: 1, b: 5 }, { a: 2, b: 3 })).toEqual({ a: 1, b: 3 });
  });
});

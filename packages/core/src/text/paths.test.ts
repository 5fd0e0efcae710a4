import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PathFault, type PathKind, validatePath } from './paths.ts';

const stepOf = (path: string, kind: PathKind, scope?: readonly string[]) => {
  const judged = validatePath(path, kind, scope);
  return judged.ok ? 'accepted' : judged.step;
};
const messageOf = (path: string, kind: PathKind = 'output_dir', scope?: readonly string[]) => {
  const judged = validatePath(path, kind, scope);
  return judged.ok ? `accepted as ${judged.path}` : judged.message;
};

describe('W-157 the attack table', () => {
  test.each([
    ['.harness', 4],
    ['docs/../../etc', 3],
    ['\\\\server\\share', 1],
    ['/absolute/path', 2],
    ['memory/foo', 4],
    ['', 0],
  ])('%j is refused at step %i', (given, step) => {
    expect(stepOf(given, 'output_dir')).toBe(step);
  });
});

describe('an output folder', () => {
  test.each([
    ['W-46', '', 'output-dir cannot be empty.'],
    ['W-46', '   ', 'output-dir cannot be empty.'],
    ['W-46', './', 'output-dir cannot be empty.'],
    ['W-47', '\\\\server\\share', 'UNC paths are not allowed.'],
    ['W-47', '//server/share', 'UNC paths are not allowed.'],
    ['W-47', '\\/server', 'UNC paths are not allowed.'],
    ['W-48', '/tmp/out', 'output-dir must be a relative path.'],
    ['W-48', '\\tmp', 'output-dir must be a relative path.'],
    ['W-48', 'C:\\out', 'output-dir must be a relative path.'],
    ['W-48', 'c:out', 'output-dir must be a relative path.'],
    ['W-48', './C:/out', 'output-dir must be a relative path.'],
    ['W-49', '..', "output-dir must not contain '..'."],
    ['W-49', 'out/../../etc', "output-dir must not contain '..'."],
    ['W-49', 'out\\..\\etc', "output-dir must not contain '..'."],
    ['W-49', 'out/.. /etc', "output-dir must not contain '..'."],
    ['W-49', 'out/.\u200b./etc', "output-dir must not contain '..'."],
    ['W-50', 'memory', 'output-dir value starts with a reserved directory name.'],
    ['W-50', 'spec/', 'output-dir value starts with a reserved directory name.'],
    ['W-50', 'planner/x', 'output-dir value starts with a reserved directory name.'],
    ['W-50', 'generator', 'output-dir value starts with a reserved directory name.'],
    ['W-50', 'evaluator', 'output-dir value starts with a reserved directory name.'],
    ['W-50', 'verify', 'output-dir value starts with a reserved directory name.'],
    ['W-50', './harness/x', 'output-dir value starts with a reserved directory name.'],
    ['W-50', '.harness//', 'output-dir value starts with a reserved directory name.'],
    ['W-50', '.Harness/x', 'output-dir value starts with a reserved directory name.'],
    ['W-50', 'memory./x', 'output-dir value starts with a reserved directory name.'],
    ['W-51', 'docs', 'output-dir under docs/ must be docs/harness/...'],
    ['W-51', 'docs/plans', 'output-dir under docs/ must be docs/harness/...'],
    ['W-51', 'Docs/plans', 'output-dir under docs/ must be docs/harness/...'],
    ['W-51', 'docs/harness-2', 'output-dir under docs/ must be docs/harness/...'],
    ['W-154', 'out\u0000/x', 'output-dir must not contain control characters.'],
    ['W-154', 'out\nx', 'output-dir must not contain control characters.'],
  ])('%s %j: %s', (_, given, message) => {
    expect(messageOf(given)).toBe(message);
  });

  test.each([
    ['W-52', 'out/', 'out'],
    ['W-47', 'out\\specs', 'out/specs'],
    ['W-51', 'docs/harness/login/', 'docs/harness/login'],
    ['WO-22', 'docs/harness', 'docs/harness'],
    ['W-49 forbids only a whole segment', 'a..b/..c/d..', 'a..b/..c/d..'],
    ['W-50 checks only the first segment', 'out/memory', 'out/memory'],
    ['W-50 compares the whole segment', 'harness-out', 'harness-out'],
    ['accepts any language', '출력/문서 모음', '출력/문서 모음'],
  ])('%s: %j is %j', (_, given, path) => {
    expect(validatePath(given, 'output_dir')).toEqual({ ok: true, path });
  });
});

describe('W-155 a file reference and W-156 a diff target', () => {
  const both: readonly PathKind[] = ['file_reference', 'diff_target'];

  test.each<[string, PathFault, number]>([
    ['//server/a', 'network', 1],
    ['/etc/passwd', 'absolute', 2],
    ['D:/a', 'absolute', 2],
    ['src/../../a', 'climbing', 3],
    ['src/\u0007', 'control', 3],
    ['', 'empty', 4],
    ['.', 'empty', 4],
    ['.harness/state.json', 'owned', 4],
    ['.HARNESS/state.json', 'owned', 4],
    ['docs/harness/x/spec.md', 'owned', 4],
    ['memory/raw.md', 'owned', 4],
    ['.git/config', 'git', 4],
    ['sub/.GIT/hooks/pre-commit', 'git', 4],
    ['.git./config', 'git', 4],
    ['.g\u200cit/config', 'git', 4],
    ['git~1/config', 'git', 4],
  ])('%j is refused: %s, at step %i', (given, fault, step) => {
    for (const kind of both) expect(validatePath(given, kind)).toMatchObject({ ok: false, fault, step });
  });

  test.each([
    'src/a.ts',
    'docs/plans/a.md',
    'spec/a.md',
    'harness/a.ts',
    'planner',
    '.gitignore',
    '.github/x.yml',
    'a b/ㄱ.md',
  ])('%j is accepted: reserved names and the docs rule apply only to output folders', (given) => {
    for (const kind of both) expect(validatePath(given, kind)).toEqual({ ok: true, path: given });
  });

  test('a refusal names the kind of path', () => {
    expect(messageOf('/a', 'file_reference')).toBe('file reference must be a relative path.');
    expect(messageOf('../a', 'diff_target')).toBe("diff target must not contain '..'.");
  });

  test.each([
    ['an empty scope allows every path', 'lib/a.ts', [], 'accepted'],
    ['inside a folder', 'src/x/a.ts', ['src'], 'accepted'],
    ['inside one of several', 'test/a.ts', ['src', './test/'], 'accepted'],
    ['the file itself', 'README.md', ['README.md'], 'accepted'],
    ['the whole repository', 'lib/a.ts', ['.'], 'accepted'],
    ['beside the folder', 'srcs/a.ts', ['src'], 4],
    ['above the folder', 'src/a.ts', ['src/x'], 4],
    ['a scope outside the repository allows nothing', 'lib/a.ts', ['..'], 4],
  ])('scope: %s', (_, given, scope, expected) => {
    expect(stepOf(given, 'diff_target', scope)).toBe(expected);
  });

  test('the scope applies only to diffs, and the refusal names it', () => {
    expect(stepOf('lib/a.ts', 'file_reference', ['src'])).toBe('accepted');
    expect(messageOf('lib/a.ts', 'diff_target', ['src', 'test'])).toBe(
      'diff target must be inside the scope: src, test.',
    );
  });
});

describe('for any input', () => {
  const part = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '',
      '...',
      '.git',
      '.Harness',
      'docs',
      'harness',
      'memory',
      'src',
      'a b',
      'C:',
      '.. ',
      '\u200b..',
    ),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  );
  const nasty = fc
    .tuple(fc.array(part, { maxLength: 6 }), fc.array(fc.constantFrom('/', '\\', '//'), { minLength: 6, maxLength: 6 }))
    .map(([parts, slashes]) => parts.map((one, n) => `${one}${slashes[n]}`).join(''));
  const given = fc.oneof(nasty, fc.string({ unit: 'binary' }));
  const kind = fc.constantFrom<PathKind>('output_dir', 'file_reference', 'diff_target');

  test('P2 an accepted path never leaves the root on any system', () => {
    fc.assert(
      fc.property(given, kind, (path, of) => {
        const judged = validatePath(path, of);
        if (!judged.ok) return;
        for (const { normalize, isAbsolute } of [posix, win32])
          for (const form of [judged.path, path]) {
            expect(isAbsolute(form)).toBe(false);
            expect(normalize(form)).not.toMatch(/^\.\.(?:[/\\]|$)|^\.?[/\\]?$/);
          }
      }),
      { numRuns: 5_000 },
    );
  });

  test('P2 an accepted path is accepted again, unchanged', () => {
    fc.assert(
      fc.property(given, kind, (path, of) => {
        const judged = validatePath(path, of);
        if (judged.ok) expect(validatePath(judged.path, of)).toEqual(judged);
      }),
      { numRuns: 5_000 },
    );
  });

  test('P1 every refusal has one sentence', () => {
    fc.assert(
      fc.property(given, kind, (path, of) => {
        const judged = validatePath(path, of);
        if (!judged.ok) expect(judged.message).toMatch(/^[A-Za-z].*[.]$/);
      }),
    );
  });
});

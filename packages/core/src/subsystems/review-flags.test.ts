import { describe, expect, test } from 'vitest';
import { findNewPackages, isPackageManifest } from './new-packages.ts';
import { compareExports, publicApiWarnings } from './review-flags.ts';

describe('IO-16 a review flags new packages of', () => {
  test.each<[string, string, string, readonly string[]]>([
    [
      'web/package.json',
      '{"dependencies":{"a":"1"},"name":"x"}',
      '{"dependencies":{"a":"2"},"devDependencies":{"left-pad":"1"}}',
      ['left-pad'],
    ],
    ['package.json', '', '{"optionalDependencies":{"b":"1"},"scripts":{"c":"d"}}', ['b']],
    ['package.json', '{}', 'not json', []],
    ['composer.json', '{}', '{"require":{"acme/x":"1"}}', ['acme/x']],
    ['requirements-dev.txt', '# x\nflask==1\n', 'flask==2\nrequests[socks]>=2 # y\n-r base.txt\n', ['requests']],
    [
      'pyproject.toml',
      '[project]\nname = "x"\ndependencies = ["a>=1"]\n',
      '[project]\nname = "x"\ndependencies = [\n  "a>=1",\n  "b[c]~=2",\n]\n[tool.poetry.dependencies]\npython = "3"\nd = "1"\n',
      ['b', 'd'],
    ],
    [
      'Cargo.toml',
      '[dependencies]\nserde = "1"\n',
      '[package]\nname = "x"\n[dependencies]\nserde = { version = "1" }\nrand = "0.8"\n[dev-dependencies.tokio]\nversion = "1"\n',
      ['rand', 'tokio'],
    ],
    ['go.mod', 'module x.y/z\n', 'module x.y/z\nrequire (\n\tgithub.com/a/b v1.2.3\n)\n', ['github.com/a/b']],
    ['Gemfile', '', "gem 'rails', '7'\n", ['rails']],
    ['pom.xml', '<artifactId>a</artifactId>', '<artifactId>a</artifactId><artifactId>b</artifactId>', ['b']],
    ['app/build.gradle.kts', '', 'testImplementation("org.x:y:1")\n', ['org.x:y']],
    ['a/b.csproj', '', '<PackageReference Include="X" Version="1" />', ['X']],
    ['mix.exs', '', '{:jason, "~> 1"}', ['jason']],
  ])('%s', (path, before, after, names) => {
    expect(isPackageManifest(path)).toBe(true);
    expect(findNewPackages(path, before, after)).toEqual(names);
  });

  test.each([
    ['package.json', '{'.repeat(200_000)],
    ['pyproject.toml', `${'['.repeat(100_000)}\n"${'a'.repeat(100_000)}\n${'"a'.repeat(50_000)}`],
    ['Package.swift', '.package('.repeat(20_000)],
    ['a.csproj', '<PackageReference '.repeat(10_000)],
    ['pom.xml', '<artifactId> '.repeat(10_000)],
    ['go.mod', 'a.'.repeat(100_000)],
    ['Gemfile', `gem${' '.repeat(200_000)}`],
    ['build.gradle', 'i'.repeat(200_000)],
    ['requirements.txt', 'a'.repeat(200_000)],
    ['mix.exs', '{ '.repeat(100_000)],
  ])('a hostile %s, fast', (path, text) => {
    const start = performance.now();
    expect(findNewPackages(path, '', text).length).toBeLessThanOrEqual(1);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test('no other file', () => {
    expect(['a.ts', 'package-lock.json', 'my-package.json', 'Cargo.lock'].filter(isPackageManifest)).toEqual([]);
    expect(findNewPackages('a.ts', '', '{"dependencies":{"a":"1"}}')).toEqual([]);
  });
});

const subsystem = (id: string, publicApi: readonly string[], consumers: readonly string[] = []) => ({
  ...{ id, file: 'f', description: '', owned: [`src/${id}/**`], publicApi, providers: [], consumers },
  ...{ invariants: [], tier0: [], tier1: [], gaps: [], recentFixes: [], skills: [], text: '' },
});

test('IO-16 a review flags changes of public APIs, by their globs, or else by the exported names', () => {
  const affected = [
    subsystem('a', ['src/a/index.ts'], ['b', 'c']),
    subsystem('b', []),
    subsystem('c', ['src/c/api.ts']),
  ];
  const exports = [
    ...compareExports('src/a/index.ts', ['x', 'y'], ['y', 'z']),
    ...compareExports('src/a/inner.ts', [], ['q']),
    ...compareExports('src/b/b.ts', [], ['w']),
    ...compareExports('src/b/b.test.ts', [], ['t']),
    ...compareExports('src/c/c.ts', ['v'], ['v']),
    ...compareExports('src/c/d.ts', null, ['v']),
  ];
  const files = ['src/a/index.ts', 'src/a/inner.ts', 'src/b/b.ts', 'src/b/b.test.ts', 'src/c/c.ts', 'src/c/d.ts'];
  expect(publicApiWarnings(affected, files, exports)).toEqual([
    'a: public API changed in src/a/index.ts: adds z; removes x. Used by b, c.',
    'b: public API changed in src/b/b.ts: adds w.',
  ]);
});

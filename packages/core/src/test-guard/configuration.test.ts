import { describe, expect, test } from 'vitest';
import { resolveCheckInputs } from './check-inputs.ts';
import type { BaseFacts } from './configuration.ts';
import type { TouchedFile } from './touched-file.ts';
import { findWeakenedTests } from './weakened-tests.ts';

const changed = (path: string, before: string | null, after: string | null, newPath = path): TouchedFile => ({
  path,
  newPath,
  before,
  after,
});
const added = (path: string, text = 'x') => changed(path, null, text);
const base = (commands: readonly string[], hasTests = true): BaseFacts => ({ commands, hasTests });
const weakened = (file: TouchedFile, known = base([])) =>
  findWeakenedTests([file], { checks: known.commands }, known).map(
    ({ file: name, how, detail }) => `${name} ${how} ${detail}`,
  );

describe('V4 the configuration of a runner or checker', () => {
  test.each([
    ...[
      'vitest.config.ts',
      'packages/a/vitest.config.mts',
      'vitest.workspace.json',
      'jest.config.js',
      'test/jest-e2e.json',
    ],
    ...['.mocharc.yml', '.mocharc.json', 'karma.conf.js', 'playwright.config.ts', 'e2e/playwright.ci.config.ts'],
    ...[
      'cypress.config.ts',
      '.nycrc',
      'pytest.ini',
      'tox.ini',
      '.coveragerc',
      'phpunit.xml',
      'phpunit.xml.dist',
      '.rspec',
    ],
    ...[
      'tsconfig.json',
      'packages/a/tsconfig.build.json',
      '.eslintrc',
      '.eslintrc.cjs',
      'eslint.config.mjs',
      '.eslintignore',
    ],
    ...['biome.json', 'ruff.toml', '.flake8', 'mypy.ini', '.golangci.yml', 'clippy.toml', '.rubocop.yml', 'turbo.json'],
  ])('%s counts if it changed or is gone, whatever the checks are', (path) => {
    expect(weakened(changed(path, 'a', 'b'))).toHaveLength(1);
    expect(weakened(changed(path, 'a', null))).toEqual([expect.stringMatching(/ configuration .*, gone$/)]);
    expect(weakened(changed(path, 'a', 'a', `old/${path}.bak`))).toEqual([expect.stringMatching(/, gone$/)]);
  });

  test.each([
    ...[
      'src/config.ts',
      'src/vitest.ts',
      'src/jest/index.js',
      'docs/tsconfig.md',
      'eslint-plugin/index.js',
      'README.md',
    ],
    ...['src/tox.py', 'karma.ts', 'test/fixtures/app/tsconfig.json', 'pkg/testdata/.golangci.yml', 'webpack.config.js'],
    ...['requirements.txt', 'Dockerfile', 'package-lock.json', 'src/playwright.ts', '.gitignore', 'src/biome.json.ts'],
  ])('%s is an ordinary file', (path) => {
    expect(weakened(changed(path, 'a', 'b'), base(['vitest', 'eslint', 'tsc', 'pytest']))).toEqual([]);
    expect(weakened(added(path), base(['vitest', 'eslint', 'tsc', 'pytest']))).toEqual([]);
  });

  test('ignores line ends, trailing spaces and empty lines', () => {
    expect(weakened(changed('tox.ini', '[pytest]\naddopts = -q\n', '[pytest]  \r\n\r\naddopts = -q'))).toEqual([]);
  });

  test('with other content counts only if a check runs the tool', () => {
    const file = changed('vite.config.ts', 'a', 'b');
    expect(weakened(file, base(['npm run build']))).toEqual([]);
    expect(weakened(file, base(['vitest run']))).toEqual(['vite.config.ts configuration vitest']);
  });
});

describe('V4 a part of a file', () => {
  const project = (pytest: string, version = '1') =>
    `[project]\nversion = "${version}"\n\n[tool.pytest.ini_options]\n${pytest}\n\n[tool.hatch]\nx = 1\n`;
  test.each<[string, TouchedFile, string[]]>([
    [
      'pytest in pyproject.toml',
      changed('pyproject.toml', project('testpaths = ["tests"]'), project('testpaths = ["none"]')),
      ['pyproject.toml configuration tool.pytest.ini_options'],
    ],
    ['another table of pyproject.toml', changed('pyproject.toml', project('a = 1'), project('a = 1', '2')), []],
    ['a comment in pyproject.toml', changed('pyproject.toml', project('a = 1'), project('# why\na = 1')), []],
    [
      'a new table',
      changed('pyproject.toml', '[project]\n', '[project]\n[tool.ruff.lint]\nignore = ["ALL"]\n'),
      ['pyproject.toml configuration tool.ruff.lint'],
    ],
    [
      'a deleted file',
      changed('pyproject.toml', project('a = 1'), null),
      ['pyproject.toml configuration tool.pytest.ini_options'],
    ],
    [
      'pytest in setup.cfg',
      changed('setup.cfg', '[metadata]\nname = x\n[tool:pytest]\naddopts = -q\n', '[metadata]\nname = x\n'),
      ['setup.cfg configuration tool:pytest'],
    ],
    ['metadata in setup.cfg', changed('setup.cfg', '[metadata]\nname = x\n', '[metadata]\nname = y\n'), []],
    [
      'jest in package.json',
      changed('package.json', '{"jest":{"bail":true}}', '{"jest":{"testPathIgnorePatterns":["."]}}'),
      ['package.json configuration jest'],
    ],
    [
      'dependencies in package.json',
      changed('package.json', '{"jest":{}}', '{"jest":{},"dependencies":{"a":"1"}}'),
      [],
    ],
    [
      'lints in Cargo.toml',
      changed('Cargo.toml', '[lints.rust]\nx = "deny"\n', '[lints.rust]\nx = "allow"\n'),
      ['Cargo.toml configuration lints.rust'],
    ],
    ['dependencies in Cargo.toml', changed('Cargo.toml', '[dependencies]\n', '[dependencies]\nserde = "1"\n'), []],
    [
      'skipped tests in pom.xml',
      changed('pom.xml', '<a/>\n', '<a/>\n<skipTests>true</skipTests>\n'),
      ['pom.xml configuration lines about tests'],
    ],
    [
      'disabled tests in build.gradle',
      changed('build.gradle', 'test {\n}\n', 'test {\n  enabled = false\n}\n'),
      ['build.gradle configuration lines about tests'],
    ],
    [
      'a dependency of the tests',
      changed('build.gradle', 'dependencies {\n}\n', "dependencies {\n  testImplementation 'org.junit:junit:5'\n}\n"),
      [],
    ],
  ])('%s', (_, file, expected) => {
    expect(weakened(file)).toEqual(expected);
  });
});

describe('V1 a new file', () => {
  test('overrides the base if a check runs the tool and tests exist', () => {
    expect(weakened(added('vitest.config.ts'), base(['vitest run']))).toEqual([
      'vitest.config.ts configuration vitest, new',
    ]);
    expect(weakened(added('vitest.config.ts'), base(['vitest run'], false))).toEqual([]);
    expect(weakened(added('vitest.config.ts'), base(['node --test']))).toEqual([]);
    expect(weakened(changed('a.ts', 'x', 'x', 'vitest.config.ts'), base(['vitest run']))).toEqual([
      'a.ts configuration vitest, new',
    ]);
  });

  test('of a checker needs no tests, because it judges sources', () => {
    expect(weakened(added('.eslintignore'), base(['npx eslint .'], false))).toHaveLength(1);
    expect(weakened(added('.eslintignore'), base(['npm run build'], false))).toEqual([]);
  });

  test('with other content counts by its parts, at the root only; a new workspace package overrides nothing', () => {
    const known = base(['pytest']);
    expect(weakened(added('setup.cfg', '[tool:pytest]\ntestpaths = none\n'), known)).toHaveLength(1);
    expect(weakened(added('setup.cfg', '[metadata]\nname = x\n'), known)).toEqual([]);
    expect(weakened(added('packages/b/package.json', '{"jest":{}}'), base(['jest']))).toEqual([]);
  });

  test('that is a test or a script weakens nothing', () => {
    expect(weakened(added('a.test.ts'), base(['vitest']))).toEqual([]);
    expect(weakened(added('package.json', '{"scripts":{"test":"true"}}'), base(['npm test']))).toEqual([]);
  });
});

describe('the commands of the checks', () => {
  const texts = new Map([
    ['package.json', JSON.stringify({ scripts: { test: 'make unit', lint: 'eslint .', start: 'node .' } })],
    ['Makefile', 'unit:\n\t./scripts/unit.sh\n'],
    ['scripts/unit.sh', 'npx vitest run\n'],
    ['other.sh', 'pytest\n'],
  ]);
  const inputs = resolveCheckInputs(['npm test'], new Set(texts.keys()), texts, () => false);

  test('follow scripts, recipes and shell scripts', () => {
    const commands = inputs.commands.join('\n');
    expect(commands).toContain('vitest run');
    expect(commands).not.toMatch(/eslint|pytest|node \./);
  });

  test('guard a script run by another script; a file that no check runs is ordinary', () => {
    const known = { commands: inputs.commands, executed: inputs.executed, hasTests: true };
    expect(weakened(changed('scripts/unit.sh', 'a', 'b'), known)).toEqual(['scripts/unit.sh command ']);
    expect(weakened(changed('Makefile', 'a', 'b'), known)).toEqual(['Makefile command ']);
    expect(weakened(changed('other.sh', 'a', 'b'), known)).toEqual([]);
  });

  test('notice a new file that takes precedence over the old one', () => {
    expect(weakened(added('GNUmakefile'), base(['make test']))).toEqual(['GNUmakefile configuration make, new']);
    expect(weakened(added('Makefile'), base(['make test']))).toEqual([]);
  });

  test('include the scripts of packages if a check runs in them', () => {
    const file = changed('packages/a/package.json', '{"scripts":{"test":"vitest"}}', '{"scripts":{"test":"true"}}');
    expect(weakened(file, base(['npm test --workspaces']))).toEqual(['packages/a/package.json script test']);
    expect(weakened(file, base(['turbo run test']))).toEqual(['packages/a/package.json script test']);
    expect(weakened(file, base(['npm test']))).toEqual([]);
  });
});

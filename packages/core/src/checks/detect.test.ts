import { describe, expect, test } from 'vitest';
import { detectChecks, inspectedFiles } from './detect.ts';

const scripts = { build: 'tsc', test: 'vitest run' };
const detect = (names: readonly string[], own: Readonly<Record<string, string>> = {}) =>
  detectChecks({ names, scripts: own });

describe('W-54 the build and test commands', () => {
  test.each([
    ['build.gradle', 'java', './gradlew build', './gradlew test'],
    ['build.gradle.kts', 'java', './gradlew build', './gradlew test'],
    ['settings.gradle', 'java', './gradlew build', './gradlew test'],
    ['gradlew', 'java', './gradlew build', './gradlew test'],
    ['pom.xml', 'java', 'mvn compile', 'mvn test'],
    ['pyproject.toml', 'python', null, 'pytest'],
    ['setup.py', 'python', null, 'pytest'],
    ['package.json', 'typescript', 'npm run build', 'npm test'],
    ['App.csproj', 'csharp', 'dotnet build', 'dotnet test'],
    ['go.mod', 'go', 'go build ./...', 'go test ./...'],
    ['Cargo.toml', 'rust', 'cargo build', 'cargo test'],
  ])('%s means %s', (name, language, build, testCommand) => {
    expect(detect(['README.md', name], scripts)).toMatchObject({ language, build, test: testCommand });
  });

  test.each([
    ['an empty folder', []],
    ['files without meaning', ['README.md', 'package.json.bak', 'my-pom.xml.txt']],
  ])('%s is unknown, without a command', (_, names) => {
    expect(detect(names)).toEqual({
      language: 'unknown',
      build: null,
      test: null,
      lint: null,
      typecheck: null,
      e2e: null,
      own: [],
    });
  });

  test('the first row of the table wins', () => {
    expect(detect(['package.json', 'pom.xml'], scripts).language).toBe('java');
    expect(detect(['Cargo.toml', 'package.json'], scripts).language).toBe('typescript');
  });

  test('returns no script that package.json does not have', () => {
    expect(detect(['package.json'])).toMatchObject({ language: 'typescript', build: null, test: null, own: [] });
    expect(detect(['package.json'], { test: 'node --test' })).toMatchObject({ build: null, test: 'npm test' });
  });

  test('the script of `npm init` is no test', () => {
    const init = { test: 'echo "Error: no test specified" && exit 1' };
    expect(detect(['package.json'], init).test).toBeNull();
  });
});

/** Detects the checks of a root with these files; `texts` adds files with contents. */
const detectIn = (
  names: readonly string[],
  own: Readonly<Record<string, string>> = {},
  texts: Readonly<Record<string, string>> = {},
) => detectChecks({ names: [...names, ...Object.keys(texts)], scripts: own, texts });

describe('W-55 the linter', () => {
  test.each<[string, ReturnType<typeof detectIn>, string | null]>([
    ['a script', detectIn(['package.json'], { lint: 'biome check' }), 'npm run lint'],
    ['.eslintrc', detectIn(['package.json', '.eslintrc']), 'npx eslint .'],
    ['.eslintrc.json', detectIn(['.eslintrc.json']), 'npx eslint .'],
    ['eslint.config.mjs', detectIn(['eslint.config.mjs']), 'npx eslint .'],
    ['[tool.ruff]', detectIn([], {}, { 'pyproject.toml': '[project]\nname = "x"\n\n[tool.ruff]\n' }), 'ruff check .'],
    ['[tool.ruff.lint]', detectIn([], {}, { 'pyproject.toml': '[tool.ruff.lint]\nselect = ["E"]' }), 'ruff check .'],
    ['.pylintrc', detectIn(['setup.py', '.pylintrc']), 'pylint {scope}'],
    [
      '[tool.pylint]',
      detectIn([], {}, { 'pyproject.toml': '[tool.pylint."MESSAGES CONTROL"]\r\n[tool.pylint]\r\n' }),
      'pylint {scope}',
    ],
    ['.golangci.yml', detectIn(['go.mod', '.golangci.yml']), 'golangci-lint run'],
    ['.golangci.yaml', detectIn(['go.mod', '.golangci.yaml']), 'golangci-lint run'],
    ['Cargo.toml', detectIn(['Cargo.toml']), 'cargo clippy'],
    ['no linter', detectIn(['package.json'], { test: 'x' }), null],
    [
      'a table with a similar name',
      detectIn([], {}, { 'pyproject.toml': '[tool.ruffle]\n# [tool.ruff]\nx = "[tool.ruff]"' }),
      null,
    ],
    ['a script without a package.json', detectIn(['go.mod'], { lint: 'x' }), null],
  ])('%s', (_, { lint }, expected) => {
    expect(lint).toBe(expected);
  });

  test('the first matching row wins', () => {
    expect(detectIn(['package.json', '.eslintrc', 'Cargo.toml'], { lint: 'x' }).lint).toBe('npm run lint');
    expect(detectIn(['.eslintrc', '.pylintrc', 'Cargo.toml']).lint).toBe('npx eslint .');
    expect(detectIn(['.pylintrc'], {}, { 'pyproject.toml': '[tool.ruff]' }).lint).toBe('ruff check .');
    expect(detectIn(['.golangci.yml', 'Cargo.toml']).lint).toBe('golangci-lint run');
  });
});

describe('W-56 the type checker', () => {
  test.each<[string, ReturnType<typeof detectIn>, string | null]>([
    ['tsconfig.json', detectIn(['package.json', 'tsconfig.json']), 'npx tsc --noEmit'],
    ['a script', detectIn(['package.json', 'tsconfig.json'], { typecheck: 'x' }), 'npm run typecheck'],
    ['a script with a hyphen', detectIn(['package.json'], { 'type-check': 'x' }), 'npm run type-check'],
    ['mypy.ini', detectIn(['setup.py', 'mypy.ini']), 'mypy .'],
    ['[tool.mypy]', detectIn([], {}, { 'pyproject.toml': '[tool.mypy]\nstrict = true' }), 'mypy .'],
    ['[mypy] in setup.cfg', detectIn(['setup.py'], {}, { 'setup.cfg': '[mypy]\n' }), 'mypy .'],
    ['pyrightconfig.json', detectIn(['setup.py', 'pyrightconfig.json']), 'pyright'],
    ['[tool.pyright]', detectIn([], {}, { 'pyproject.toml': '[tool.pyright]' }), 'pyright'],
    ['a csproj', detectIn(['App.csproj']), null],
    ['go.mod', detectIn(['go.mod']), null],
    ['Cargo.toml', detectIn(['Cargo.toml']), null],
    ['no file', detectIn([]), null],
  ])('%s', (_, { typecheck }, expected) => {
    expect(typecheck).toBe(expected);
  });

  test('the first matching row wins', () => {
    expect(detectIn(['tsconfig.json', 'mypy.ini']).typecheck).toBe('npx tsc --noEmit');
    expect(detectIn(['mypy.ini', 'pyrightconfig.json']).typecheck).toBe('mypy .');
  });
});

describe('the end-to-end tests', () => {
  test.each<[string, ReturnType<typeof detectIn>, string | null]>([
    ['a script', detectIn(['package.json', 'playwright.config.ts'], { e2e: 'x' }), 'npm run e2e'],
    ['a script with another name', detectIn(['package.json', 'cypress.json'], { 'test:e2e': 'x' }), 'npm run test:e2e'],
    ['playwright', detectIn(['package.json', 'playwright.config.ts']), 'npx playwright test'],
    ['cypress', detectIn(['package.json', 'cypress.config.js']), 'npx cypress run'],
    ['no end-to-end tests', detectIn(['package.json'], { test: 'x' }), null],
  ])('%s', (_, { e2e }, expected) => {
    expect(e2e).toBe(expected);
  });
});

describe('commands that run without being requested', () => {
  test('are the lint and type check scripts of the repository', () => {
    const all = { build: 'x', test: 'x', lint: 'x', typecheck: 'x' };
    expect(detectIn(['package.json', 'tsconfig.json'], all).own).toEqual(['npm run lint', 'npm run typecheck']);
    expect(detectIn(['package.json'], { 'type-check': 'x' }).own).toEqual(['npm run type-check']);
  });

  test('need no tool that may be missing', () => {
    expect(detectIn(['package.json', 'tsconfig.json', '.eslintrc'], { test: 'x' }).own).toEqual([]);
    expect(detectIn(['Cargo.toml', 'go.mod', '.golangci.yml']).own).toEqual([]);
    expect(detectIn([], {}, { 'pyproject.toml': '[tool.ruff]\n[tool.mypy]' }).own).toEqual([]);
  });
});

test('reads only these files', () => {
  expect(inspectedFiles).toEqual(['pyproject.toml', 'setup.cfg']);
});

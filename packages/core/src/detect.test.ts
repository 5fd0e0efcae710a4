import { describe, expect, test } from 'vitest';
import { commandsOf, detectChecks } from './detect.ts';

const scripts = { build: 'tsc', test: 'vitest run' };
const detect = (names: readonly string[], own: Readonly<Record<string, string>> = {}) =>
  detectChecks({ names, scripts: own });

describe('W-54 what checks a repository', () => {
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
    expect(detect(['README.md', name], scripts)).toEqual({ language, build, test: testCommand });
  });

  test.each([
    ['nothing', []],
    ['files that tell nothing', ['README.md', 'package.json.bak', 'my-pom.xml.txt']],
  ])('%s is unknown, without a command', (_, names) => {
    expect(detect(names)).toEqual({ language: 'unknown', build: null, test: null });
  });

  test('the first row of the table wins', () => {
    expect(detect(['package.json', 'pom.xml'], scripts).language).toBe('java');
    expect(detect(['Cargo.toml', 'package.json'], scripts).language).toBe('typescript');
  });

  test('a script that package.json does not have is not offered', () => {
    expect(detect(['package.json'])).toEqual({ language: 'typescript', build: null, test: null });
    expect(detect(['package.json'], { test: 'node --test' })).toMatchObject({ build: null, test: 'npm test' });
  });

  test('what `npm init` writes is no test', () => {
    const init = { test: 'echo "Error: no test specified" && exit 1' };
    expect(detect(['package.json'], init).test).toBeNull();
  });

  test('the build comes before the test that may need it, and what is missing is left out', () => {
    expect(commandsOf(detect(['go.mod']))).toEqual(['go build ./...', 'go test ./...']);
    expect(commandsOf(detect(['setup.py']))).toEqual(['pytest']);
    expect(commandsOf(detect([]))).toEqual([]);
  });
});

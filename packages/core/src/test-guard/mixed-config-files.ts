/**
 * Extracts runner and checker settings from files with other content; only these parts are compared.
 *
 * Named tables and keys are compared exactly. Build files have no such tables, so their lines about tests are compared.
 */
import { parseJson } from '../text/json.ts';
import { matchesGlob } from './glob.ts';

export type ConfigParts = Readonly<Record<string, string>>;

interface Mixed {
  readonly files: readonly string[];
  readonly what: string;
  readonly parts: (text: string) => ConfigParts;
}

const pythonTools =
  'pytest coverage tox ruff mypy pyright pylint flake8 black isort poe uv.sources hatch.envs pdm.scripts';
const packageKeys = [
  ...['jest', 'vitest', 'mocha', 'ava', 'tap', 'jasmine', 'nyc', 'c8', 'babel'],
  ...['eslintConfig', 'eslintIgnore', 'xo', 'prettier', 'stylelint'],
  ...['workspaces', 'packageManager', 'pnpm', 'volta', 'wireit', 'nx'],
];
const buildLines =
  /test|junit|surefire|failsafe|jacoco|checkstyle|spotbugs|pmd|detekt|lint|ignoreFailures|failOnError|skip|exclude|filter|enabled|onlyIf/i;
/** Dependencies of a build; they do not change how it runs tests. */
const dependencyLines =
  /^(?:\w*(?:implementation|runtimeOnly|compileOnly|annotationProcessor|api)\b|<\/?(?:scope|groupId|artifactId|version|dependency)>)/i;

export const mixedFiles: readonly Mixed[] = [
  {
    files: ['**/package.json'],
    what: `the keys ${packageKeys.map((key) => `\`${key}\``).join(', ')}; scripts that an installation runs, dependencies that come from no registry, programs that hide others, and entry points that lead a name of the base elsewhere`,
    parts: keysOf(...packageKeys),
  },
  { files: ['**/composer.json'], what: 'the key `scripts`', parts: keysOf('scripts') },
  {
    files: ['**/pyproject.toml'],
    what: `the tables ${pythonTools
      .split(' ')
      .map((name) => `\`tool.${name}\``)
      .join(', ')}`,
    parts: tablesOf((name) => pythonTools.split(' ').some((tool) => isWithin(name, `tool.${tool}`))),
  },
  {
    files: ['**/setup.cfg'],
    what: 'the sections of `pytest`, `coverage`, `tox`, `mypy`, `pylint`, `flake8`',
    parts: tablesOf((name) => /^(?:tool:)?(?:pytest|coverage|tox|mypy|pylint|flake8)\b/i.test(name)),
  },
  {
    files: ['**/Cargo.toml'],
    what: 'the tables `lints`, `workspace.lints`, `lib`, `bin`, `test`, `patch`, `replace`, `profile`',
    parts: tablesOf((name) =>
      ['lints', 'workspace.lints', 'lib', 'bin', 'test', 'patch', 'replace', 'profile'].some((table) =>
        isWithin(name, table),
      ),
    ),
  },
  {
    files: ['**/go.mod'],
    what: 'lines with `replace`',
    parts: linesOf('replace', /^replace\b|=>/),
  },
  {
    files: ['**/build.gradle', '**/build.gradle.kts', '**/pom.xml'],
    what: 'lines about tests and checkers',
    parts: linesOf('lines about tests', buildLines),
  },
  {
    files: ['**/CMakeLists.txt', '**/meson.build'],
    what: 'lines about tests',
    parts: linesOf(
      'lines about tests',
      /\b(?:add_test|enable_testing|\w*discover_tests|set_tests_properties|test)\b\s*\(/i,
    ),
  },
];

export const isMixed = (path: string): boolean => mixedFiles.some(({ files }) => matchesGlob(path, files));

/** Names of the parts that changed. A part that the base did not have counts too: it overrides a default. */
export function changedParts(path: string, before: string, after: string | null): readonly string[] {
  const mixed = mixedFiles.find(({ files }) => matchesGlob(path, files));
  if (!mixed) return [];
  const [was, is] = [mixed.parts(before), mixed.parts(after ?? '')];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names.filter((name) => was[name] !== is[name]).sort();
}

const isWithin = (name: string, table: string) =>
  name === table || name.startsWith(`${table}.`) || name.startsWith(`${table}-`);

function keysOf(...keys: readonly string[]) {
  return (text: string): ConfigParts => {
    const document = parseJson(text) as Readonly<Record<string, unknown>> | undefined;
    if (document === undefined) return {}; // no tool could read it either
    return Object.fromEntries(
      keys.flatMap((key) => (document[key] === undefined ? [] : [[key, JSON.stringify(document[key])]])),
    );
  };
}

/** `[tool.ruff]` and `[[tool.mypy.overrides]]` with the lines below them, without comments and empty lines. */
function tablesOf(isWanted: (name: string) => boolean) {
  return (text: string): ConfigParts => {
    const parts: Record<string, string> = {};
    let table = '';
    for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
      const header = /^\[{1,2}\s*([^\][]+?)\s*\]{1,2}/.exec(line)?.[1];
      if (header !== undefined) table = header.replaceAll('"', '');
      if (table === '' || !isWanted(table) || line === '' || /^[#;]/.test(line)) continue;
      parts[table] = `${parts[table] ?? ''}${line}\n`;
    }
    return parts;
  };
}

function linesOf(name: string, pattern: RegExp) {
  return (text: string): ConfigParts => {
    const lines = text.split(/\r?\n/).map((line) => line.trim());
    const wanted = lines.filter(
      (line) => pattern.test(line) && !dependencyLines.test(line) && !/^(?:\/\/|<!--)/.test(line),
    );
    return wanted.length === 0 ? {} : { [name]: wanted.join('\n') };
  };
}

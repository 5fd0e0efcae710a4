/**
 * Which commands check a repository, told by the files at its root (W-54 to W-56). A command that would not exist is not
 * offered: a row that names a script of package.json holds only when the script is there.
 */

export interface Checks {
  readonly language: string;
  readonly build: string | null;
  readonly test: string | null;
  /** `{scope}` in it stands for the files and folders that the work may touch. */
  readonly lint: string | null;
  readonly typecheck: string | null;
  readonly e2e: string | null;
  /** Lint and type check as the repository itself runs them: scripts of its package.json. Only these are run unasked. */
  readonly own: readonly string[];
}

export interface RootFiles {
  readonly names: readonly string[];
  /** The scripts of package.json, if there is one that can be read. */
  readonly scripts: Readonly<Record<string, string>>;
  /** The texts of those files that are looked into, as far as they are there. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** The files that have to be read; of all others the name is enough. */
export const lookedInto = ['pyproject.toml', 'setup.cfg'] as const;

interface Toolchain {
  readonly language: string;
  readonly found: RegExp;
  readonly build: string | null;
  readonly test: string;
}

const toolchains: readonly Toolchain[] = [
  {
    language: 'java',
    found: /^(build|settings)\.gradle(\.kts)?$|^gradlew$/,
    build: './gradlew build',
    test: './gradlew test',
  },
  { language: 'java', found: /^pom\.xml$/, build: 'mvn compile', test: 'mvn test' },
  { language: 'python', found: /^(pyproject\.toml|setup\.py)$/, build: null, test: 'pytest' },
  { language: 'typescript', found: /^package\.json$/, build: 'npm run build', test: 'npm test' },
  { language: 'csharp', found: /\.csproj$/, build: 'dotnet build', test: 'dotnet test' },
  { language: 'go', found: /^go\.mod$/, build: 'go build ./...', test: 'go test ./...' },
  { language: 'rust', found: /^Cargo\.toml$/, build: 'cargo build', test: 'cargo test' },
];

interface Tool {
  readonly command: string;
  /** A script of package.json, the name of a file, or a table of a file that is looked into: any of them is enough. */
  readonly script?: string;
  readonly file?: RegExp;
  readonly table?: Readonly<Partial<Record<(typeof lookedInto)[number], string>>>;
}

/** W-55. The first that is found. */
const linters: readonly Tool[] = [
  { command: 'npm run lint', script: 'lint' },
  { command: 'npx eslint .', file: /^\.eslintrc|^eslint\.config\./ },
  { command: 'ruff check .', file: /^\.?ruff\.toml$/, table: { 'pyproject.toml': 'tool.ruff' } },
  { command: 'pylint {scope}', file: /^\.?pylintrc$/, table: { 'pyproject.toml': 'tool.pylint' } },
  { command: 'golangci-lint run', file: /^\.golangci\.(ya?ml|toml|json)$/ },
  { command: 'cargo clippy', file: /^Cargo\.toml$/ },
];

/** W-56. The first that is found; languages that check types when they build have none of their own. */
const typeCheckers: readonly Tool[] = [
  { command: 'npx tsc --noEmit', file: /^tsconfig\.json$/ },
  { command: 'mypy .', file: /^\.?mypy\.ini$/, table: { 'pyproject.toml': 'tool.mypy', 'setup.cfg': 'mypy' } },
  { command: 'pyright', file: /^pyrightconfig\.json$/, table: { 'pyproject.toml': 'tool.pyright' } },
];

/** The repository's own word first, then the tools that have a configuration of their own. */
const browsers: readonly Tool[] = [
  { command: 'npm run e2e', script: 'e2e' },
  { command: 'npm run test:e2e', script: 'test:e2e' },
  { command: 'npx playwright test', file: /^playwright\.config\.[cm]?[jt]s$/ },
  { command: 'npx cypress run', file: /^cypress\.config\.[cm]?[jt]s$|^cypress\.json$/ },
];

const ownScripts = ['lint', 'typecheck', 'type-check'];

/** What `npm init` writes is no test: it always fails and checks nothing. */
const noTest = /no test specified/;

export function detectChecks(files: RootFiles): Checks {
  return {
    ...toolchainOf(files),
    lint: firstOf(linters, files),
    typecheck: firstOf(typeCheckers, files),
    e2e: firstOf(browsers, files),
    own: ownScripts.filter((name) => hasScript(files, name)).map((name) => `npm run ${name}`),
  };
}

function toolchainOf(files: RootFiles): Pick<Checks, 'language' | 'build' | 'test'> {
  const row = toolchains.find(({ found }) => files.names.some((name) => found.test(name)));
  if (!row) return { language: 'unknown', build: null, test: null };
  if (row.language !== 'typescript') return { language: row.language, build: row.build, test: row.test };
  const hasTest = hasScript(files, 'test') && !noTest.test(files.scripts['test'] ?? '');
  return {
    language: row.language,
    build: hasScript(files, 'build') ? row.build : null,
    test: hasTest ? row.test : null,
  };
}

const firstOf = (tools: readonly Tool[], files: RootFiles): string | null =>
  tools.find(({ script, file, table = {} }) => {
    if (script !== undefined && hasScript(files, script)) return true;
    if (file && files.names.some((name) => file.test(name))) return true;
    return Object.entries(table).some(([name, header]) => hasTable(files.texts?.[name] ?? '', header));
  })?.command ?? null;

const hasScript = ({ names, scripts }: RootFiles, name: string) =>
  names.includes('package.json') && Object.hasOwn(scripts, name);

/** `[tool.ruff]`, and also `[tool.ruff.lint]` and `[[tool.mypy.overrides]]`: who sets a part of it uses it. */
const hasTable = (text: string, header: string) =>
  text.split(/\r?\n/).some((line) => {
    const name = /^\s*\[{1,2}\s*([^\][]+?)\s*\]{1,2}/.exec(line)?.[1];
    return name === header || name?.startsWith(`${header}.`) === true || name?.startsWith(`${header}-`) === true;
  });

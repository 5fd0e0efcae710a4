/** Detects the commands that check a repository from the files at its root (W-54 to W-56). */

export interface Checks {
  readonly language: string;
  readonly build: string | null;
  readonly test: string | null;
  /** May contain `{scope}`, which stands for the files and folders that the work may change. */
  readonly lint: string | null;
  readonly typecheck: string | null;
  readonly e2e: string | null;
  /** Lint and type check scripts of package.json. Only these run without being requested. */
  readonly own: readonly string[];
}

export interface RootFiles {
  readonly names: readonly string[];
  /** Scripts of package.json; empty if it is missing or unreadable. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Contents of the `inspectedFiles` files that exist. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** Files whose contents are read; for all others the name is enough. */
export const inspectedFiles = ['pyproject.toml', 'setup.cfg'] as const;

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
  /** A script of package.json, the name of a file, or a table in a file: one match is enough. */
  readonly script?: string;
  readonly file?: RegExp;
  readonly table?: Readonly<Partial<Record<(typeof inspectedFiles)[number], string>>>;
}

/** W-55: the first match wins. */
const linters: readonly Tool[] = [
  { command: 'npm run lint', script: 'lint' },
  { command: 'npx eslint .', file: /^\.eslintrc|^eslint\.config\./ },
  { command: 'ruff check .', file: /^\.?ruff\.toml$/, table: { 'pyproject.toml': 'tool.ruff' } },
  { command: 'pylint {scope}', file: /^\.?pylintrc$/, table: { 'pyproject.toml': 'tool.pylint' } },
  { command: 'golangci-lint run', file: /^\.golangci\.(ya?ml|toml|json)$/ },
  { command: 'cargo clippy', file: /^Cargo\.toml$/ },
];

/** W-56, after the script of the repository: the first match wins. Languages that check types in the build have no entry. */
const typeCheckers: readonly Tool[] = [
  { command: 'npm run typecheck', script: 'typecheck' },
  { command: 'npm run type-check', script: 'type-check' },
  { command: 'npx tsc --noEmit', file: /^tsconfig\.json$/ },
  { command: 'mypy .', file: /^\.?mypy\.ini$/, table: { 'pyproject.toml': 'tool.mypy', 'setup.cfg': 'mypy' } },
  { command: 'pyright', file: /^pyrightconfig\.json$/, table: { 'pyproject.toml': 'tool.pyright' } },
];

/** Scripts of the repository come first, then tools with their own configuration file. */
const e2eTools: readonly Tool[] = [
  { command: 'npm run e2e', script: 'e2e' },
  { command: 'npm run test:e2e', script: 'test:e2e' },
  { command: 'npx playwright test', file: /^playwright\.config\.[cm]?[jt]s$/ },
  { command: 'npx cypress run', file: /^cypress\.config\.[cm]?[jt]s$|^cypress\.json$/ },
];

const ownScripts = ['lint', 'typecheck', 'type-check'];

/** The script of `npm init` always fails and tests nothing. */
const noTest = /no test specified/;

export function detectChecks(files: RootFiles): Checks {
  return {
    ...toolchainOf(files),
    lint: firstOf(linters, files),
    typecheck: firstOf(typeCheckers, files),
    e2e: firstOf(e2eTools, files),
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

/** Also matches `[tool.ruff.lint]` and `[[tool.mypy.overrides]]`. */
const hasTable = (text: string, header: string) =>
  text.split(/\r?\n/).some((line) => {
    const name = /^\s*\[{1,2}\s*([^\][]+?)\s*\]{1,2}/.exec(line)?.[1];
    return name === header || name?.startsWith(`${header}.`) === true || name?.startsWith(`${header}-`) === true;
  });

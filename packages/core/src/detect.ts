/** Which commands check a repository, told by the files at its root (W-54). A command that would not exist is not offered. */

export interface Checks {
  readonly language: string;
  readonly build: string | null;
  readonly test: string | null;
}

export interface RootFiles {
  readonly names: readonly string[];
  /** The scripts of package.json, if there is one that can be read. */
  readonly scripts: Readonly<Record<string, string>>;
}

interface Row {
  readonly language: string;
  readonly found: RegExp;
  readonly build: string | null;
  readonly test: string;
}

const rows: readonly Row[] = [
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

/** What `npm init` writes is no test: it always fails and checks nothing. */
const noTest = /no test specified/;

export function detectChecks({ names, scripts }: RootFiles): Checks {
  const row = rows.find(({ found }) => names.some((name) => found.test(name)));
  if (!row) return { language: 'unknown', build: null, test: null };
  if (row.language !== 'typescript') return { language: row.language, build: row.build, test: row.test };
  const hasTest = scripts['test'] !== undefined && !noTest.test(scripts['test']);
  return {
    language: row.language,
    build: scripts['build'] === undefined ? null : row.build,
    test: hasTest ? row.test : null,
  };
}

export const commandsOf = ({ build, test }: Checks): readonly string[] =>
  [build, test].filter((command): command is string => command !== null);

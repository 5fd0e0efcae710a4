/** Files of small repositories and the checks detected in them: the tables of W-54 to W-56. */
type Files = Readonly<Record<string, string>>;

export interface DetectedChecks {
  readonly language: string;
  readonly test: string | null;
  readonly build: string | null;
  readonly lint: string | null;
  readonly typecheck: string | null;
}

/** In the order of the tables. */
const detected = (
  language: string,
  test: string | null,
  build: string | null,
  lint: string | null,
  typecheck: string | null,
): DetectedChecks => ({ language, test, build, lint, typecheck });

const scripts = JSON.stringify({ scripts: { test: 'x', build: 'y', lint: 'z' } });

export const detections: readonly (readonly [string, Files, DetectedChecks])[] = [
  [
    'gradle and a tsconfig',
    { 'build.gradle': '', 'tsconfig.json': '{}' },
    detected('java', './gradlew test', './gradlew build', null, 'npx tsc --noEmit'),
  ],
  [
    'maven and mypy.ini',
    { 'pom.xml': '', 'mypy.ini': '' },
    detected('java', 'mvn test', 'mvn compile', null, 'mypy .'),
  ],
  [
    'ruff before pylint, and mypy, in pyproject.toml',
    { 'pyproject.toml': '[tool.ruff]\n[tool.mypy]\n', '.pylintrc': '' },
    detected('python', 'pytest', null, 'ruff check .', 'mypy .'),
  ],
  [
    'pylint and pyright in pyproject.toml',
    { 'pyproject.toml': '[tool.pylint]\n[tool.pyright]\n' },
    detected('python', 'pytest', null, 'pylint .', 'pyright'),
  ],
  [
    'setup.py, .pylintrc, pyrightconfig.json',
    { 'setup.py': '', '.pylintrc': '', 'pyrightconfig.json': '{}' },
    detected('python', 'pytest', null, 'pylint .', 'pyright'),
  ],
  [
    'a lint script before eslint, tsconfig before mypy',
    { 'package.json': scripts, '.eslintrc': '', 'tsconfig.json': '{}', 'mypy.ini': '' },
    detected('typescript', 'npm test', 'npm run build', 'npm run lint', 'npx tsc --noEmit'),
  ],
  [
    'csproj and eslint',
    { 'a.csproj': '', 'eslint.config.js': '' },
    detected('csharp', 'dotnet test', 'dotnet build', 'npx eslint .', null),
  ],
  [
    'go with golangci',
    { 'go.mod': '', '.golangci.yml': '' },
    detected('go', 'go test ./...', 'go build ./...', 'golangci-lint run', null),
  ],
  ['rust', { 'Cargo.toml': '' }, detected('rust', 'cargo test', 'cargo build', 'cargo clippy', null)],
  [
    'only an old eslint configuration',
    { '.eslintrc.json': '{}' },
    detected('unknown', null, null, 'npx eslint .', null),
  ],
  ['nothing', {}, detected('unknown', null, null, null, null)],
];

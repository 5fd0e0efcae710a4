/** What is in a little repository, and what is found in it: the tables of W-54 to W-56, once for every command that looks. */
type Files = Readonly<Record<string, string>>;

export interface Found {
  readonly language?: string;
  readonly test?: string | null;
  readonly build?: string | null;
  readonly lint?: string | null;
  readonly typecheck?: string | null;
}

const packageJson = (scripts: Files) => ({ 'package.json': JSON.stringify({ scripts }) });

export const detections: readonly (readonly [string, Files, Found])[] = [
  ['gradle', { 'build.gradle': '' }, { language: 'java', test: './gradlew test', build: './gradlew build' }],
  ['maven', { 'pom.xml': '' }, { language: 'java', test: 'mvn test', build: 'mvn compile' }],
  ['pyproject', { 'pyproject.toml': '' }, { language: 'python', test: 'pytest', build: null }],
  ['setup.py', { 'setup.py': '' }, { language: 'python', test: 'pytest', build: null }],
  [
    'package.json',
    packageJson({ test: 'x', build: 'y' }),
    { language: 'typescript', test: 'npm test', build: 'npm run build' },
  ],
  ['csproj', { 'a.csproj': '' }, { language: 'csharp', test: 'dotnet test', build: 'dotnet build', typecheck: null }],
  ['go', { 'go.mod': '' }, { language: 'go', test: 'go test ./...', build: 'go build ./...', typecheck: null }],
  ['rust', { 'Cargo.toml': '' }, { language: 'rust', test: 'cargo test', build: 'cargo build', typecheck: null }],
  ['nothing', {}, { language: 'unknown', test: null, build: null, lint: null, typecheck: null }],
  ['a lint script', { ...packageJson({ lint: 'x' }), '.eslintrc': '' }, { lint: 'npm run lint' }],
  ['an eslint configuration', { 'eslint.config.js': '' }, { lint: 'npx eslint .' }],
  ['an old eslint configuration', { '.eslintrc.json': '{}' }, { lint: 'npx eslint .' }],
  ['ruff', { 'pyproject.toml': '[tool.ruff]\n', '.pylintrc': '' }, { lint: 'ruff check .' }],
  ['pylint', { '.pylintrc': '' }, { lint: 'pylint .' }],
  ['pylint in pyproject', { 'pyproject.toml': '[tool.pylint]\n' }, { lint: 'pylint .' }],
  ['golangci', { '.golangci.yml': '', 'go.mod': '' }, { lint: 'golangci-lint run' }],
  ['cargo', { 'Cargo.toml': '' }, { lint: 'cargo clippy' }],
  ['tsconfig', { 'tsconfig.json': '{}', 'mypy.ini': '' }, { typecheck: 'npx tsc --noEmit' }],
  ['mypy.ini', { 'mypy.ini': '' }, { typecheck: 'mypy .' }],
  ['mypy in pyproject', { 'pyproject.toml': '[tool.mypy]\n' }, { typecheck: 'mypy .' }],
  ['pyright', { 'pyrightconfig.json': '{}' }, { typecheck: 'pyright' }],
  ['pyright in pyproject', { 'pyproject.toml': '[tool.pyright]\n' }, { typecheck: 'pyright' }],
];

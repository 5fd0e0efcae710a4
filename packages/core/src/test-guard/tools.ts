/**
 * Configuration files of test runners and checkers, one row per tool.
 *
 * `runs` are the words in a command that run the tool. `files` belong to the tool alone; `mixed` files have other
 * content, so that a change counts only if a check runs the tool.
 */
export interface Tool {
  readonly judges: 'tests' | 'sources';
  readonly runs: readonly string[];
  readonly files: readonly string[];
  readonly mixed?: readonly string[];
}

const js = '{js,cjs,mjs,ts,cts,mts}';

export const tools = {
  vitest: {
    judges: 'tests',
    runs: ['vitest'],
    files: [`**/vitest.*.${js}`, '**/vitest.*.json'],
    mixed: [`**/vite.config.${js}`],
  },
  jest: {
    judges: 'tests',
    runs: ['jest', 'react-scripts'],
    files: [`**/jest.*.${js}`, '**/jest.*.json', '**/jest-*.json'],
  },
  mocha: { judges: 'tests', runs: ['mocha'], files: ['**/.mocharc*', '**/mocha.opts'] },
  ava: { judges: 'tests', runs: ['ava'], files: [`**/ava.config.${js}`] },
  tap: { judges: 'tests', runs: ['tap'], files: ['**/.taprc'] },
  jasmine: { judges: 'tests', runs: ['jasmine'], files: ['**/jasmine.{json,js,mjs}'] },
  karma: { judges: 'tests', runs: ['karma', 'ng'], files: [`**/karma.conf*.${js}`] },
  playwright: { judges: 'tests', runs: ['playwright'], files: [`**/playwright*.config.${js}`] },
  cypress: { judges: 'tests', runs: ['cypress'], files: [`**/cypress.config.${js}`, '**/cypress.json'] },
  webdriverio: { judges: 'tests', runs: ['wdio'], files: [`**/wdio*.conf.${js}`] },
  'nyc, c8': { judges: 'tests', runs: ['nyc', 'c8'], files: ['**/.nycrc*', '**/.c8rc*'] },
  pytest: {
    judges: 'tests',
    runs: ['pytest', 'py.test', 'tox', 'nox'],
    files: ['**/pytest.ini', '**/.pytest.ini', '**/tox.ini', '**/noxfile.py', '**/.coveragerc', '**/conftest.py'],
  },
  phpunit: {
    judges: 'tests',
    runs: ['phpunit', 'pest', 'artisan', 'composer'],
    files: ['**/phpunit*.xml', '**/phpunit*.xml.dist'],
  },
  rspec: { judges: 'tests', runs: ['rspec'], files: ['**/.rspec'] },
  'cargo nextest': { judges: 'tests', runs: ['nextest'], files: ['**/.config/nextest.toml'] },
  'JUnit, TestNG': {
    judges: 'tests',
    runs: ['gradle', 'gradlew', 'mvn', 'mvnw'],
    files: ['**/junit-platform.properties', '**/testng*.xml'],
  },
  'dotnet test': { judges: 'tests', runs: ['dotnet'], files: ['**/*.runsettings', '**/xunit.runner.json'] },
  'dart test': { judges: 'tests', runs: ['dart', 'flutter'], files: ['**/dart_test.yaml'] },
  Deno: { judges: 'tests', runs: ['deno'], files: [], mixed: ['**/deno.{json,jsonc}'] },
  /** Python loads these before any program, and these names hide the runners. */
  Python: {
    judges: 'sources',
    runs: ['python', 'python3', 'pytest', 'tox', 'nox', 'coverage'],
    files: [
      '**/{sitecustomize,usercustomize}.py',
      '**/{pytest,unittest,doctest}.py',
      '**/{pytest,unittest,_pytest}/**',
    ],
  },
  /** Packages in the repository hide those that were installed. */
  node_modules: { judges: 'sources', runs: ['node', 'npm', 'npx', 'yarn', 'pnpm'], files: ['**/node_modules/**'] },
  'environment files': {
    judges: 'sources',
    runs: ['dotenv', 'env-file', 'vitest', 'jest', 'next', 'react-scripts', 'bun', 'docker-compose', 'foreman'],
    files: ['**/.env', '**/.env.{test,ci,local}', '**/.env.test.local'],
  },
  'versions of tools': {
    judges: 'sources',
    runs: ['node', 'npm', 'npx', 'yarn', 'pnpm', 'python3', 'cargo', 'bundle', 'mise', 'asdf'],
    files: [
      '**/{.nvmrc,.node-version,.python-version,.ruby-version,.tool-versions,rust-toolchain,rust-toolchain.toml}',
    ],
  },
  /** Names that make prefers to `Makefile`: a new one replaces it. */
  make: { judges: 'sources', runs: ['make'], files: ['GNUmakefile', 'makefile'] },
  'turbo, nx': { judges: 'tests', runs: ['turbo', 'nx'], files: ['**/turbo.json', '**/nx.json'] },
  TypeScript: {
    judges: 'sources',
    runs: ['tsc', 'vue-tsc', 'tsc-watch'],
    files: ['**/tsconfig*.json', '**/jsconfig.json'],
  },
  ESLint: {
    judges: 'sources',
    runs: ['eslint', 'next'],
    files: ['**/.eslintrc*', `**/eslint.config.${js}`, '**/.eslintignore'],
  },
  Biome: { judges: 'sources', runs: ['biome'], files: ['**/biome.{json,jsonc}'] },
  oxlint: { judges: 'sources', runs: ['oxlint'], files: ['**/.oxlintrc.json'] },
  Prettier: {
    judges: 'sources',
    runs: ['prettier'],
    files: ['**/.prettierrc*', `**/prettier.config.${js}`, '**/.prettierignore'],
  },
  stylelint: {
    judges: 'sources',
    runs: ['stylelint'],
    files: ['**/.stylelintrc*', `**/stylelint.config.${js}`, '**/.stylelintignore'],
  },
  Ruff: { judges: 'sources', runs: ['ruff'], files: ['**/ruff.toml', '**/.ruff.toml'] },
  'flake8, pylint': {
    judges: 'sources',
    runs: ['flake8', 'pylint'],
    files: ['**/.flake8', '**/.pylintrc', '**/pylintrc'],
  },
  'mypy, Pyright': {
    judges: 'sources',
    runs: ['mypy', 'pyright'],
    files: ['**/mypy.ini', '**/.mypy.ini', '**/pyrightconfig.json'],
  },
  'golangci-lint': { judges: 'sources', runs: ['golangci-lint'], files: ['**/.golangci.{yml,yaml,toml,json}'] },
  Clippy: { judges: 'sources', runs: ['clippy'], files: ['**/clippy.toml', '**/.clippy.toml'] },
  RuboCop: { judges: 'sources', runs: ['rubocop'], files: ['**/.rubocop*.yml'] },
  'PHPStan, PHP_CodeSniffer': {
    judges: 'sources',
    runs: ['phpstan', 'phpcs', 'composer'],
    files: ['**/phpstan*.neon', '**/phpstan*.neon.dist', '**/phpcs.xml', '**/phpcs.xml.dist'],
  },
  'Checkstyle, detekt': {
    judges: 'sources',
    runs: ['gradle', 'gradlew', 'mvn', 'mvnw'],
    files: ['**/checkstyle*.xml', '**/detekt*.yml'],
  },
  SwiftLint: { judges: 'sources', runs: ['swiftlint'], files: ['**/.swiftlint.yml'] },
  'Dart analyzer': { judges: 'sources', runs: ['dart', 'flutter'], files: ['**/analysis_options.yaml'] },
  Credo: { judges: 'sources', runs: ['mix'], files: ['**/.credo.exs'] },
} as const satisfies Record<string, Tool>;

/** Files there are read by tests, not by their runner. */
export const fixtures: readonly string[] = ['**/{fixtures,__fixtures__,testdata}/**'];

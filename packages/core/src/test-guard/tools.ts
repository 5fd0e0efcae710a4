/**
 * Configuration files of test runners and checkers, one row per tool.
 *
 * `runs` are the words in a command that run the tool; without any, every check runs it. `files` belong to the tool alone; `mixed` files have other
 * content, so that a change counts only if a check runs the tool. The name of a folder is listed where a link could
 * replace the folder.
 */
export interface Tool {
  readonly judges: 'tests' | 'sources';
  readonly runs: readonly string[];
  readonly files: readonly string[];
  readonly mixed?: readonly string[];
  /** It reads the file only for files below the same folder. */
  readonly isLocal?: true;
}

const js = '{js,cjs,mjs,ts,cts,mts}';

export const tools = {
  vitest: {
    judges: 'tests',
    runs: ['vitest'],
    isLocal: true,
    files: [`**/vitest.*.${js}`, '**/vitest.*.json'],
    mixed: [`**/vite.config.${js}`],
  },
  jest: {
    judges: 'tests',
    runs: ['jest', 'react-scripts'],
    isLocal: true,
    files: [`**/jest.*.${js}`, '**/jest.*.json', '**/jest-*.json'],
  },
  /** Jest replaces installed packages by these. */
  'mocks of packages': { judges: 'tests', runs: ['jest', 'react-scripts'], files: ['**/__mocks__{,/**}'] },
  'Babel, SWC': {
    judges: 'sources',
    runs: ['babel', 'babel-node', 'jest', 'react-scripts', 'mocha', 'ava', 'karma', 'nyc', 'swc', 'vitest', 'ng'],
    files: ['**/babel.config.*', '**/.babelrc*', '**/.swcrc'],
  },
  'web test runner': { judges: 'tests', runs: ['wtr', 'web-test-runner'], files: [`**/web-test-runner.config.${js}`] },
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
    files: [
      '**/{pytest,.pytest}.{ini,toml}',
      ...['**/tox.ini', '**/tox.toml', '**/noxfile.py', '**/.coveragerc', '**/conftest.py'],
    ],
  },
  phpunit: {
    judges: 'tests',
    runs: ['phpunit', 'pest', 'artisan', 'composer'],
    files: ['**/phpunit*.xml', '**/phpunit*.xml.dist'],
  },
  rspec: { judges: 'tests', runs: ['rspec'], files: ['**/.rspec', '**/{spec,rails}_helper.rb'] },
  ExUnit: { judges: 'tests', runs: ['mix'], files: ['**/test/test_helper.exs', '**/config/test.exs'] },
  Cargo: {
    judges: 'sources',
    runs: ['cargo', 'nextest'],
    files: ['**/.cargo', '**/.cargo/config', '**/.cargo/config.toml', '**/build.rs'],
  },
  Go: {
    judges: 'sources',
    runs: ['go', 'gotestsum'],
    files: ['**/go.work', '**/vendor/modules.txt'],
    mixed: ['**/vendor/**/*.go'],
  },
  'cargo nextest': { judges: 'tests', runs: ['nextest'], files: ['**/.config/nextest.toml'] },
  'JUnit, TestNG': {
    judges: 'tests',
    runs: ['gradle', 'gradlew', 'mvn', 'mvnw'],
    files: ['**/junit-platform.properties', '**/testng*.xml', '**/META-INF/services/org.junit.*'],
  },
  'Gradle, Maven': {
    judges: 'sources',
    runs: ['gradle', 'gradlew', 'mvn', 'mvnw'],
    files: ['**/gradle.properties', '**/gradle/wrapper/**', '**/buildSrc{,/**}', '**/init.gradle*', '**/.mvn{,/**}'],
  },
  MSBuild: {
    judges: 'sources',
    runs: ['dotnet', 'msbuild'],
    files: ['**/Directory.*.{props,targets}', '**/global.json', '**/{nuget,NuGet}.{config,Config}'],
  },
  CTest: { judges: 'tests', runs: ['ctest', 'cmake', 'make', 'ninja'], files: ['**/CTest*.cmake'] },
  'dotnet test': { judges: 'tests', runs: ['dotnet'], files: ['**/*.runsettings', '**/xunit.runner.json'] },
  'dart test': { judges: 'tests', runs: ['dart', 'flutter'], files: ['**/dart_test.yaml'] },
  Deno: { judges: 'tests', runs: ['deno'], files: [], mixed: ['**/deno.{json,jsonc}'] },
  /** Python loads these before any program, and these names hide the runners. Other names: `python-modules.ts`. */
  Python: {
    judges: 'sources',
    runs: [],
    files: [
      '**/{sitecustomize,usercustomize}.py',
      '**/{sitecustomize,usercustomize}/**',
      '**/site-packages/**',
      '**/pyvenv.cfg',
      '__init__.py',
      '**/{pytest,unittest,doctest}.py',
      '**/{pytest,unittest,_pytest}/**',
    ],
  },
  /** Packages in the repository hide those that were installed. */
  node_modules: { judges: 'sources', runs: [], files: ['**/node_modules', '**/node_modules/**'] },
  /** Every installation and every script of package.json obeys them. */
  'package managers': {
    judges: 'sources',
    runs: [],
    files: [
      '**/{.npmrc,.yarnrc,.yarnrc.yml,.yarnrc.yaml,bunfig.toml,pnpm-workspace.yaml,.pnpmfile.cjs,.pnpmfile.mjs,pnpmfile.js}',
      '**/{.pnp.js,.pnp.cjs,.pnp.loader.mjs,.corepack.env,package.json5,package.yaml,binding.gyp,node.config.json}',
      '**/.yarn',
      '**/.yarn/{releases,plugins,patches}{,/**}',
      '**/patches{,/*.patch}',
    ],
  },
  /** The forge merges by the checks that they define, and runs them with its own keys. */
  'checks of the forge': {
    judges: 'sources',
    runs: [],
    files: [
      '.{github,gitea,forgejo}/{workflows,actions}{,/**}',
      '{,.github/,.gitlab/,docs/}CODEOWNERS',
      '{.gitlab-ci.yml,.travis.yml,.drone.yml,bitbucket-pipelines.yml,azure-pipelines.yml,appveyor.yml,Jenkinsfile}',
      '.{circleci,buildkite,woodpecker,gitlab}{,/**}',
    ],
  },
  'release criteria': { judges: 'sources', runs: [], files: ['**/*.acceptance.md'] },
  'environment files': {
    judges: 'sources',
    runs: [],
    files: ['**/.env', '**/.env.{test,ci,local}', '**/.env.test.local', '**/.envrc'],
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
  'turbo, nx, lerna': {
    judges: 'tests',
    runs: ['turbo', 'nx', 'lerna'],
    files: ['**/turbo.json', '**/nx.json', '**/lerna.json'],
    mixed: ['**/project.json'],
  },
  /** Its path mappings lead tests to other modules. */
  TypeScript: {
    judges: 'sources',
    isLocal: true,
    runs: [
      ...['tsc', 'vue-tsc', 'tsc-watch', 'tsx', 'ts-node', 'ts-mocha', 'ts-jest', 'jest', 'vitest', 'bun', 'next'],
      ...['mocha', 'ava', 'tsconfig-paths', 'esbuild-register', 'esbuild-runner', 'vite-node', 'jiti'],
    ],
    files: ['**/tsconfig*.json', '**/jsconfig.json'],
  },
  ESLint: {
    judges: 'sources',
    runs: ['eslint', 'next'],
    isLocal: true,
    files: ['**/.eslintrc*', `**/eslint.config.${js}`, '**/.eslintignore'],
  },
  Biome: { judges: 'sources', runs: ['biome'], files: ['**/biome.{json,jsonc}'] },
  oxlint: { judges: 'sources', runs: ['oxlint'], files: ['**/.oxlintrc.json'] },
  Prettier: {
    judges: 'sources',
    runs: ['prettier'],
    isLocal: true,
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

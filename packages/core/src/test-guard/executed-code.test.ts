/** Changes after which a check executes other code than on the base, and honest changes that look alike. */
import { expect, test } from 'vitest';
import { type FileTree, readBaseFacts } from './base-facts.ts';
import { findNewlyExecuted } from './newly-executed.ts';
import { findWeakenedTests, mayWeakenTests, type TouchedFile } from './weakened-tests.ts';

type Files = Readonly<Record<string, string>>;

/** `read` adds only the requested texts, like the reader for git. */
function treeOf(files: Files): FileTree {
  const texts = new Map<string, string>();
  const read = async (paths: readonly string[]) => {
    for (const path of paths) texts.set(path, files[path] ?? '');
  };
  return { paths: new Set(Object.keys(files)), texts, read };
}

/** The files that a person is asked about when these files are written over the base; '' deletes one, 'link' makes it a link. */
async function askedFiles(files: Files, written: Files, ...checks: readonly string[]): Promise<readonly string[]> {
  const base = treeOf(files);
  const kept = Object.entries({ ...files, ...written }).filter(([path]) => written[path] !== '');
  const change = treeOf(Object.fromEntries(kept));
  const paths = Object.keys(written);
  const gone = new Set(paths.filter((path) => written[path] === ''));
  const facts = await readBaseFacts(base, { checks }, paths, gone);
  const touched = paths.map((path): TouchedFile => {
    const after = written[path] === '' ? null : (written[path] ?? null);
    if (after === 'link') return { path, newPath: path, before: files[path] ?? null, after: null, hash: 'link' };
    return { path, newPath: path, before: files[path] ?? null, after, ...(after === null ? {} : { hash: after }) };
  });
  const relevant = touched.filter((file) => mayWeakenTests(file, { checks }, facts));
  const weakened = findWeakenedTests(relevant, { checks }, facts);
  const more = await findNewlyExecuted(weakened, touched, { base, change }, { checks });
  return [...new Set([...weakened, ...more].map(({ file }) => file))].sort();
}

const json = (value: object) => JSON.stringify(value, null, 2);
const manifest = (more: object = {}) => json({ name: 'p', scripts: { test: 'node --test' }, ...more });
const lock = (packages: object, root: object = {}) => json({ lockfileVersion: 3, packages: { '': root, ...packages } });
const locked = (name: string, more: object = {}) => ({
  [`node_modules/${name}`]: {
    version: '1.0.0',
    resolved: `https://registry.npmjs.org/${name}/-/${name}-1.0.0.tgz`,
    ...more,
  },
});
const unit = "import { add } from './add.mjs';\ntest('adds', () => { expect(add(1, 2)).toBe(3); });\n";
const node: Files = {
  'package.json': manifest({ imports: { '#add': './add.mjs' }, main: 'add.mjs', workspaces: ['packages/*'] }),
  'package-lock.json': lock(locked('vitest', { bin: { vitest: 'v.mjs' } }), { workspaces: ['packages/*'] }),
  'add.mjs': 'export const add = (a, b) => a + b;\n',
  'add.test.mjs': unit,
  'packages/a/package.json': json({ name: 'a', main: 'index.js' }),
  'packages/a/tsconfig.json': '{}',
};
const ofNode = (more: object) =>
  manifest({ imports: { '#add': './add.mjs' }, main: 'add.mjs', workspaces: ['packages/*'], ...more });
const python: Files = {
  'add.py': 'def add(a, b):\n    return a + b\n',
  'requirements.txt': 'Flask==3.0\nmy-lib>=1\n',
  'app/__init__.py': '',
  'tests/__init__.py': '',
  'tests/test_add.py': 'import unittest\nfrom add import add\nfrom later import thing\n',
};
const rust: Files = { 'Cargo.toml': '[package]\nname = "p"\n', 'src/lib.rs': '', 'tests/t.rs': '#[test]\nfn a() {}\n' };
const go: Files = { 'go.mod': 'module x\n', 'a_test.go': 'func TestA(t *testing.T) {}\n' };

type Row = readonly [string, Files, Files, string, readonly string[]];

const hostile: readonly Row[] = [
  // the forge and the release
  [
    'a workflow of the forge',
    { ...node, '.github/workflows/ci.yml': 'run: npm test\n' },
    { '.github/workflows/ci.yml': 'run: true\n', '.github/workflows/new.yml': 'x', '.gitlab-ci.yml': 'x' },
    'npm test',
    ['.github/workflows/ci.yml', '.github/workflows/new.yml', '.gitlab-ci.yml'],
  ],
  ['a link instead of the workflows', node, { '.github/workflows': 'link' }, 'npm test', ['.github/workflows']],
  [
    'who must approve',
    { ...node, '.github/CODEOWNERS': '* @ada\n' },
    { '.github/CODEOWNERS': '' },
    'npm test',
    ['.github/CODEOWNERS'],
  ],
  [
    'the criteria of a release',
    { ...node, 'docs/product.acceptance.md': '- `login` "Log in"\n' },
    { 'docs/product.acceptance.md': '- `a` "b"\n', 'docs/product.md.acceptance.md': 'x' },
    'npm test',
    ['docs/product.acceptance.md', 'docs/product.md.acceptance.md'],
  ],
  // environment
  [
    'an example of an environment file that loads other code',
    { ...node, '.env.example': 'A=1\n' },
    { '.env.example': 'A=1\nexport NODE_OPTIONS=--require=./evil.cjs\n' },
    'npm test',
    ['.env.example'],
  ],
  // installation
  [
    'a new postinstall',
    node,
    { 'package.json': ofNode({ scripts: { test: 'node --test', postinstall: 'cp x y' } }) },
    'npm test',
    ['package.json'],
  ],
  [
    'a postinstall of a new package',
    node,
    { 'packages/b/package.json': json({ scripts: { prepare: 'x' } }) },
    'npm test',
    ['packages/b/package.json'],
  ],
  [
    'a script that a postinstall of the base runs',
    {
      ...node,
      'package.json': manifest({ scripts: { test: 'node --test', postinstall: 'node ci/post.mjs' } }),
      'ci/post.mjs': 'x',
    },
    { 'ci/post.mjs': 'y' },
    'npm test',
    ['ci/post.mjs'],
  ],
  [
    'a dependency in the repository',
    node,
    { 'package.json': ofNode({ dependencies: { evil: 'file:vendor/evil' } }), 'vendor/evil/x.js': 'x' },
    'npm test',
    ['package.json', 'vendor/evil/x.js'],
  ],
  ...[
    'link:vendor/evil',
    './vendor/evil',
    'git+https://x.org/y.git',
    'github:x/y',
    'x/y',
    'https://x.org/y.tgz',
    'npm:other@1',
  ].map(
    (version): Row => [
      `a dependency ${version}`,
      node,
      { 'package.json': ofNode({ devDependencies: { vitest: version } }) },
      'npm test',
      ['package.json'],
    ],
  ),
  [
    'an override in the repository',
    node,
    { 'package.json': ofNode({ overrides: { vitest: { x: 'file:v' } } }) },
    'npm test',
    ['package.json'],
  ],
  [
    'a lock file that leads elsewhere',
    node,
    { 'package-lock.json': lock(locked('vitest', { resolved: 'https://evil.org/v.tgz' })) },
    'npm test',
    ['package-lock.json'],
  ],
  [
    'a lock file that leads into the repository',
    node,
    { 'package-lock.json': lock(locked('vitest', { resolved: 'file:v.tgz' })) },
    'npm test',
    ['package-lock.json'],
  ],
  [
    'a lock file with a link instead of a package',
    node,
    {
      'package-lock.json': lock(
        { 'node_modules/vitest': { resolved: 'packages/vitest', link: true } },
        { workspaces: ['packages/*'] },
      ),
    },
    'npm test',
    ['package-lock.json'],
  ],
  [
    'a lock file with a link outside of the workspace',
    node,
    {
      'package-lock.json': lock(
        { ...locked('vitest'), 'node_modules/x': { resolved: 'vendor/x', link: true } },
        { workspaces: ['vendor/*'] },
      ),
    },
    'npm test',
    ['package-lock.json'],
  ],
  [
    'a lock file with a program named node',
    node,
    { 'package-lock.json': lock({ ...locked('vitest'), ...locked('x', { bin: { node: 'x.js' } }) }) },
    'npm test',
    ['package-lock.json'],
  ],
  [
    'yarn.lock that leads elsewhere',
    { ...node, 'yarn.lock': '' },
    { 'yarn.lock': 'vitest@^1:\n  resolved "https://evil.org/vitest.tgz#1"\n' },
    'yarn test',
    ['yarn.lock'],
  ],
  [
    'pnpm-lock.yaml that leads into the repository',
    { ...node, 'pnpm-lock.yaml': '' },
    { 'pnpm-lock.yaml': 'specifier: ^1\n        version: link:vendor/x\n' },
    'pnpm test',
    ['pnpm-lock.yaml'],
  ],
  [
    'a program of a package that hides node',
    node,
    { 'packages/b/package.json': json({ name: 'b', bin: { node: 'x.sh' } }) },
    'npm test',
    ['packages/b/package.json'],
  ],
  [
    'a package whose program hides a checker',
    node,
    { 'packages/a/package.json': json({ name: 'eslint', main: 'index.js', bin: 'x.sh' }) },
    'npx eslint .',
    ['packages/a/package.json'],
  ],
  ...[
    '.npmrc',
    'packages/a/.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    'bunfig.toml',
    'pnpm-workspace.yaml',
    '.pnpmfile.cjs',
    'binding.gyp',
    '.yarn/releases/yarn.cjs',
    'patches/vitest+1.patch',
    'node_modules/x/index.js',
    '.env',
    '.envrc',
  ].flatMap((path): Row[] => [
    [`a new ${path}`, node, { [path]: 'save-exact=true\n' }, 'sh ci.sh', [path]],
    [`a changed ${path}`, { ...node, [path]: 'a' }, { [path]: 'b' }, 'sh ci.sh', [path]],
    [`a deleted ${path}`, { ...node, [path]: 'a' }, { [path]: '' }, 'sh ci.sh', [path]],
  ]),
  ['other workspaces', node, { 'package.json': ofNode({ workspaces: ['w'] }) }, 'npm test', ['package.json']],
  [
    'another package manager',
    node,
    { 'package.json': ofNode({ packageManager: 'yarn@1.0.0' }) },
    'npm test',
    ['package.json'],
  ],
  // where modules are found
  [
    'an entry that overrides a pattern of imports',
    { ...node, 'package.json': manifest({ imports: { '#src/*': './src/*', '#src/*.css': './css/*.css' } }) },
    {
      'package.json': manifest({
        imports: { '#src/sum.js': './src/old/sum.js', '#src/*': './src/*', '#src/*.css': './css/*.css' },
      }),
    },
    'npm test',
    ['package.json'],
  ],
  [
    'a pattern that overrides a pattern of exports',
    { ...node, 'package.json': manifest({ exports: { './*': './src/*' } }) },
    { 'package.json': manifest({ exports: { './*': './src/*', './lib/*': './copy/*' } }) },
    'npm test',
    ['package.json'],
  ],
  [
    'a condition that is preferred',
    { ...node, 'package.json': manifest({ imports: { '#a': { default: './a.js' } } }) },
    { 'package.json': manifest({ imports: { '#a': { node: './b.js', default: './a.js' } } }) },
    'npm test',
    ['package.json'],
  ],
  [
    'the first exports of a package of the workspace',
    node,
    { 'packages/a/package.json': json({ name: 'a', main: 'index.js', exports: { '.': './copy.js' } }) },
    'npm test',
    ['packages/a/package.json'],
  ],
  [
    'a file of a package of the workspace',
    node,
    {
      'packages/a/package.json': json({
        name: 'a',
        main: 'index.js',
        exports: { '.': './index.js', './sum.js': './copy.js' },
      }),
    },
    'npm test',
    ['packages/a/package.json'],
  ],
  [
    'an entry for bundlers',
    node,
    { 'packages/a/package.json': json({ name: 'a', main: 'index.js', module: 'copy.js' }) },
    'npm test',
    ['packages/a/package.json'],
  ],
  [
    'a main file instead of index.js',
    { 'package.json': manifest(), 'index.js': 'x', 'a.test.js': unit },
    { 'package.json': manifest({ main: './copy.js' }) },
    'npm test',
    ['package.json'],
  ],
  [
    'paths in the configuration that tsconfig.json extends without an ending',
    { 'tsconfig.json': '{ "extends": "./config/base" }', 'config/base.json': '{}', 'a.test.ts': unit },
    { 'config/base.json': '{ "compilerOptions": { "paths": { "#src/*": ["./copy/*"] } } }' },
    'vitest run',
    ['config/base.json'],
  ],
  [
    'paths in the configuration of a package that tsconfig.json extends',
    {
      'tsconfig.json': '{\n  // shared\n  "extends": ["@m/settings/strict.json", "@m/settings"]\n}',
      'tools/settings/package.json': json({ name: '@m/settings', exports: { '.': './all.json', './*': './*' } }),
      'tools/settings/strict.json': '{}',
      'tools/settings/all.json': '{}',
      'a.test.ts': unit,
    },
    { 'tools/settings/strict.json': '{ "compilerOptions": {} }', 'tools/settings/all.json': '{ "files": [] }' },
    'vitest run',
    ['tools/settings/all.json', 'tools/settings/strict.json'],
  ],
  [
    'an alias of jest and of vitest',
    { ...node, 'jest.config.js': 'a', 'packages/a/vite.config.ts': 'a' },
    {
      'jest.config.js': 'module.exports = { moduleNameMapper: { "^#src/(.*)": "<rootDir>/copy/$1" } };',
      'packages/a/vite.config.ts': 'export default { resolve: { alias: { "#src": "./copy" } } };',
    },
    'npx vitest && npx jest',
    ['jest.config.js', 'packages/a/vite.config.ts'],
  ],
  [
    'a new tsconfig.json, if mocha may read it',
    { 'a.test.ts': unit },
    { 'tsconfig.json': '{ "compilerOptions": { "paths": {} } }' },
    'mocha',
    ['tsconfig.json'],
  ],
  [
    'an import that leads elsewhere',
    node,
    { 'package.json': ofNode({ imports: { '#add': './fake.mjs' } }) },
    'npm test',
    ['package.json'],
  ],
  [
    'an entry point that leads elsewhere',
    node,
    { 'packages/a/package.json': json({ name: 'a', main: 'fake.js' }) },
    'npm test',
    ['packages/a/package.json'],
  ],
  ['path mappings for a runner', node, { 'tsconfig.json': '{}' }, 'npx tsx --test', ['tsconfig.json']],
  [
    'path mappings beside files of the base',
    node,
    { 'packages/tsconfig.json': '{}' },
    'vitest',
    ['packages/tsconfig.json'],
  ],
  ...['babel.config.js', '.babelrc', '.swcrc', '__mocks__/chai.js', 'jest.setup.js'].map(
    (path): Row => [path, node, { [path]: 'x' }, 'npx jest', [path]],
  ),
  ['.mocharc', node, { '.mocharc.cjs': 'x' }, 'npx mocha', ['.mocharc.cjs']],
  [
    'a set-up file that the settings load',
    { ...node, 'vitest.config.ts': "export default { test: { setupFiles: ['./src/boot.ts'] } };", 'src/boot.ts': 'x' },
    { 'src/boot.ts': 'y' },
    'vitest',
    ['src/boot.ts'],
  ],
  [
    'settings that others extend',
    {
      'tsconfig.json': '{"extends":"./config/all.json"}',
      'config/all.json': '{"extends":"./more.json"}',
      'config/more.json': '{}',
    },
    { 'config/more.json': '{"strict":false}' },
    'tsc',
    ['config/more.json'],
  ],
  [
    'a set-up file among the tests',
    { ...node, 'vitest.config.ts': "export default { test: { setupFiles: 'test/boot.ts' } };", 'test/boot.ts': 'x' },
    { 'test/boot.ts': 'y' },
    'vitest',
    ['test/boot.ts'],
  ],
  // Python
  ...[
    'argparse.py',
    'json/__init__.py',
    'src/unittest.py',
    'spec/difflib.py',
    'pluggy.py',
    'flask.py',
    'my_lib/__init__.py',
    'argparse.cpython-311-x86_64-linux-gnu.so',
    'argparse.pyc',
    'sitecustomize.py',
    'src/usercustomize.py',
    '.venv/lib/site-packages/a.pth',
    'conftest.py',
    'pytest.toml',
    'tox.ini',
    '__init__.py',
  ].map(
    (path): Row => [
      path,
      { ...python, 'src/x.py': 'x', 'spec/test_x.py': 'x' },
      { [path]: 'x' },
      'python3 -m pytest',
      [path],
    ],
  ),
  [
    'a module beside the script of a check',
    { 'ci/check.py': 'import json\n' },
    { 'ci/json.py': 'x' },
    'python3 ci/check.py',
    ['ci/json.py'],
  ],
  [
    'load_tests in the package of the tests',
    python,
    { 'tests/__init__.py': 'def load_tests(a, b, c):\n    return a\n' },
    'python3 -m unittest',
    ['tests/__init__.py'],
  ],
  [
    'other code in the package of the tests',
    python,
    { 'tests/__init__.py': 'globals()["load_" + "tests"] = print\n' },
    'python3 -m unittest',
    ['tests/__init__.py'],
  ],
  [
    'load_tests in the product',
    python,
    { 'app/__init__.py': 'load_tests = None\n' },
    'python3 -m unittest',
    ['app/__init__.py'],
  ],
  [
    'a file that is loaded instead of one of the base',
    { 'src/add.ts': 'x', 'a.test.ts': 'x' },
    { 'src/add.js': 'y' },
    'vitest',
    ['src/add.js'],
  ],
  [
    'a package that is loaded instead of a module',
    python,
    { 'add/__init__.py': 'y' },
    'python3 -m unittest',
    ['add/__init__.py'],
  ],
  [
    'a manifest in a folder of the base',
    { 'src/add/index.js': 'x' },
    { 'src/add/package.json': json({ main: 'fake.js' }) },
    'vitest',
    ['src/add/package.json'],
  ],
  [
    'a script of a package',
    { ...node, 'packages/a/package.json': json({ scripts: { test: 'node ci/x.mjs' } }), 'packages/a/ci/x.mjs': 'x' },
    { 'packages/a/ci/x.mjs': 'y' },
    'npm test --workspaces',
    ['packages/a/ci/x.mjs'],
  ],
  [
    'a program that hides one of a package',
    { ...node, 'packages/a/package.json': json({ scripts: { test: 'jest' } }) },
    { 'packages/b/package.json': json({ bin: { jest: 'x' } }) },
    'npm test --workspaces',
    ['packages/b/package.json'],
  ],
  ['services of a check', { 'compose.yml': 'x' }, { 'compose.yml': 'y' }, 'docker compose run test', ['compose.yml']],
  [
    'an exit that hides the result',
    python,
    { 'add.py': 'import os\nos._exit(0)\n' },
    'python3 -m unittest',
    ['add.py'],
  ],
  // links, whose target is unknown
  ...['package.json', 'package-lock.json', 'packages/b/package.json', 'node_modules', '.cargo', '.npmrc'].map(
    (path): Row => [`a link ${path}`, node, { [path]: 'link' }, 'npm test && cargo test', [path]],
  ),
  ...['argparse', 'spec/__init__.py', 'tests/__init__.py'].map(
    (path): Row => [`a link ${path}`, python, { [path]: 'link' }, 'python3 -m unittest', [path]],
  ),
  // other languages
  ...['.cargo/config.toml', '.cargo/config', 'build.rs'].map(
    (path): Row => [path, rust, { [path]: 'x' }, 'cargo test', [path]],
  ),
  [
    'a patched crate',
    rust,
    { 'Cargo.toml': '[package]\nname = "p"\n[patch.crates-io]\nserde = { path = "x" }\n' },
    'cargo test',
    ['Cargo.toml'],
  ],
  [
    'another test runner of Rust',
    rust,
    { 'src/lib.rs': '#![feature(custom_test_frameworks)]\n#![test_runner(crate::x)]\n' },
    'cargo test',
    ['src/lib.rs'],
  ],
  [
    'TestMain',
    go,
    { 'main_test.go': 'package x\nfunc TestMain(m *testing.M) { os.Exit(0) }\n' },
    'go test ./...',
    ['main_test.go'],
  ],
  ['a replaced module of Go', go, { 'go.mod': 'module x\nreplace a => ./b\n' }, 'go test ./...', ['go.mod']],
  ['vendored modules of Go', go, { 'vendor/modules.txt': 'x' }, 'go test ./...', ['vendor/modules.txt']],
  ['an extension of Maven', { 'pom.xml': '<a/>' }, { '.mvn/extensions.xml': 'x' }, 'mvn test', ['.mvn/extensions.xml']],
  // what an allowed change newly executes
  [
    'a file that a check newly imports',
    { 'check.mjs': "import './sum.js';\n", 'sum.js': 'x' },
    { 'check.mjs': "import './checks/sum.mjs';\n", 'checks/sum.mjs': "import '../sum.js';\n", 'sum.js': 'y' },
    'node check.mjs',
    ['check.mjs', 'checks/sum.mjs'],
  ],
  [
    'a file that a new import imports',
    { 'check.mjs': '' },
    { 'check.mjs': "import './a.mjs';\n", 'a.mjs': "import './b.mjs';\n", 'b.mjs': 'x' },
    'node check.mjs',
    ['a.mjs', 'b.mjs', 'check.mjs'],
  ],
  [
    'a file of the base that a check newly imports',
    { 'check.mjs': '', 'lib.mjs': 'x' },
    { 'check.mjs': "import './lib.mjs';\n", 'lib.mjs': 'y' },
    'node check.mjs',
    ['check.mjs', 'lib.mjs'],
  ],
  [
    'a script that package.json newly runs',
    node,
    { 'package.json': ofNode({ scripts: { test: 'node ci/x.mjs' } }), 'ci/x.mjs': 'x' },
    'npm test',
    ['ci/x.mjs', 'package.json'],
  ],
  [
    'a file that new settings name',
    rust,
    { '.cargo/config.toml': 'runner = "./tools/run.sh"\n', 'tools/run.sh': 'x' },
    'cargo test',
    ['.cargo/config.toml', 'tools/run.sh'],
  ],
  [
    'tests moved to a file that is no test',
    node,
    { 'add.test.mjs': "import './more.mjs';\n", 'more.mjs': unit },
    'vitest',
    ['add.test.mjs', 'more.mjs'],
  ],
];

const honest: readonly Row[] = [
  [
    'a dependency of the registry, with its lock file',
    node,
    {
      'package.json': ofNode({
        dependencies: { lodash: '^4.0.0', '@x/y': '1.x', z: 'latest', w: 'workspace:*', c: 'catalog:' },
      }),
      'package-lock.json': lock(
        { ...locked('vitest', { bin: { vitest: 'v.mjs' } }), ...locked('rimraf', { bin: { rimraf: 'r.js' } }) },
        { workspaces: ['packages/*'] },
      ),
    },
    'npm test',
    [],
  ],
  [
    'a dependency of the private registry of the base',
    { 'package-lock.json': lock(locked('a', { resolved: 'https://npm.corp/a/-/a-1.tgz' })) },
    {
      'package-lock.json': lock({
        ...locked('a', { resolved: 'https://npm.corp/a/-/a-1.tgz' }),
        ...locked('b', { resolved: 'https://npm.corp/b/-/b-1.tgz' }),
      }),
    },
    'npm test',
    [],
  ],
  [
    'a dependency in yarn.lock',
    { 'yarn.lock': '' },
    { 'yarn.lock': 'a@^1:\n  version "1.0.0"\n  resolved "https://registry.yarnpkg.com/a/-/a-1.0.0.tgz#1"\n' },
    'yarn test',
    [],
  ],
  [
    'a dependency in pnpm-lock.yaml',
    { 'pnpm-lock.yaml': '' },
    {
      'pnpm-lock.yaml':
        'a:\n  specifier: ^1.0.0\n  version: 1.0.0\nb:\n  specifier: workspace:*\n  version: link:../b\n',
    },
    'pnpm test',
    [],
  ],
  [
    'a package inside the workspace',
    node,
    {
      'packages/b/package.json': json({
        name: 'b',
        main: 'index.js',
        bin: { 'b-cli': 'x.js' },
        scripts: { test: 'vitest', build: 'tsc' },
        dependencies: { a: 'workspace:*' },
      }),
      'packages/b/tsconfig.json': '{}',
      'packages/b/vitest.config.ts': 'x',
      'packages/b/index.js': 'x',
      'package-lock.json': lock(
        {
          ...locked('vitest', { bin: { vitest: 'v.mjs' } }),
          'node_modules/b': { resolved: 'packages/b', link: true },
          'packages/b': { version: '1.0.0' },
        },
        { workspaces: ['packages/*'] },
      ),
    },
    'npm test && npx vitest && tsc',
    [],
  ],
  [
    'a further entry of imports and exports',
    node,
    {
      'package.json': ofNode({
        imports: { '#add': './add.mjs', '#sub': './sub.mjs' },
        exports: { './sub': './sub.mjs' },
      }),
    },
    'npm test',
    [],
  ],
  [
    'entries that lead where a pattern led, and others',
    {
      ...node,
      'package.json': manifest({
        imports: { '#src/*': './src/*', '#src/lib/*': './lib/*' },
        exports: { '.': { default: './a.js' }, './*': './src/*' },
      }),
    },
    {
      'package.json': manifest({
        imports: { '#src/a.js': './src/a.js', '#src/lib/*': './lib/*', '#src/*': './src/*', '#lib/*': './lib/*' },
        exports: { '.': { types: './a.d.ts', default: './a.js' }, './*': './src/*' },
        main: './a.js',
      }),
      'packages/a/package.json': json({
        name: 'a',
        main: 'index.js',
        exports: { '.': { import: './index.js', types: './index.d.ts' }, './package.json': './package.json' },
      }),
    },
    'npm test',
    [],
  ],
  [
    'a version, a description and a script',
    node,
    {
      'package.json': ofNode({ version: '2.0.0', description: 'x', scripts: { test: 'node --test', start: 'node .' } }),
    },
    'npm test',
    [],
  ],
  [
    'a module of Python with its own name',
    python,
    {
      'calculator.py': 'x',
      'src/shapes/__init__.py': 'x',
      'app/json.py': 'x',
      'tests/test_calculator.py': 'def test_a():\n    assert 1\n',
    },
    'python3 -m pytest',
    [],
  ],
  ['a module that the tests of the base expect', python, { 'later.py': 'thing = 1\n' }, 'python3 -m pytest', []],
  [
    'a dependency of Python',
    python,
    { 'requirements.txt': 'Flask==3.0\nmy-lib>=1\nrequests\n' },
    'python3 -m pytest',
    [],
  ],
  [
    'an empty package of tests',
    { 'test/test_a.py': 'x' },
    { 'test/__init__.py': '# tests\n' },
    'python3 -m unittest',
    [],
  ],
  [
    'a crate and a file of Rust',
    rust,
    { 'Cargo.toml': '[package]\nname = "p"\n[dependencies]\nserde = "1"\n', 'src/sum.rs': 'pub fn sum() {}\n' },
    'cargo test',
    [],
  ],
  [
    'a test of Go',
    go,
    { 'b_test.go': 'func TestB(t *testing.T) {}\n', 'go.mod': 'module x\nrequire y v1\n' },
    'go test ./...',
    [],
  ],
  [
    'product code that a check of the base imports',
    { 'check.mjs': "import './sum.js';\n", 'sum.js': 'x' },
    { 'sum.js': "import './more.js';\n", 'more.js': 'x' },
    'node check.mjs',
    [],
  ],
  ['a module that became a package', python, { 'add.py': '', 'add/__init__.py': 'x' }, 'python3 -m pytest', []],
  [
    'files with other endings',
    { 'src/add.tsx': 'x' },
    { 'src/add.css': 'x', 'src/add.stories.js': 'x', 'model.pth': 'x' },
    'vitest',
    [],
  ],
  [
    'data of the product',
    { 'tsconfig.json': '{"include":["src"]}', 'src/data.json': '{}' },
    { 'src/data.json': '{"a":1}' },
    'tsc',
    [],
  ],
  ['a template of the forge', node, { '.github/pull_request_template.md': 'x' }, 'npm test', []],
  [
    'an example of an environment file',
    node,
    { '.env.example': 'A=1\nAPP_PATH=/x\nSECRET_ENV=test\n# PATH=x\n' },
    'npm test',
    [],
  ],
];

test.each(hostile)('a person is asked about: %s', async (_, files, written, check, asked) => {
  expect(await askedFiles(files, written, check)).toEqual(asked);
});

test.each(honest)('nobody is asked about: %s', async (_, files, written, check, asked) => {
  expect(await askedFiles(files, written, check)).toEqual(asked);
});

/** Repositories in which one package tests another, installed in the ways of different package managers. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Repository, repository } from './command.ts';

/** An agent breaks `file` with `broken`. `check` is green before, and red as soon as it uses the broken file. */
export interface Workspace {
  readonly repo: Repository;
  readonly check: string;
  readonly file: string;
  readonly broken: string;
  /** Is there if the lane has its own dependencies. */
  readonly installed: string;
  /** Variables of the user. */
  readonly environment: Readonly<Record<string, string>>;
}

const manifest = (more: object) => JSON.stringify({ version: '1.0.0', private: true, ...more });

function packagesOf(lock: Readonly<Record<string, string>>): Workspace {
  const repo = repository();
  const files = {
    '.gitignore': 'node_modules\n',
    'package.json': manifest({ name: 'm', workspaces: ['packages/*'] }),
    'packages/a/package.json': manifest({ name: '@m/a', main: 'index.js' }),
    'packages/a/index.js': 'module.exports = () => 2;\n',
    'packages/b/package.json': manifest({ name: '@m/b', dependencies: { '@m/a': '1.0.0' } }),
    'packages/b/test/a.test.js':
      "const test = require('node:test');\nconst assert = require('node:assert');\ntest('a', () => assert.equal(require('@m/a')(), 2));\n",
    ...lock,
  };
  for (const [path, text] of Object.entries(files)) repo.write(`repo/${path}`, text);
  return {
    repo,
    check: 'node --test packages/b/test/',
    file: 'packages/a/index.js',
    broken: 'module.exports = () => 3;\n',
    installed: 'node_modules',
    environment: {},
  };
}

function link({ path: root }: Repository, path: string, to: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  symlinkSync(to, join(root, path));
}

/** `pip install -e .` into an environment, by hand: without network. */
function pythonPackage(where: (repo: Repository) => string): Workspace {
  const repo = repository();
  const test =
    'import unittest, pkg\nclass T(unittest.TestCase):\n    def test_f(self): self.assertEqual(pkg.f(), 2)\n';
  repo.write('repo/.gitignore', '.venv\n__pycache__\n');
  repo.write('repo/pyproject.toml', '[project]\nname = "pkg"\nversion = "1.0.0"\n');
  repo.write('repo/src/pkg/__init__.py', 'def f(): return 2\n');
  repo.write('repo/tests/test_pkg.py', test);
  const prefix = where(repo);
  execFileSync('python3', ['-m', 'venv', '--without-pip', prefix]);
  const print = 'import sysconfig; print(sysconfig.get_path("purelib"))';
  const packages = execFileSync(join(prefix, 'bin/python3'), ['-c', print], { encoding: 'utf8' }).trim();
  writeFileSync(join(packages, '__editable__.pkg-1.0.0.pth'), `${join(repo.path, 'src')}\n`);
  return {
    repo,
    check: 'python3 -m unittest discover -s tests',
    file: 'src/pkg/__init__.py',
    broken: 'def f(): return 3\n',
    installed: 'src', // nothing is copied
    environment: { PATH: `${join(prefix, 'bin')}:${process.env['PATH'] ?? ''}` },
  };
}

/** Yarn without `node_modules`, and without a committed list of packages. This program stands for Yarn. */
export function plugAndPlay(): Workspace {
  const workspace = packagesOf({ 'yarn.lock': '__metadata:\n  version: 8\n', '.gitignore': '.pnp.*\n.yarn\n' });
  const program = workspace.repo.write('bin/yarn', '#!/bin/sh\necho "// packages" > .pnp.cjs\n');
  chmodSync(program, 0o755);
  workspace.repo.write('repo/.pnp.cjs', '// packages\n');
  return { ...workspace, environment: { PATH: `${dirname(program)}:${process.env['PATH'] ?? ''}` } };
}

export const workspaces: Readonly<Record<string, () => Workspace>> = {
  npm() {
    const workspace = packagesOf({});
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund'], {
      cwd: workspace.repo.path,
      stdio: 'ignore',
    });
    return workspace;
  },
  pnpm() {
    const workspace = packagesOf({
      'pnpm-lock.yaml': "lockfileVersion: '9.0'\n",
      'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
    });
    workspace.repo.write('repo/node_modules/.modules.yaml', '{}\n');
    link(workspace.repo, 'packages/b/node_modules/@m/a', '../../../a');
    return workspace;
  },
  yarn() {
    const workspace = packagesOf({ 'yarn.lock': '# yarn lockfile v1\n' });
    for (const name of ['a', 'b']) link(workspace.repo, `node_modules/@m/${name}`, `../../packages/${name}`);
    return workspace;
  },
  'an editable installation in the checkout': () => pythonPackage(({ path }) => join(path, '.venv')),
  'an editable installation elsewhere': () => pythonPackage(({ path }) => join(path, '../venv')),
};

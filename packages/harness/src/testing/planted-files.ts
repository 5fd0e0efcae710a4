/** Attacks on checks by files that git ignores, for tests: each turns the red check of a product into a green one. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from './command.ts';

export interface PlantedFiles {
  readonly name: string;
  /** Commands that an agent runs in its folder. */
  readonly plant: string;
  readonly check: string;
}

const fakeNode = 'printf "#!/bin/sh\\necho 1..1; echo ok 1\\n"';

export const plantedFiles: readonly PlantedFiles[] = [
  {
    name: 'node_modules/.bin/node replaces the program of the test script',
    plant: `mkdir -p node_modules/.bin; ${fakeNode} > node_modules/.bin/node; chmod +x node_modules/.bin/node`,
    check: 'npm test --silent',
  },
  {
    name: '.npmrc replaces the shell of the test script',
    plant: `mkdir -p ignored; ${fakeNode} > ignored/sh; chmod +x ignored/sh; echo "script-shell=$PWD/ignored/sh" > .npmrc`,
    check: 'npm test --silent',
  },
  {
    name: '.env changes the environment of the check',
    plant: 'echo "echo 1..1; echo ok 1; exit 0" > .env',
    check: 'test ! -f .env || . ./.env; node --test',
  },
  {
    name: 'test/node_modules replaces a library of the test',
    plant: 'mkdir -p test/node_modules/right; echo "module.exports = () => true;" > test/node_modules/right/index.js',
    check: 'node --test',
  },
  {
    name: '.gitignore leaves the product out of the commit',
    plant: 'echo "module.exports = 2;" > late.js; echo late.js >> .gitignore',
    check: 'node -e "require(\'./late.js\')"; test $? = 0',
  },
  {
    name: '.git in a folder hides the product from the commit',
    plant: 'mkdir -p ignored/part; git init -q ignored/part; echo "module.exports = 2;" > ignored/part/index.js',
    check: 'node -e "require(\'./ignored/part\')"',
  },
  {
    name: 'an ignored module replaces a library of Python',
    plant: 'printf "import sys\\nsys.exit(0)\\n" > unittest.py',
    check: 'python3 check.py',
  },
  {
    name: '__pycache__ replaces a module of Python',
    plant: [
      'echo "value = 2" > product.py',
      'python3 -c "import py_compile as p; p.compile(\'product.py\', invalidation_mode=p.PycInvalidationMode.UNCHECKED_HASH)"',
      'git checkout -q product.py 2> /dev/null || echo "value = 1" > product.py',
    ].join('; '),
    check: 'python3 check.py',
  },
  {
    name: 'an old build output is taken for the new one',
    plant: 'mkdir -p dist; echo "module.exports = 2;" > dist/product.js',
    check:
      'test -f dist/product.js || { mkdir -p dist; cp product.js dist/; }; node -e "if (require(\'./dist/product.js\') !== 2) process.exit(1)"',
  },
];

/** A product whose value is 1 although its tests expect 2. */
export function writeRedProduct(repo: Repository): void {
  repo.write('repo/.gitignore', 'node_modules\nignored\ndist\n.env\n.npmrc\n__pycache__\nunittest.py\n');
  repo.write('repo/package.json', JSON.stringify({ scripts: { test: 'node --test' } }));
  repo.write('repo/product.js', 'module.exports = 1;\n');
  const lines = ["const { test } = require('node:test');", "const right = require('right');"];
  const body = "test('right', () => { if (!right(require('../product.js'))) throw new Error('wrong'); });";
  repo.write('repo/test/product.test.js', [...lines, body, ''].join('\n'));
  repo.write('repo/product.py', 'value = 1\n');
  repo.write('repo/check.py', 'import unittest\nimport sys\nimport product\nsys.exit(product.value != 2)\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Product');
  repo.write('repo/node_modules/right/index.js', 'module.exports = (value) => value === 2;\n');
}

/** Whether the check is green in a folder with the planted files: otherwise the attack proves nothing. */
export function isFooledByFolder({ path }: Repository, { plant, check }: PlantedFiles): boolean {
  const folder = mkdtempSync(join(path, '..', 'fooled-'));
  cpSync(path, folder, { recursive: true });
  const shell = (text: string) => execFileSync('/bin/sh', ['-c', text], { cwd: folder, stdio: 'ignore' });
  shell(plant);
  try {
    shell(check);
    return true;
  } catch {
    return false;
  }
}

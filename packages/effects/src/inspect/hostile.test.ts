import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../git/scratch.ts';
import { readCodeGraph } from './read-code-graph.ts';
import { commitFiles, edgesOf, exportsOf, graphOf } from './scratch-graph.suite.ts';

afterAll(clearScratch);

test('a cycle, a file that imports itself, and an import that leaves the repository do no harm', async () => {
  const graph = await graphOf({
    'a.js': "import './b.js'; import './a.js'; import '../../../../etc/passwd'; import '/etc/passwd'; import '';\n",
    'b.js': "import './a.js'; import 'file:///etc/passwd'; import '\\0';\n",
    'p.py': 'from ....... import x\nimport p\n',
  });
  expect(edgesOf(graph)).toEqual(['a.js -> b.js', 'b.js -> a.js']);
  expect(graph.unread).toEqual([]);
});

test('I3 a file that does not parse, is nested too deeply or is too large is named, and all others are read', async () => {
  const deep = `${'['.repeat(200_000)}`;
  const graph = await graphOf({
    'broken.ts': 'import { from from from;;; <<<<<<< HEAD\n',
    'deep.ts': `export const a = ${deep};\n`,
    'million.py': 'x = 1\n'.repeat(1_000_000),
    'noise.py': ')]}%% '.repeat(500),
    'binary.go': Buffer.from([0, 1, 2, 255, 254, 0, 0]),
    'good.ts': "import './broken'; import './deep';\nexport const good = 1;\n",
    'good.py': 'import million\n',
  });
  expect([...graph.unread].sort()).toEqual(['binary.go', 'broken.ts', 'deep.ts', 'million.py', 'noise.py']);
  expect(edgesOf(graph)).toEqual(['good.py -> million.py', 'good.ts -> broken.ts', 'good.ts -> deep.ts']);
});

test('CRLF and text that is not UTF-8 are read', async () => {
  const graph = await graphOf({
    'a.ts': "import './b';\r\nexport const one = 1;\r\n",
    'b.ts': Buffer.from([
      ...Buffer.from('// '),
      0xff,
      0xe9,
      ...Buffer.from("\nexport const two = 'caf"),
      0xe9,
      ...Buffer.from("';\n"),
    ]),
    'c.py': 'from d import (\r\n  e,\r\n)\r\n',
    'd.py': 'def e():\r\n  pass\r\n',
    'go.mod': 'module m\r\n',
    'main.go': 'package main\r\nimport "m/p"\r\n',
    'p/p.go': 'package p\r\n',
  });
  expect(edgesOf(graph)).toEqual(['a.ts -> b.ts', 'c.py -> d.py', 'main.go -> p/p.go']);
  expect(exportsOf(graph)).toMatchObject({ 'a.ts': ['one'], 'b.ts': ['two'], 'd.py': ['e'] });
});

test('links are not followed: neither a linked package nor a linked file is a module', async () => {
  const repo = scratch();
  commitFiles(repo, {
    'package.json': '{"workspaces":["packages/*"]}',
    'real/package.json': '{"name":"linked","main":"index.js"}',
    'real/index.js': '',
    'a.js': "import 'linked'; import './packages/linked/index.js'; import './link.js';\n",
  });
  mkdirSync(join(repo.root, 'packages'));
  symlinkSync('../real', join(repo.root, 'packages/linked'));
  symlinkSync('/etc/passwd', join(repo.root, 'link.js'));
  commitFiles(repo, {});
  const graph = await readCodeGraph(repo.root);
  expect(graph.modules.map(({ path }) => path)).toEqual(['a.js', 'real/index.js', 'src/main.ts']);
  expect(edgesOf(graph)).toEqual([]);
});

test('broken and hostile configuration files leave relative imports as they are', async () => {
  const graph = await graphOf({
    'package.json': '{"workspaces":["**/**/**/**/**/*{","packages/*"],"name":',
    'packages/x/package.json': '{"name":"../../../../tmp/x"}',
    'tsconfig.json': '{"extends":"./tsconfig.json","compilerOptions":{"paths":{"*":["/etc/*"]}}',
    'pnpm-workspace.yaml': 'packages: &a [*a, *a]\n',
    'go.mod': 'replace',
    'Cargo.toml': '[package\nname=',
    'a.ts': "import './b';\n",
    'b.ts': '',
  });
  expect(edgesOf(graph)).toEqual(['a.ts -> b.ts']);
});

test('I1 the graph is the one of the last commit: changes of the checkout have no influence', async () => {
  const repo = scratch();
  commitFiles(repo, { 'a.ts': "import './b';\n", 'b.ts': '' });
  repo.write('a.ts', "import './c';\n");
  repo.write('c.ts', '');
  expect(edgesOf(await readCodeGraph(repo.root))).toEqual(['a.ts -> b.ts']);
});

test('I4, C1 a graph is kept for its tree, and a damaged one is made again', async () => {
  const repo = scratch();
  commitFiles(repo, { 'a.ts': "import './b';\n", 'b.ts': '' });
  const first = await readCodeGraph(repo.root);
  const kept = join(repo.root, '.harness/cache/codegraph/graph.json');
  const text = readFileSync(kept, 'utf8');
  expect(await readCodeGraph(repo.root)).toEqual(first);
  for (const damage of [text.replace('b.ts', 'x.ts'), text.slice(0, -9), '', '1 \n{']) {
    writeFileSync(kept, damage);
    expect(await readCodeGraph(repo.root)).toEqual(first);
  }
  commitFiles(repo, { 'c.ts': "import './a';\n" });
  expect(edgesOf(await readCodeGraph(repo.root))).toEqual(['a.ts -> b.ts', 'c.ts -> a.ts']);
});

test('C3 a link in place of the cache is not written through', async () => {
  const repo = scratch();
  commitFiles(repo, { 'a.ts': "import './b';\n", 'b.ts': '' });
  const elsewhere = join(repo.home, 'elsewhere');
  mkdirSync(elsewhere);
  mkdirSync(join(repo.root, '.harness'), { recursive: true });
  symlinkSync(elsewhere, join(repo.root, '.harness/cache'));
  expect(edgesOf(await readCodeGraph(repo.root))).toEqual(['a.ts -> b.ts']);
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('a repository without a commit has no graph', async () => {
  const repo = scratch();
  repo.git('update-ref', '-d', 'HEAD');
  await expect(readCodeGraph(repo.root)).rejects.toMatchObject({ name: 'GitError' });
});

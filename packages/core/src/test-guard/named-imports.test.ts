import { expect, test } from 'vitest';
import { importedFiles } from './imports.ts';
import { declaresNames, readImportNames } from './named-imports.ts';

const paths = new Set(['src/total.js', 'src/index.js', 'packages/a/src/index.ts', 'packages/a/src/sum.ts', 'lib/x.ts']);
const names = readImportNames(
  new Map([
    [
      'package.json',
      '{"name":"shop","imports":{"#total":"./src/total.js","#src/*":"./src/*"},"exports":{"./*":"./src/*.js"}}',
    ],
    ['packages/a/package.json', '{"name":"@m/a","main":"src/index.ts","imports":{"#own":"./src/sum.ts"}}'],
    ['tsconfig.json', '{\n  // names\n  "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["./lib/*"], }, },\n}'],
  ]),
);
const imported = (path: string, ...modules: readonly string[]) =>
  importedFiles(path, modules.map((name) => `import '${name}';`).join('\n'), paths, names);

test.each([
  ['#total', ['src/total.js']],
  ['#src/total.js', ['src/total.js']],
  ['shop/total', ['src/total.js']],
  ['shop', []], // its exports have no main entry
  ['@m/a', ['packages/a/src/index.ts']],
  ['@m/a/src/sum', ['packages/a/src/sum.ts']],
  ['~/x', ['lib/x.ts']],
  ['lib/x', ['lib/x.ts']],
  ['lodash', []],
  ['#own', []],
])('the root finds %s', (name, found) => expect(imported('test/a.test.ts', name)).toEqual(found));

test('a package finds its own names', () => {
  expect(imported('packages/a/test/a.test.ts', '#own')).toEqual(['packages/a/src/sum.ts']);
});

test('files of installed packages declare nothing, and a broken file has no names', () => {
  expect(['package.json', 'packages/a/tsconfig.build.json', 'node_modules/x/package.json'].map(declaresNames)).toEqual([
    true,
    true,
    false,
  ]);
  expect(readImportNames(new Map([['package.json', '{"imports":']]))).toMatchObject([{ own: {} }]);
});

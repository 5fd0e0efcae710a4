/** Default globs of test files, by the conventions of the common languages. */
const js = '{js,jsx,ts,tsx,mjs,cjs,mts,cts}';
const code =
  '{js,jsx,ts,tsx,mjs,cjs,mts,cts,vue,svelte,py,go,rs,java,kt,groovy,scala,rb,php,cs,swift,exs,dart,c,cc,cpp}';

const sourceFile = new RegExp(`\\.(?:${code.slice(1, -1).replaceAll(',', '|')})$`);
/** Whether a file contains code of a known language. */
export const isSourceFile = (path: string): boolean => sourceFile.test(path);

export const testGlobs = {
  'any language': [`**/{test,tests,spec,specs,e2e,__tests__}/**/*.${code}`],
  'JavaScript, TypeScript': [`**/*.{test,spec}.${js}`, `**/*{-,_}test.${js}`, `**/test.${js}`, `**/test-*.${js}`],
  Python: ['**/test_*.py', '**/*_test.py', '**/conftest.py'],
  Go: ['**/*_test.go'],
  Java: ['**/src/test/**', '**/*{Test,Tests,IT}.{java,kt}', '**/*Spec.{groovy,scala,kt}'],
  Ruby: ['**/*_{spec,test}.rb'],
  PHP: ['**/*Test.php'],
  'C#': ['**/*{Test,Tests}.cs'],
  Swift: ['**/*Tests.swift'],
  Elixir: ['**/*_test.exs'],
  Dart: ['**/*_test.dart'],
  'C, C++': ['**/*_test.{c,cc,cpp}', '**/test_*.{c,cc,cpp}'],
} as const satisfies Record<string, readonly string[]>;

export const defaultTestGlobs: readonly string[] = Object.values(testGlobs).flat();

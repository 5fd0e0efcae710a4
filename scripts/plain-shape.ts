/** Finds signs in the shape of the code: spreads of an object literal, fragments of files, names that mean several things. */
import { dirname, join, normalize } from 'node:path';
import { isTypeScript, type SourceFile } from './plain-prose.ts';

const isForTests = (path: string) =>
  /\.(?:test|slow|contract|suite)\.ts$|(?:^|\/)testing\/|(?:^|\/)(?:test-[^/]+|scratch)\.ts$/.test(path);
export const productOf = (files: readonly SourceFile[]): readonly SourceFile[] =>
  files.filter(({ path }) => isTypeScript(path) && !isForTests(path));

/** A spread of a literal joins fields on one line only to keep the formatter from breaking them. */
export const spreadsIn = (files: readonly SourceFile[]): readonly string[] =>
  files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => [...line.matchAll(/\.\.\.\{(?!\s*\})/g)].map(() => `${path}:${at + 1}`)),
  );

const longestFragment = 20;
/** The files that a module of its kind must have, whatever their length: see docs/ADD_A_WORKFLOW.md. */
const isModuleFile = (path: string) =>
  /\/(?:index|list|workflow|logic|codes|config|parts|command|en|ko)\.ts$/.test(path);

/** Files of at most 20 lines that one file of the same folder imports: most belong into that file. */
export function fragmentsIn(files: readonly SourceFile[]): readonly string[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, text } of files)
    for (const [, name = ''] of text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)) {
      const target = importedFile(path, name);
      importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  const isFragment = ({ path, text }: SourceFile) => {
    const [importer, ...others] = importers.get(path) ?? [];
    const isShort = text.trimEnd().split('\n').length <= longestFragment;
    return (
      isShort &&
      !isModuleFile(path) &&
      others.length === 0 &&
      importer !== undefined &&
      dirname(importer) === dirname(path)
    );
  };
  return files.filter(isFragment).map(({ path }) => path);
}

function importedFile(path: string, name: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(path), name));
  return name.replace(/^@harness\/([^/]+)\/(.+)$/, 'packages/$1/src/$2.ts');
}

/** Names that every module of a kind exports, because a list loads them by name. */
const conventions = new Set(['run', 'parts', 'logic', 'en', 'ko', 'texts', 'program']);

/** Exported names that stand in several files. The two languages of a catalogue count once. */
export function doublesIn(files: readonly SourceFile[]): readonly string[] {
  const declared =
    /^export (?:default )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;
  const places = new Map<string, Set<string>>();
  for (const { path, text } of files)
    for (const [, name = ''] of text.matchAll(declared))
      places.set(name, (places.get(name) ?? new Set()).add(path.replace(/\/(?:en|ko)(?=\/|\.)/, '/<language>')));
  return [...places]
    .filter(([name, paths]) => paths.size > 1 && !conventions.has(name))
    .map(([name, paths]) => `${name}: ${[...paths].join(', ')}`);
}

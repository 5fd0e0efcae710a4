/**
 * Finds the files that a command executes, by the words of its text.
 *
 *   X1. A program with a path, and every shell script that is named, is executed.
 *   X2. An interpreter executes the source files among its words. A shell executes any file.
 *   X3. An option that loads code or settings executes its value, such as `--import ./setup.mjs`.
 *   X4. `make` executes the files that its recipes include.
 *   X5. A name counts from the root, from the folder of the script that names it, and from folders of `cd`.
 */
import { matchesGlob } from './glob.ts';

/** A command, and the folder of the script or recipe that contains it; '' for the root. */
export interface CommandText {
  readonly text: string;
  readonly folder: string;
}

const shellScript = /\.(?:sh|bash|zsh|ps1|bat|cmd)$/;
const source = /\.(?:[cm]?[jt]sx?|py|rb|pl|php|lua|exs?|jl|r|groovy|kts|swift|dart)$/i;
const shells = /^(?:sh|bash|zsh|dash|ksh|ash|pwsh|powershell)$/;
const sourcing = /^(?:source|\.)$/;
const interpreters =
  /^(?:node|nodejs|deno|bun|tsx|ts-node|python[\d.]*|pypy3?|ruby|perl|php|lua|elixir|julia|Rscript|groovy|kotlin|swift|dart|nodemon)$/;
const inlineCode = /^(?:-e|-c|-p|-pe|--eval|--print)$/;
/** Words before the program of a command. */
const prefixes = /^(?:exec|time|env|npx|sudo|nice|nohup|command|then|do|else|if|!|@|\{)$/;
const runners = /^(?:jest|mocha|ts-mocha|vitest|nyc|c8|ava|tap|pytest|playwright|cypress|wdio|eslint|node|tsx)$/;
const loadingOptions =
  /^--(?:require|import|loader|experimental-loader|config|setup\w*|global\w*|preload|file|reporter|test-reporter|runner|env-file|env-file-if-exists|rcfile|init-file)$/;

/** Paths that this command executes. A path that does not exist yet counts too: a change could add it. */
export function executedFiles({ text, folder }: CommandText, paths: ReadonlySet<string>): readonly string[] {
  const folders = ['', folder, ...foldersEntered(text)];
  const found = [...includedFiles(text, paths), ...segmentsOf(text).flatMap((words) => executedWords(words))];
  return [...new Set(found.flatMap((name) => folders.map((at) => joinPath(at, name))))].filter((path) => path !== '');
}

function executedWords(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !prefixes.test(word));
  const program = words[start] ?? '';
  const named = words.filter((word) => shellScript.test(word));
  const own = program.includes('/') ? [program] : [];
  const included = sourcing.test(program) ? words.slice(start + 1, start + 2) : [];
  return [...named, ...own, ...included, ...loadedFiles(words), ...makefiles(words), ...argumentsRun(words)];
}

/** `-r` and `-c` mean other things to other programs. */
function loadedFiles(words: readonly string[]): readonly string[] {
  const isRunner = words.some((word) => runners.test(word));
  const isLoading = (word = '') => loadingOptions.test(word) || (isRunner && (word === '-r' || word === '-c'));
  return words.flatMap((word, n) => (isLoading(words[n - 1]) ? withEndings(word) : []));
}

const makefiles = (words: readonly string[]): readonly string[] =>
  words.some((word) => /^g?make$/.test(word))
    ? words.filter((_, n) => /^(?:-f|--file|--makefile)$/.test(words[n - 1] ?? ''))
    : [];

function argumentsRun(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => shells.test(word) || interpreters.test(word));
  const rest = words.slice(at + 1);
  if (at === -1 || rest.some((word) => inlineCode.test(word))) return [];
  const first = rest.find((word) => !word.startsWith('-')) ?? '';
  if (shells.test(words[at] ?? '')) return [first];
  const modules = rest.flatMap((word, n) => (rest[n - 1] === '-m' ? modulePaths(word) : []));
  return [...rest.filter((word) => source.test(word)), ...modules, ...(first.includes('/') ? withEndings(first) : [])];
}

/** `python3 -m tools.check`. */
function modulePaths(module: string): readonly string[] {
  const path = module.replaceAll('.', '/');
  return [`${path}.py`, `${path}/__main__.py`, `${path}/__init__.py`];
}

/** Node finds a module without its ending. */
const withEndings = (name: string): readonly string[] =>
  /^[\w@./-]+$/.test(name) ? ['', '.js', '.cjs', '.mjs', '.ts', '/index.js'].map((ending) => `${name}${ending}`) : [];

/** `include a.mk mk/*.mk`; with a variable in the name, every `.mk` file counts. */
function includedFiles(text: string, paths: ReadonlySet<string>): readonly string[] {
  const lines = [...text.matchAll(/^[ \t]*[-s]?include[ \t]+(\S.*)$/gm)].map(([, names = '']) => names);
  return lines.flatMap((names) => {
    if (names.includes('$')) return [...paths].filter((path) => path.endsWith('.mk'));
    return names.split(/\s+/).flatMap((name) => (/[*?[]/.test(name) ? matchedBy(name, paths) : [name]));
  });
}

const matchedBy = (glob: string, paths: ReadonlySet<string>) => [...paths].filter((path) => matchesGlob(path, [glob]));

const foldersEntered = (text: string): readonly string[] =>
  [...text.matchAll(/(?:\bcd|\s-C|\s--prefix|\s--cwd)[ =]+["']?([\w@./-]+)/g)].map(([, folder = '']) => folder);

/** The words of each simple command. A leading variable or substitution is cut off: `"$DIR/x.sh"` names `x.sh`. */
const segmentsOf = (text: string): readonly (readonly string[])[] =>
  text
    .replace(/\\\n/g, ' ')
    .split(/&&|\|\||[;|\n&]/)
    .map((part) => part.replace(/\$\([^()]*\)\/|\$\{?\w+\}?\//g, ''))
    .map((part) => part.split(/[\s"'`=(),[\]]+/).filter((word) => word !== ''));

/** Resolves `.` and `..`; '' if the path leaves the repository. */
export function joinPath(folder: string, name: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${name}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.pop() === undefined) return '';
    if (part !== '..') parts.push(part);
  }
  return parts.join('/');
}

export const folderOf = (path: string): string => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');

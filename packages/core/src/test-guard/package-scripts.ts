/**
 * Finds the scripts of package.json that commands run.
 *
 *   S1. Any word after a program that runs scripts may name one: `npm test`, `yarn x`, `pnpm -s x`, `run-s a b`.
 *   S2. A pattern such as `test:*` names all scripts that begin like it, also new ones.
 *   S3. A script runs its pre and post scripts too, and the scripts that its text names.
 *   S4. A task runner also runs the tasks on which others depend, by its settings.
 */
import { parseJson } from '../text/json.ts';

export type Scripts = Readonly<Record<string, string>>;

const scriptRunners =
  /^(?:npm|yarn|yarnpkg|pnpm|bun|deno|nr|run-s|run-p|npm-run-all2?|concurrently|conc|turbo|nx|lerna|wireit|rush|rushx|lage|moon|wsrun)$/;
/** They expand patterns of names. Other programs get patterns as arguments of a script. */
const patternRunners = /^(?:run-s|run-p|npm-run-all2?|concurrently|conc)$/;
/** A task of a package is named `a:test` or `a#test`, and `^test` in the settings. */
const taskRunners = /^(?:turbo|nx|lerna|wireit|lage|moon)$/;
const namesOfTest = ['t', 'tst', 'it', 'cit', 'sit', 'install-test', 'install-ci-test', 'clean-install-test'];

/** Whether one of the commands runs inside the packages of a workspace. */
export const runsInPackages = (commands: readonly string[]): boolean =>
  commands.some((command) =>
    /\b(?:turbo|nx|lerna|wireit|rush|lage|moon|wsrun|workspaces?|foreach|recursive|filter|prefix|cwd|cd|pushd)\b|\s-(?:[rwCF]|-?ws|-dir)\b/.test(
      command,
    ),
  );

/** The scripts that these checks run and that changed. Only a pattern makes a new script part of a check. */
export function scriptsChanged(before: string, after: string | null, checks: readonly string[]): readonly string[] {
  const [was, is] = [scriptsIn(before), scriptsIn(after ?? '')];
  const run = scriptsRun(was, checks);
  const patterns = [...checks, ...[...run].map((name) => was[name] ?? '')].flatMap(namesIn).filter(isPattern);
  const added = Object.keys(is).filter((name) => patterns.some((pattern) => isNamed(name, pattern)));
  return [...new Set([...run, ...added])].filter((name) => was[name] !== is[name]).sort();
}

export function scriptsIn(manifest: string): Scripts {
  const { scripts } = (parseJson(manifest) ?? {}) as { scripts?: unknown };
  const entries = Object.entries((scripts ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** S3. */
export function scriptsRun(scripts: Scripts, commands: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (command: string) => {
    const named = namesIn(command);
    for (const name of Object.keys(scripts)) {
      if (found.has(name) || !named.some((each) => isNamed(name, each))) continue;
      for (const each of [`pre${name}`, name, `post${name}`]) found.add(each);
      for (const each of [`pre${name}`, name, `post${name}`]) visit(scripts[each] ?? '');
    }
  };
  commands.forEach(visit);
  return found;
}

/** A pattern is kept as its beginning and a star. */
const isPattern = (name: string): boolean => name.endsWith('*');
const isNamed = (script: string, name: string): boolean =>
  isPattern(name) ? script.startsWith(name.slice(0, -1)) : script === name;

function namesIn(command: string): readonly string[] {
  const parts = command.replace(/\\\n/g, ' ').split(/&&|\|\||[;|\n]/);
  return parts.flatMap((part) => {
    const words = wordsOf(part);
    const at = words.findIndex((word, n) => scriptRunners.test(programOf(word)) || isRunByNode(words, n));
    if (at === -1) return words.flatMap((word) => /^(?:npm|pnpm|yarn|bun):(.+)$/.exec(word)?.[1] ?? []).map(begin);
    const program = programOf(words[at] ?? '');
    return words.slice(at + 1).flatMap((word) => word.split(',').flatMap((each) => namesOf(each, program)));
  });
}

/** `node --run test`. */
const isRunByNode = (words: readonly string[], at: number): boolean =>
  words[at] === '--run' && words.slice(0, at).some((word) => /^node(?:js)?$/.test(programOf(word)));

/** Without its folder and version. */
const programOf = (word: string): string => word.replace(/^.*\//, '').replace(/(?:\.cmd|@[\w.^~-]*)$/, '');

function namesOf(word: string, program: string): readonly string[] {
  if (program === 'pnpm' && word.startsWith('/')) return ['*']; // a regular expression
  if (patternRunners.test(program) && /^[*?{[]/.test(word)) return ['*'];
  const name = word.replace(/^(?:npm|pnpm|yarn|bun|node|deno):/, '');
  const tasks = taskRunners.test(program) ? [...word.matchAll(/[#:^]/g)].map(({ index }) => word.slice(index + 1)) : [];
  return [name, ...tasks].map((each) => begin(namesOfTest.includes(each) ? 'test' : each));
}

/** S2: the beginning of a pattern. */
function begin(word: string): string {
  const at = word.search(/[*?{[@+!]/);
  return at > 0 && !word.slice(0, at).includes('/') ? `${word.slice(0, at)}*` : word;
}

export const wordsOf = (command: string): readonly string[] =>
  command.split(/[\s"'`=;&|()]+/).filter((word) => word !== '');

/** S4, as a command: the tasks that the settings of turbo and nx name. */
export const taskCommand = (settings: string): string =>
  ['turbo run', ...[...settings.matchAll(/"(?:dependsOn|with)"\s*:\s*\[([^\]]*)\]/g)].map(([, names]) => names)]
    .join(' ')
    .replace(/\s+/g, ' ');

/** S4: the commands and the tasks in the settings of wireit. */
export function wireitCommands(manifest: string): readonly string[] {
  const { wireit } = (parseJson(manifest) ?? {}) as { wireit?: unknown };
  const tasks = Object.values((wireit ?? {}) as Record<string, { command?: unknown; dependencies?: unknown }>);
  return tasks.flatMap(({ command, dependencies }) => [
    ...(typeof command === 'string' ? [command] : []),
    ...(dependencies === undefined ? [] : [`wireit ${JSON.stringify(dependencies)}`]),
  ]);
}

/** Finds the scripts and files that checks execute. Agents can change them, but not the commands in the journal. */
/** Any ending and any case: a case-insensitive disk reads `Harness.Config.json` too. */
const configuration = /^(?:harness\.config\.[^/]+|\.harness(?:\/.*)?)$/i;
const recipeFiles: Readonly<Record<string, readonly string[]>> = {
  make: ['Makefile', 'makefile', 'GNUmakefile'],
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
  rake: ['Rakefile', 'rakefile', 'Rakefile.rb'],
  grunt: ['Gruntfile.js', 'Gruntfile.cjs'],
  gulp: ['gulpfile.js', 'gulpfile.mjs', 'gulpfile.cjs'],
  ant: ['build.xml'],
};

/** The configuration of the harness, its hooks and its other files. */
export const isConfiguration = (path: string): boolean => configuration.test(path);

/** Files that define commands of a check. */
export const definesCommands = (path: string): boolean =>
  path === 'package.json' ||
  /\.(?:sh|bash|zsh|ps1|bat|cmd)$/.test(path) ||
  Object.values(recipeFiles).flat().includes(path);

/** The checks, with the package.json scripts, recipes and shell scripts that they run, recursively. */
export function resolveCommands(checks: readonly string[], texts: ReadonlyMap<string, string>): readonly string[] {
  const scripts = scriptsIn(texts.get('package.json') ?? '');
  let commands: readonly string[] = checks;
  for (let before = -1; before < commands.length; ) {
    before = commands.length;
    const recipes = [...texts].filter(([path]) => isRunByChecks(path, commands)).map(([, text]) => text);
    const bodies = [...scriptsRun(scripts, commands)].map((name) => scripts[name] ?? '');
    commands = [...new Set([...commands, ...recipes, ...bodies])];
  }
  return commands;
}

/** Whether one of the commands runs inside the packages of a workspace. */
export const runsInPackages = (commands: readonly string[]): boolean =>
  commands.some((command) =>
    /\b(?:turbo|nx|lerna|workspaces?|foreach|recursive|filter|prefix|cd)\b|\s-[rwC]\b/.test(command),
  );

/** A shell script named by a check, or the recipe file of its build tool. */
export const isRunByChecks = (path: string, checks: readonly string[]): boolean =>
  checks.flatMap(wordsOf).some((word) => {
    const named = word.replace(/^\.\//, '');
    return (
      (named === path && /\.(?:sh|bash|zsh|ps1|bat|cmd)$/.test(path)) || (recipeFiles[word]?.includes(path) ?? false)
    );
  });

/** The package.json scripts that these checks run and that changed. */
export function scriptsChanged(before: string, after: string | null, checks: readonly string[]): readonly string[] {
  const [was, is] = [scriptsIn(before), scriptsIn(after ?? '')];
  return [...scriptsRun(was, checks)].filter((name) => was[name] !== is[name]).sort();
}

type Scripts = Readonly<Record<string, string>>;

function scriptsIn(text: string): Scripts {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: unknown };
    const entries = Object.entries((scripts ?? {}) as Record<string, unknown>);
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {}; // not JSON, or not an object: npm could not run it either
  }
}

/** Includes pre and post scripts, and scripts run by scripts. Only scripts of the base can be weakened. */
function scriptsRun(scripts: Scripts, checks: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (command: string) => {
    for (const name of scriptNamesIn(command)) {
      if (found.has(name) || scripts[name] === undefined) continue;
      for (const each of [`pre${name}`, name, `post${name}`]) found.add(each);
      for (const each of [`pre${name}`, name, `post${name}`]) visit(scripts[each] ?? '');
    }
  };
  checks.forEach(visit);
  return found;
}

/** `npm test`, `npm run x`, `yarn x`, `pnpm -s x`, `run-s a b`: any word after the runner may name a script. */
function scriptNamesIn(command: string): readonly string[] {
  const parts = command.split(/&&|\|\||[;|\n]/);
  return parts.flatMap((part) => {
    const words = wordsOf(part);
    const runner = words.findIndex((word) =>
      /^(?:npm|yarn|pnpm|bun|run-s|run-p|npm-run-all|turbo|nx|lerna)$/.test(word),
    );
    if (runner === -1) return [];
    return words.slice(runner + 1).map((word) => (word === 't' || word === 'tst' ? 'test' : word));
  });
}

const wordsOf = (command: string) => command.split(/[\s"'=;&|()]+/).filter((word) => word !== '');

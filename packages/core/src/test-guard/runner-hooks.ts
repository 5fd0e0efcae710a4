/**
 * Finds code with which a change takes the decision about tests from their runner.
 *
 * Such code may be in a new file, or in a file without tests. It counts if the base does not have it.
 */
import type { TouchedFile } from './touched-file.ts';

/** Variables with which a runtime loads other code. A lane and its clean rooms get the example as their `.env`. */
const variables = [
  'NODE_OPTIONS|NODE_PATH|PATH|LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|BASH_ENV',
  'PYTHON(?:PATH|HOME|STARTUP|USERBASE|BREAKPOINT|PYCACHEPREFIX)|PYTEST_(?:ADDOPTS|PLUGINS)',
  'RUBYOPT|RUBYLIB|PERL5OPT|PERL5LIB|GOFLAGS|RUSTC\\w*|RUSTFLAGS|CARGO_\\w+',
  'JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|MAVEN_OPTS|npm_config_\\w+|NPM_CONFIG_\\w+',
].join('|');

const hooks: readonly { readonly name: string; readonly file: RegExp; readonly code: RegExp }[] = [
  { name: 'load_tests', file: /\.py$/, code: /^[ \t]*(?:async[ \t]+)?def[ \t]+load_tests\b|^[ \t]*load_tests[ \t]*=/m },
  { name: 'pytest_plugins', file: /\.py$/, code: /^[ \t]*pytest_plugins\b/m },
  { name: 'os._exit', file: /\.py$/, code: /\bos\._exit\b/ },
  { name: 'os.Exit', file: /_test\.go$/, code: /\bos\.Exit\(\s*0\s*\)/ },
  { name: 'TestMain', file: /_test\.go$/, code: /^func[ \t]+TestMain[ \t]*\(/m },
  {
    name: 'variable of a runtime',
    file: /(?:^|\/)\.env\.[\w.-]+$/,
    code: new RegExp(`^[ \\t]*(?:export[ \\t]+)?(?:${variables})[ \\t]*[=:]`, 'm'),
  },
  { name: 'test_runner', file: /\.rs$/, code: /#!\[[^\]]*\b(?:test_runner|custom_test_frameworks)\b/ },
];

/** The package of tests is loaded before them: any code in it decides how they are found. */
const testPackage = /(?:^|\/)(?:tests?|specs?|e2e)\/(?:.*\/)?__init__\.py$/;

export const mayHookRunner = (path: string): boolean => hooks.some(({ file }) => file.test(path));

/** Names of the hooks that the change adds; empty if none. */
export function addedHooks({ newPath, before, after, hash }: TouchedFile): readonly string[] {
  if (after === null) return hash !== undefined && mayHookRunner(newPath) ? ['a link'] : []; // to an unknown file
  const [was, is] = [before ?? '', after];
  const added = hooks.filter(({ file, code }) => file.test(newPath) && code.test(is) && !isSame(code, was, is));
  const isPackage = testPackage.test(newPath) && codeIn(is) !== '' && codeIn(is) !== codeIn(was);
  return [...added.map(({ name }) => name), ...(isPackage ? ['package of tests'] : [])];
}

/** A hook that changed counts too; its end is unknown, so the whole rest is compared. */
const isSame = (code: RegExp, was: string, is: string): boolean =>
  code.test(was) && restOf(code, was) === restOf(code, is);

const restOf = (code: RegExp, text: string) => text.slice(text.search(code));

/** Without comments and texts that document the package. */
const codeIn = (text: string): string =>
  text
    .replace(/^\s*(?:"""[\s\S]*?"""|'''[\s\S]*?''')/, '')
    .replace(/^[ \t]*#.*$/gm, '')
    .trim();

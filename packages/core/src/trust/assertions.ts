/**
 * Decides which pieces of test code may assert something.
 *
 *   A1. Code asserts by the names that it calls, by throwing an error, or by using a function of the same file that asserts.
 *   A2. A function of a test or support file, or of an assertion library, may assert.
 *   A3. In doubt code asserts: only a test that clearly asserts nothing is reported.
 */
import { folderOf, joinPath } from '../test-guard/executed-files.ts';
import { defaultTestGlobs } from '../test-guard/files.ts';
import { matchesGlob } from '../test-guard/glob.ts';
import { looksLikeHelper } from '../test-guard/support-files.ts';

/** A test, a named function, or the top level of a file, without the tests and named functions inside it. */
export interface CodeBlock {
  /** Names under which other code uses it; empty for a test. */
  readonly names: readonly string[];
  /** Names that it uses. */
  readonly uses: ReadonlySet<string>;
  /** It asserts by itself. */
  readonly asserts: boolean;
}

export function findAssertingBlocks<B extends CodeBlock>(blocks: readonly B[]): ReadonlySet<B> {
  const users = new Map<string, B[]>();
  for (const block of blocks)
    for (const name of block.uses) {
      const known = users.get(name);
      if (known) known.push(block);
      else users.set(name, [block]);
    }
  // A set is iterated in the order of additions, including those of this loop.
  const asserting = new Set(blocks.filter(({ asserts }) => asserts));
  for (const { names } of asserting)
    for (const name of names) for (const user of users.get(name) ?? []) asserting.add(user);
  return asserting;
}

const assertingWord =
  /^(?:(?:assert|expect|refute)\w*|checks?|verify|verifies|should|must|ensures?|throws|rejects|raises|warns|match|matches|snapshot|equals?|same|fails?|satisfy|satisfies)$/i;
/** A search for an element or a wait for it fails without one, and a program fails with its exit code. */
const failingName =
  /^(?:get|find)(?:All)?By(?:Text|Role|LabelText|TestId|PlaceholderText|AltText|Title|DisplayValue)$|^wait(?:_f|F)or|^exec(?:File)?Sync$/;

/** Whether the name of a function says that it asserts, such as `assertEqual`, `toMatchSnapshot` or `check_user`. */
export const saysAssertion = (name: string): boolean =>
  failingName.test(name) || wordsOf(name).some((word) => assertingWord.test(word));

const wordsOf = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').split(/[^A-Za-z0-9]+/);

/** Whether a module is an assertion library, by its name. */
export const isAssertionLibrary = (module: string): boolean =>
  /(?:^|[/:@._-])(?:assert|asserts|assertions?|chai|should|expect)(?:[/:._-]|$)/.test(module);

/** Whether a file is a test or belongs to the tests, by its path without or with an extension. */
export function isTestSupport(path: string, extension: string): boolean {
  const file = /\.\w+$/.test(path) ? path : `${path}.${extension}`;
  return matchesGlob(file, defaultTestGlobs) || looksLikeHelper(path, '');
}

/** The path that a module names: of this repository, or inside its package; `undefined` for a whole package. */
export function importedPath(from: string, module: string): string | undefined {
  if (module.startsWith('.')) return joinPath(folderOf(from), module);
  const [, inside] = /^(?:@[^/]+\/[^/]+|[~#]|[^@/][^/]*|@)\/(.+)$/.exec(module) ?? [];
  return inside;
}

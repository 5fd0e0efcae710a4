/**
 * Counts tests, assertions and skipped tests in a source file, with one set of patterns per language family.
 *
 * Counting is crude on purpose: it shows that something disappeared, and a person reads the diff. It does not detect an
 * assertion that became weaker; the review does.
 */
interface Patterns {
  readonly extensions: string;
  readonly test: RegExp;
  readonly assertion: RegExp;
  readonly skip: RegExp;
}

const families: readonly Patterns[] = [
  {
    extensions: 'js jsx ts tsx mjs cjs mts cts vue svelte dart',
    test: /\b(?:it|test|testWidgets|specify)(?:\.\w+)*\s*[(`]/g,
    // Also `require('assert').equal(…)`, and assertions imported by name.
    assertion:
      /\b(?:expect|assert\w*)(?:(?:\/strict)?['"]\s*\))?\s*[.(]|(?<![.\w])(?:(?:not)?(?:[dD]eep)?(?:[sS]trict)?[eE]qual|throws|rejects)\s*\(|\.should\b|\bt\.\w+\s*\(/g,
    skip: /\b(?:it|test|describe|context|suite|t)\.(?:\w+\.)?(?:skip|only|todo|fixme|skipIf|runIf)\b|\b[xf](?:it|describe|context)\b|\bxtest\b|\b(?:skip|todo|only)\s*:\s*(?!false\b)/g,
  },
  {
    extensions: 'py',
    test: /^[ \t]*(?:async )?def test\w*[ \t]*\(/gm,
    assertion: /^[ \t]*assert\b|\bself\.(?:assert\w+|fail)\(|\bpytest\.(?:raises|fail|warns)\b/gm,
    skip: /\bmark\.(?:skip|skipif|xfail)\b|\bunittest\.(?:skip\w*|expectedFailure)|\bpytest\.(?:skip|xfail|importorskip)\(|\bskipTest\(|@skip\w*/g,
  },
  {
    extensions: 'go',
    test: /^func (?:Test|Fuzz|Example)\w*\(|\bt\.Run\(/gm,
    assertion: /\bt\.(?:Error|Fatal|Fail)\w*\(|\b(?:assert|require)\.\w+\(/g,
    skip: /\bt\.Skip\w*\(|^\/\/(?:go:build| \+build)/gm,
  },
  {
    extensions: 'rs',
    test: /#\[(?:\w+::)*(?:test|rstest|test_case|quickcheck)\b/g,
    assertion: /\b(?:debug_)?assert\w*!|\bpanic!|\bprop_assert\w*!/g,
    skip: /#\[ignore\b|\bignore\s*[)\]]/g,
  },
  {
    extensions: 'java kt groovy scala',
    test: /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b|\b(?:test|it|should)\s*\(\s*"/g,
    assertion: /\b(?:assert\w*|verify|expect\w*|should\w*|fail)\s*[({]/g,
    skip: /@(?:Disabled\w*|Ignore\w*)\b|\bassume\w+\(/g,
  },
  {
    extensions: 'rb',
    test: /^[ \t]*(?:it|specify|scenario|example|test)\b|\bdef test_/gm,
    assertion: /\bexpect\b|\b(?:assert|refute)\w*|\.should\b/g,
    skip: /\b[xf](?:it|describe|context|specify|scenario)\b|\b(?:skip|pending)\b/g,
  },
  {
    extensions: 'php',
    test: /\bfunction test\w*|@test\b|#\[Test\b|\b(?:it|test)\(/g,
    assertion: /(?:->|::)assert\w+|\bexpect\(/g,
    skip: /\bmarkTest(?:Skipped|Incomplete)\b|->skip\(/g,
  },
  {
    extensions: 'cs',
    test: /\[(?:Fact|Theory|Test|TestCase|TestMethod|DataTestMethod)\b/g,
    assertion: /\bAssert\.\w+|\.Should\w*\(/g,
    skip: /\[Ignore\b|\bSkip\s*=/g,
  },
  {
    extensions: 'swift',
    test: /\bfunc test\w*|@Test\b/g,
    assertion: /\bXCT(?!Skip)\w+\(|#(?:expect|require)\b/g,
    skip: /\bXCTSkip\w*|\.disabled\(/g,
  },
  {
    extensions: 'exs',
    test: /^[ \t]*test "/gm,
    assertion: /\b(?:assert|refute)\w*/g,
    skip: /@(?:module)?tag :?skip\b/g,
  },
  {
    extensions: 'c cc cpp',
    test: /\bTEST(?:_[A-Z]+)?\s*\(/g,
    assertion: /\b(?:EXPECT|ASSERT|CHECK|REQUIRE)\w*\s*\(|\bassert\s*\(/g,
    skip: /\bDISABLED_|\bGTEST_SKIP\b|\[\.\]/g,
  },
];

export interface TestCounts {
  readonly tests: number;
  readonly assertions: number;
  readonly skips: number;
}

/** `null` for an unknown language: only the existence of the file can be checked. */
export function countTests(path: string, text: string): TestCounts | null {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const patterns = families.find(({ extensions }) => extensions.split(' ').includes(extension));
  if (patterns === undefined) return null;
  const live = withoutComments(text, extension);
  const count = (pattern: RegExp) => live.match(pattern)?.length ?? 0;
  return { tests: count(patterns.test), assertions: count(patterns.assertion), skips: count(patterns.skip) };
}

/** Whole lines only: a commented-out test is gone. A Go build tag is not a comment. */
function withoutComments(text: string, extension: string): string {
  if (['py', 'rb', 'exs'].includes(extension)) return text.replace(/^[ \t]*#.*$/gm, '');
  return text.replace(/^[ \t]*\/\*(?:(?!\/\*)[\s\S])*?\*\//gm, '').replace(/^[ \t]*\/\/(?!go:build| \+build).*$/gm, '');
}

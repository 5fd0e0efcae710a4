/**
 * What a test, an assertion and a skipped test look like, one row a family of languages.
 *
 * Counting is crude on purpose: it says that something disappeared, a person sees what. An assertion that was made
 * weaker in place is not seen here; the review reads the diff.
 */
interface Signs {
  readonly extensions: string;
  readonly test: RegExp;
  readonly assertion: RegExp;
  readonly skip: RegExp;
}

const families: readonly Signs[] = [
  {
    extensions: 'js jsx ts tsx mjs cjs mts cts vue svelte dart',
    test: /\b(?:it|test|testWidgets|specify)(?:\.\w+)*\s*[(`]/g,
    // Also `require('assert').equal(…)`, and what was taken out of it by name.
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

/** Null for a file of no family: only that it is there can be seen. */
export function countTests(path: string, text: string): TestCounts | null {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const signs = families.find(({ extensions }) => extensions.split(' ').includes(extension));
  if (signs === undefined) return null;
  const live = withoutComments(text, extension);
  const count = (sign: RegExp) => live.match(sign)?.length ?? 0;
  return { tests: count(signs.test), assertions: count(signs.assertion), skips: count(signs.skip) };
}

/** Whole lines only: a test that was commented out is gone. What a build tag says is no comment. */
function withoutComments(text: string, extension: string): string {
  if (['py', 'rb', 'exs'].includes(extension)) return text.replace(/^[ \t]*#.*$/gm, '');
  return text.replace(/^[ \t]*\/\*(?:(?!\/\*)[\s\S])*?\*\//gm, '').replace(/^[ \t]*\/\/(?!go:build| \+build).*$/gm, '');
}

/**
 * Counts tests, assertions and skipped tests in a source file, with one set of patterns per language family.
 *
 * Counting is crude on purpose: it shows that something disappeared, and a person reads the diff. An exact assertion
 * compares with an expected value or error, such as `equal`; a comparison with `true` or `false` is none, because any
 * loose condition can be written so.
 */
interface Patterns {
  readonly extensions: string;
  readonly test: RegExp;
  readonly assertion: RegExp;
  /** Those of the assertions that only one value, or one kind of error, fulfils. */
  readonly exact: RegExp;
  readonly skip: RegExp;
}

const families: readonly Patterns[] = [
  {
    extensions: 'js jsx ts tsx mjs cjs mts cts vue svelte dart',
    test: /\b(?:it|test|testWidgets|specify)(?:\.\w+)*\s*[(`]/g,
    // Also `require('assert').equal(…)`, and assertions imported by name.
    assertion:
      /\b(?:expect|assert\w*)(?:(?:\/strict)?['"]\s*\))?\s*[.(]|(?<![.\w])(?:(?:not)?(?:[dD]eep)?(?:[sS]trict)?[eE]qual|throws|rejects)\s*\(|\.should\b|\bt\.\w+\s*\(/g,
    exact:
      /(?<!\bnot(?:\.\w+)*)(?:(?:\b(?:assert|t)(?:\.strict)?|['"]\s*\))\.|(?<![.\w])|\.)(?:[dD]eep)?(?:[sS]trict)?(?:[eE]quals?|eql?|[sS]ame|is|throws?|rejects|lengthOf|members|snapshot)\s*\((?![^;\n]*,\s*(?:true|false)\s*\)(?:;|\s|$))(?!\s*(?:true|false)\s*\))|(?<!\.not\s*)\.to(?:Be|Equal|StrictEqual|MatchObject|HaveLength|ContainEqual|Throw\w*|Match\w*Snapshot|HaveBeen\w*Called\w*(?:With|Times)|HaveBeenCalledOnce|HaveReturnedWith|HaveTextContent|HaveValue|BeNull|BeUndefined|BeNaN|BeCloseTo)\((?!\s*(?:true|false)\s*\))/g,
    skip: /\b(?:it|test|describe|context|suite|t)\.(?:\w+\.)?(?:skip|only|todo|fixme|skipIf|runIf)\b|\b[xf](?:it|describe|context)\b|\bxtest\b|\b(?:skip|todo|only)\s*:\s*(?!false\b)/g,
  },
  {
    extensions: 'py',
    test: /^[ \t]*(?:async )?def test\w*[ \t]*\(/gm,
    assertion: /^[ \t]*assert\b|\bself\.(?:assert\w+|fail)\(|\bpytest\.(?:raises|fail|warns)\b/gm,
    exact:
      /^[ \t]*assert\b(?:[^\n]|(?<=[([{,\\])\n|\n(?=\s*(?:==|is\b|[)\]}]))){0,1000}?(?:==(?!\s*(?:True|False)\b)|\bis\b(?!\s+(?:not|True|False)\b))|\bself\.assert(?:\w*Equals?|Is|IsNone|Raises\w*)\(|\bassert_\w*(?:equal|allclose|with|calls)\w*\(|\bpytest\.(?:raises|warns)\b/gm,
    skip: /\bmark\.(?:skip|skipif|xfail)\b|\bunittest\.(?:skip\w*|expectedFailure)|\bpytest\.(?:skip|xfail|importorskip)\(|\bskipTest\(|@skip\w*/g,
  },
  {
    extensions: 'go',
    test: /^func (?:Test|Fuzz|Example)\w*\(|\bt\.Run\(/gm,
    assertion: /\bt\.(?:Error|Fatal|Fail)\w*\(|\b(?:assert|require)\.\w+\(/g,
    exact:
      /\b(?:assert|require)\.(?:Equal\w*|Exactly|JSONEq|YAMLEq|Len|Nil|Same|Empty|Zero|ElementsMatch|ErrorIs|ErrorAs|InDelta)f?\(|\bif\b[^\n]*(?:!=(?!\s*nil\b)|!\w+\.(?:Deep)?Equal\w*\()[^\n]*\{\s*t\.(?:Error|Fatal)|\bcmp\.Diff\(/g,
    skip: /\bt\.Skip\w*\(|^\/\/(?:go:build| \+build)/gm,
  },
  {
    extensions: 'rs',
    test: /#\[(?:\w+::)*(?:test|rstest|test_case|quickcheck)\b/g,
    assertion: /\b(?:debug_)?assert\w*!|\bpanic!|\bprop_assert\w*!/g,
    exact: /\bassert_(?:eq|matches)!|\bassert!\s*\([^\n;]*==/g,
    skip: /#\[ignore\b|\bignore\s*[)\]]/g,
  },
  {
    extensions: 'java kt groovy scala',
    test: /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)\b|\b(?:test|it|should)\s*\(\s*"/g,
    assertion: /\b(?:assert\w*|verify|expect\w*|should\w*|fail)\s*[({]/g,
    exact:
      /\bassert(?:\w*Equals|Same|Null|Throws\w*|FailsWith|LinesMatch)\b|\.(?:isEqualTo|isSameAs|isNull|hasSize|containsExactly\w*|isEqualByComparingTo)\s*\(|\bequalTo\s*\(|\bshould(?:Be|Equal|Throw\w*)\b/g,
    skip: /@(?:Disabled\w*|Ignore\w*)\b|\bassume\w+\(/g,
  },
  {
    extensions: 'rb',
    test: /^[ \t]*(?:it|specify|scenario|example|test)\b|\bdef test_/gm,
    assertion: /\bexpect\b|\b(?:assert|refute)\w*|\.should\b/g,
    exact:
      /\bassert_(?:equal|nil|same|raises\w*|in_delta|empty|output)\b|\bmust_(?:equal|be_nil|raise)\b|\bto\s+(?:eq|eql|equal|be_nil|raise_error|match_array|contain_exactly)\b/g,
    skip: /\b[xf](?:it|describe|context|specify|scenario)\b|\b(?:skip|pending)\b/g,
  },
  {
    extensions: 'php',
    test: /\bfunction test\w*|@test\b|#\[Test\b|\b(?:it|test)\(/g,
    assertion: /(?:->|::)assert\w+|\bexpect\(/g,
    exact:
      /(?:->|::)assert(?:Same|Equals\w*|Count|Null|Json\w*Equals\w*|Empty)\b|->expectException\w*|->to(?:Be|Equal|HaveCount|Throw)\((?!\s*(?:true|false)\s*\))/g,
    skip: /\bmarkTest(?:Skipped|Incomplete)\b|->skip\(/g,
  },
  {
    extensions: 'cs',
    test: /\[(?:Fact|Theory|Test|TestCase|TestMethod|DataTestMethod)\b/g,
    assertion: /\bAssert\.\w+|\.Should\w*\(/g,
    exact:
      /\bAssert\.(?:Equal|AreEqual|AreSame|Same|Equivalent|StrictEqual|Throws\w*|Null|IsNull|Empty|Single)\b|\bIs\.EqualTo\(|\.Should\(\)\s*\.(?:Be|Equal|BeEquivalentTo|Throw\w*|HaveCount|BeNull)\b/g,
    skip: /\[Ignore\b|\bSkip\s*=/g,
  },
  {
    extensions: 'swift',
    test: /\bfunc test\w*|@Test\b/g,
    assertion: /\bXCT(?!Skip)\w+\(|#(?:expect|require)\b/g,
    exact: /\bXCTAssert(?:Equal|Identical|Nil|ThrowsError)\w*\(|#(?:expect|require)\([^\n]*==/g,
    skip: /\bXCTSkip\w*|\.disabled\(/g,
  },
  {
    extensions: 'exs',
    test: /^[ \t]*test "/gm,
    assertion: /\b(?:assert|refute)\w*/g,
    exact: /\bassert\b[^\n]*(?<![!<>])=|\bassert_(?:raise|receive\w*|in_delta)\b/g,
    skip: /@(?:module)?tag :?skip\b/g,
  },
  {
    extensions: 'c cc cpp',
    test: /\bTEST(?:_[A-Z]+)?\s*\(/g,
    assertion: /\b(?:EXPECT|ASSERT|CHECK|REQUIRE)\w*\s*\(|\bassert\s*\(/g,
    exact:
      /\b(?:EXPECT|ASSERT)_(?:EQ|STREQ|STRCASEEQ|FLOAT_EQ|DOUBLE_EQ|NEAR|THROW)\b|\b(?:CHECK|REQUIRE|assert)\s*\([^\n]*==/g,
    skip: /\bDISABLED_|\bGTEST_SKIP\b|\[\.\]/g,
  },
];

export interface TestCounts {
  readonly tests: number;
  readonly assertions: number;
  readonly exact: number;
  readonly skips: number;
}

/** `null` for an unknown language: only the existence of the file can be checked. */
export function countTests(path: string, text: string): TestCounts | null {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const patterns = families.find(({ extensions }) => extensions.split(' ').includes(extension));
  if (patterns === undefined) return null;
  const live = withoutComments(text, extension);
  const count = (pattern: RegExp) => live.match(pattern)?.length ?? 0;
  return {
    tests: count(patterns.test),
    assertions: count(patterns.assertion),
    exact: count(patterns.exact),
    skips: count(patterns.skip),
  };
}

/** Whole lines only: a commented-out test is gone. A Go build tag is not a comment. */
function withoutComments(text: string, extension: string): string {
  if (['py', 'rb', 'exs'].includes(extension)) return text.replace(/^[ \t]*#.*$/gm, '');
  return text.replace(/^[ \t]*\/\*(?:(?!\/\*)[\s\S])*?\*\//gm, '').replace(/^[ \t]*\/\/(?!go:build| \+build).*$/gm, '');
}

/** Reads the facts of a JavaScript or TypeScript file from its syntax tree. */
import type { Insertion, SourceFacts } from '@harness/core/trust/source';
import type { Program } from 'oxc-parser';
import { blankFunction, blankName } from './blank-value.ts';
import { findMutants } from './mutants.ts';
import { listVisits } from './syntax-walk.ts';
import { findTests } from './tests.ts';
import { findUnits } from './units.ts';

/** The widest type: code that uses an emptied value still compiles. */
const anything = 'any';

export function javaScriptFacts(path: string, text: string, program: Program): SourceFacts {
  const isTypeScript = /\.(?:tsx|[cm]?ts)$/.test(path);
  const visits = listVisits(program);
  const blank = blankName(text);
  const fillings = { empty: isTypeScript ? `undefined as ${anything}` : 'undefined', blank: `${blank}()` };
  const silence = isTypeScript ? [silentCompiler(text)] : [];
  return {
    comments: 'block',
    units: findUnits(text, visits, fillings, isTypeScript),
    mutants: findMutants(text, visits, fillings.empty),
    tests: findTests(path, text, program, visits),
    support: {
      empty: silence,
      blank: [...silence, { at: text.length, text: blankFunction(blank, isTypeScript) }],
    },
  };
}

/** Before the first statement, but after a byte order mark or `#!`. */
function silentCompiler(text: string): Insertion {
  const [before = ''] = /^(?:\uFEFF|#!.*(?:\r?\n|$))?/.exec(text) ?? [];
  return { at: before.length, text: `// @ts-${'nocheck'}\n` };
}

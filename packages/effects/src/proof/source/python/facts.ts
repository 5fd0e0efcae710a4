/** Reads the facts of a Python file from its syntax tree. */
import type { SourceFacts } from '@harness/core/trust/source';
import { blankInsertion, pythonBlankName } from './blank-value.ts';
import { findPythonMutants } from './mutants.ts';
import type { PythonNode } from './parser.ts';
import { listPythonVisits, rangeFinder } from './syntax-walk.ts';
import { findPythonTests } from './tests.ts';
import { findPythonUnits } from './units.ts';

export function pythonFacts(path: string, text: string, module: PythonNode): SourceFacts {
  const rangeOf = rangeFinder(text);
  const visits = listPythonVisits(module);
  const blank = pythonBlankName(text);
  return {
    comments: 'line',
    units: findPythonUnits(text, visits, blank, rangeOf),
    mutants: findPythonMutants(text, visits, rangeOf),
    tests: findPythonTests(path, text, module, visits, rangeOf),
    support: { empty: [], blank: blankInsertion(text, blank, module, rangeOf) },
  };
}

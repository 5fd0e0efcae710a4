/**
 * Reads the report of Stryker. It is hostile input: Stryker runs the code of the change.
 *
 *   Y1. A report that is not exactly of its form, or with very many mutants, is not read at all.
 *   Y2. Only mutants on the asked lines count, at most `count`, spread like those of the small mutator.
 *   Y3. A mutant that was not tested does not count. A timeout was noticed; code that no test reaches survived.
 */
import * as z from 'zod';
import { parseJson } from '../text/json.ts';
import type { LineRange } from './plan-stryker.ts';
import { selectMutants } from './select-mutants.ts';
import type { Mutant, MutantKind } from './source.ts';
import { editText } from './variants.ts';

const maxMutants = 10_000;

const position = z.object({ line: z.int().positive(), column: z.int().positive() });
const mutationReport = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          mutatorName: z.string(),
          replacement: z.string(),
          status: z.enum(['Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'RuntimeError', 'Ignored']),
          location: z.object({ start: position, end: position }),
        }),
      ),
    }),
  ),
});
type ReportedFile = z.output<typeof mutationReport>['files'][string];
type ReportedMutant = ReportedFile['mutants'][number];

export interface TriedMutants {
  readonly tried: number;
  /** Edits that no test noticed, as `file:line: was → is`. */
  readonly survivors: readonly string[];
}

/** `null` if nothing can be learnt from it. */
export function readStrykerReport(text: string, asked: readonly LineRange[], count: number): TriedMutants | null {
  const { data } = mutationReport.safeParse(parseJson(text));
  if (data === undefined) return null;
  const files = Object.entries(data.files);
  if (files.reduce((sum, [, { mutants }]) => sum + mutants.length, 0) > maxMutants) return null;
  const survived = new Set<string>();
  const mutated = files.map(([path, file]) => ({
    path,
    lines: linesOf(asked, path),
    facts: { mutants: testedMutants(file, (mutant) => survived.add(keyOf({ path, ...mutant }))) },
  }));
  const selected = selectMutants(mutated, count);
  if (selected.length === 0) return null;
  return { tried: selected.length, survivors: selected.filter((one) => survived.has(keyOf(one))).map(editText) };
}

const linesOf = (asked: readonly LineRange[], path: string): ReadonlySet<number> =>
  new Set(
    asked
      .filter((range) => range.path === path)
      .flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
  );

/** Equal edits of one place have one result: a survivor stays one. */
const keyOf = ({ path, start, end, text }: Pick<Mutant, 'start' | 'end' | 'text'> & { readonly path: string }) =>
  JSON.stringify([path, start, end, text]);

/** Y3. */
function testedMutants({ source, mutants }: ReportedFile, noteSurvivor: (mutant: Mutant) => void): readonly Mutant[] {
  const starts = lineStarts(source);
  return mutants.flatMap((one) => {
    if (!['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(one.status)) return [];
    const mutant = toMutant(one, source, starts);
    if (one.status === 'Survived' || one.status === 'NoCoverage') noteSurvivor(mutant);
    return [mutant];
  });
}

function toMutant(
  { mutatorName, replacement, location }: ReportedMutant,
  source: string,
  starts: readonly number[],
): Mutant {
  const offset = ({ line, column }: z.output<typeof position>) => (starts[line - 1] ?? source.length) + column - 1;
  const [start, end] = [offset(location.start), offset(location.end)];
  const kind: MutantKind = weakKinds.get(mutatorName) ?? 'condition';
  return { kind, start, end, text: replacement, line: location.start.line, was: source.slice(start, end) };
}

/** A block without content is a removed call, as far as tests notice it. */
const weakKinds: ReadonlyMap<string, MutantKind> = new Map([
  ['StringLiteral', 'string'],
  ['BlockStatement', 'call'],
]);

const lineStarts = (source: string): readonly number[] => [
  0,
  ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1),
];

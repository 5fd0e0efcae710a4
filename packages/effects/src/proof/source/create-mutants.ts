/** Turns edits into mutants: with their line and the replaced text, and separated from the words around them. */
import type { Mutant } from '@harness/core/trust/source';
import { lineCounter } from './line-counter.ts';

export type Edit = Pick<Mutant, 'kind' | 'start' | 'end' | 'text'>;

const wordBefore = /[\p{ID_Continue}$]/u;
const wordAtStart = /^[\p{ID_Start}\d]/u;

/** An edit that changes nothing is left out. */
export function createMutants(text: string, edits: readonly Edit[]): readonly Mutant[] {
  const lineOf = lineCounter(text);
  return edits.flatMap(({ kind, start, end, text: replacement }) => {
    const was = text.slice(start, end);
    if (was === replacement) return [];
    // `return"a"` must not become `returnundefined`.
    const isJoined = wordAtStart.test(replacement) && wordBefore.test(text.slice(Math.max(0, start - 1), start));
    return [{ kind, start, end, text: isJoined ? ` ${replacement}` : replacement, line: lineOf(start), was }];
  });
}

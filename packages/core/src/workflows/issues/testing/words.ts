/** Smaller vocabularies for the explorer: every kind of answer is tried, but not with every kind of every other one. */
import type { EffectVocabulary } from '../../../effects/kinds.ts';

/** By operation, role or machine: the indexes of the samples to keep. */
export type KeptSamples = Readonly<Record<string, readonly number[]>>;

export function withSamples(words: EffectVocabulary, kept: KeptSamples): EffectVocabulary {
  const unused = new Set(Object.keys(kept));
  const cut = <Sample>(name: string, samples: readonly Sample[]): readonly Sample[] => {
    unused.delete(name);
    return kept[name]?.flatMap((at) => samples.slice(at, at + 1)) ?? samples;
  };
  const small = {
    roles: mapped(words.roles, (role, id) => ({ ...role, samples: cut(id, role.samples) })),
    operations: words.operations.map((one) => ({ ...one, samples: cut(one.op, one.samples) })),
    machines: mapped(words.machines, (machine, id) => ({ ...machine, results: cut(id, machine.results) })),
  };
  if (unused.size > 0) throw new Error(`No samples of ${[...unused].join(', ')}`);
  return small;
}

const mapped = <Value>(
  rows: Readonly<Record<string, Value>>,
  change: (row: Value, name: string) => Value,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, change(row, name)]));

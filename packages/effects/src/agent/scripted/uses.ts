/**
 * How often each answer of a script has been used in a run.
 *
 * The journal counts, also across a restart; memory keeps two calls of one process from taking the same last use before
 * the first is noted. Both only grow, and each use is in memory first: so the larger one is right.
 */
import type { Journal } from '@harness/core/views/calls';
import { answerUses } from '@harness/core/views/calls';

export interface Uses {
  /** What has been used, as far as anybody knows. */
  of(family: readonly Journal[]): ReadonlyMap<number, number>;
  take(family: readonly Journal[], answer: number): void;
}

export function countUses(scriptSha256: string): Uses {
  const byRun = new Map<string, Map<number, number>>();
  const of = (family: readonly Journal[]): Map<number, number> => {
    const root = family[0]?.run ?? '';
    const taken = byRun.get(root) ?? new Map<number, number>();
    byRun.set(root, taken);
    for (const [answer, noted] of answerUses(family, scriptSha256))
      taken.set(answer, Math.max(noted, taken.get(answer) ?? 0));
    return taken;
  };
  return {
    of,
    take(family, answer) {
      const taken = of(family);
      taken.set(answer, (taken.get(answer) ?? 0) + 1);
    },
  };
}

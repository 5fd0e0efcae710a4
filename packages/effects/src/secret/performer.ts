/** Redacts the failures, notes and live events of a performer. Its answers are redacted at their source. */
import type { Performer, PerformResult } from '@harness/core/effects/performer';
import type { Redactor } from './redactor.ts';

export const withRedaction = (performer: Performer<AbortSignal>, redactor: () => Redactor): Performer<AbortSignal> => ({
  ...performer,
  async perform(input, context): Promise<PerformResult> {
    const { deep } = redactor();
    const performed = await performer.perform(input, {
      ...context,
      note: (code, params) => context.note(code, deep(params)),
      report: (event) => context.report(deep(event)),
    });
    return performed.outcome.ok ? performed : { ...performed, outcome: deep(performed.outcome) };
  },
});

/** E11: opens ended runs again at the steps that failed. */
import type { FailedStep } from '@harness/core/journal/failed-step';
import { openJournal } from './journal.ts';
import type { World } from './world.ts';

/** Children first: after a crash in between, the run itself has still ended and can be resumed again. */
export async function reopenRuns(failed: readonly FailedStep[], world: World): Promise<void> {
  for (const { run, ...step } of failed.toReversed()) {
    const journal = await openJournal(run, world);
    if (!journal.log.ended) continue;
    journal.note({ type: 'reopened', ...step });
    await journal.flush();
  }
}

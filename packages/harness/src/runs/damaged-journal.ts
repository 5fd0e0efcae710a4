/** Reads a damaged journal as empty, so that one broken run does not fail a listing of all runs. */
import { Refusal } from '@harness/core/failure/refusal';

export function ignoreDamagedJournal(error: unknown): readonly never[] {
  const isDamage = error instanceof Refusal && ['journal.damaged', 'journal.unreadable'].includes(error.code);
  if (!isDamage) throw error;
  return [];
}

/** Computes the ledger of a whole journal. */
import { charge, emptyLedger, type Ledger } from '../budget/ledger.ts';
import type { Entry } from '../journal/journal.ts';

export const ledgerOf = (entries: readonly Entry[], run = ''): Ledger =>
  entries.reduce((ledger, entry) => charge(ledger, entry, run), emptyLedger);

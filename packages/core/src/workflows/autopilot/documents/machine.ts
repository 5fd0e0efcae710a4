/** Commits the documents that the harness wrote into the checkout, on the current branch. No document, no commit. */
import { publishCheckout, saveCheckout, syncCheckout } from '../../../effects/checkout.ts';
import type { Lane } from '../../../effects/git.ts';
import { act } from '../../../effects/operation.ts';
import { type Failure, failureOf } from '../../../failure/failure.ts';
import { defineMachine, defineStep } from '../../../machine/machine.ts';

export interface DocumentsJob {
  readonly lane: Lane;
  /** The subject of the commit. */
  readonly subject: string;
}

export type DocumentsResult =
  | { readonly at: 'committed'; readonly lane: Lane }
  | { readonly at: 'failed'; readonly because: Failure };

interface Saved extends DocumentsJob {
  readonly checkpoint: string;
  /** How often others may still move the branch. */
  readonly landingsLeft: number;
}

export type DocumentsState =
  | (DocumentsJob & { readonly at: 'saving' })
  | (Saved & { readonly at: 'committing' })
  | (Saved & { readonly at: 'syncing' })
  | DocumentsResult;

/** The name of the machine in journals. */
const documentsMachine = 'autopilot-documents';

const step = defineStep<DocumentsState>();
const maxLandings = 3;

export const autopilotDocuments = defineMachine<DocumentsJob, DocumentsState, DocumentsResult>()({
  id: documentsMachine,
  version: 1,
  start: (job) => ({ ...job, at: 'saving' }),
  steps: [
    step({
      at: 'saving',
      to: ['committing', 'failed'],
      needs: ({ lane }) => ({ saved: act(saveCheckout, { lane, foreign: [] }) }),
      next: ({ lane, subject }, { saved }) =>
        saved.ok
          ? { at: 'committing', lane, subject, checkpoint: saved.value.commit, landingsLeft: maxLandings }
          : { at: 'failed', because: saved.failure },
    }),
    step({
      at: 'committing',
      to: ['committed', 'syncing', 'failed'],
      needs: ({ lane, checkpoint, subject }) => ({
        committed: act(publishCheckout, { lane, checkpoint, message: subject, as: 'commit' }),
      }),
      next: (state, { committed }) => {
        if (!committed.ok) return { at: 'failed', because: committed.failure };
        if (committed.value.is !== 'base-moved') return { at: 'committed', lane: committed.value.lane };
        const { lane, landingsLeft } = state;
        const { branch, base } = lane;
        return landingsLeft > 0
          ? { ...state, at: 'syncing', landingsLeft: landingsLeft - 1 }
          : {
              at: 'failed',
              because: failureOf('git.branch-moved', { branch, expected: base, found: 'other commits' }),
            };
      },
    }),
    step({
      at: 'syncing',
      to: ['committing', 'failed'],
      needs: ({ lane, checkpoint }) => ({ synced: act(syncCheckout, { lane, checkpoint, foreign: [] }) }),
      next: (state, { synced }) => {
        if (!synced.ok) return { at: 'failed', because: synced.failure };
        if (synced.value.is === 'current') return { ...state, at: 'committing' };
        return { ...state, at: 'committing', lane: synced.value.lane, checkpoint: synced.value.checkpoint };
      },
    }),
  ],
  ends: { committed: 'done', failed: 'by-failure' },
  result: (state) => state,
  results: [
    { at: 'committed', lane: { path: '.', branch: 'main', base: 'b3' } },
    { at: 'failed', because: { code: 'git.failed', params: {} } },
  ],
});

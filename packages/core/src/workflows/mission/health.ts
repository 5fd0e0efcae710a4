/** Computes the decisions and health checks of the newest mission for the control server (MO-11). */

import type { z } from 'zod';
import { foldJournal } from '../../journal/journal.ts';
import type { RunTree } from '../../journal/run-tree.ts';
import type { checksSchema, decisionsSchema } from './control-schemas.ts';
import { reasonToEscalate } from './decide.ts';
import type { Mission } from './machine.ts';
import { board, parkedEnding } from './state.ts';
import { type MissionView, missionView } from './view.ts';

type Decisions = z.input<typeof decisionsSchema>;

const recentMs = 600_000;
const maxGhostRate = 0.1;

const none: MissionView = { features: [], decisions: [], ghosts: 0 };

/** Empty if there is no mission. */
export function decisionsDocument(run: string | null, tree: RunTree | null): Decisions {
  const { decisions: taken, ghosts } = (tree && missionView(tree)) ?? none;
  const byVerb: Record<string, number> = {};
  for (const { verb, isGhost } of taken) if (!isGhost) byVerb[verb] = (byVerb[verb] ?? 0) + 1;
  return {
    version: 1,
    run,
    decisions: taken,
    total: taken.length,
    recognized: taken.length - ghosts,
    ghosts,
    byVerb,
    ghostRate: rate(taken.length, ghosts),
  };
}

const rate = (total: number, ghosts: number) => (total === 0 ? 0 : ghosts / total);

export function missionChecksOf(tree: RunTree, nowMs: number): z.input<typeof checksSchema> {
  const [{ entries }] = tree;
  const { ended } = foldJournal(entries);
  const state = foldJournal(entries).state as Mission;
  const { features, decisions: taken, ghosts } = missionView(tree) ?? none;
  return {
    features_present: features.length > 0,
    not_escalated: state.at !== 'rejected' && parkedEnding(state)?.is !== 'escalated',
    no_pending_checkpoints: state.at !== 'held' && state.at !== 'holding',
    smoke_test_clean: features.every(({ why }) => why !== 'smoke'),
    recent_activity: ended !== undefined || nowMs - (entries.at(-1)?.atMs ?? 0) < recentMs,
    low_ghost_rate: rate(taken.length, ghosts) < maxGhostRate,
    not_stuck: !('lanes' in state) || reasonToEscalate(board(state)) === undefined,
  };
}

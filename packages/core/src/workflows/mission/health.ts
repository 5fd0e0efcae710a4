/** Computes the decisions and health checks of the newest mission for the control server (MO-11). */

import type { z } from 'zod';
import type { Entry } from '../../journal/journal.ts';
import type { RunTree } from '../../journal/run-tree.ts';
import type { State } from '../../machine/machine.ts';
import type { checksSchema, decisionsSchema } from './control-schemas.ts';
import { reasonToEscalate } from './decide.ts';
import { newDecision } from './last-decision.ts';
import type { Mission } from './machine.ts';
import { board, parkedEnding } from './state.ts';
import { featuresIn, type MissionView, missionView } from './view.ts';

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

/** The facts behind the checks. They are folded entry by entry, so that a long mission is not read again each time. */
export interface MissionFacts {
  readonly state: State;
  readonly hasEnded: boolean;
  readonly lastAtMs: number;
  readonly decisions: number;
  readonly ghosts: number;
}

export const noMissionFacts: MissionFacts = {
  state: { at: '' },
  hasEnded: false,
  lastAtMs: 0,
  decisions: 0,
  ghosts: 0,
};

export function addMissionFact(facts: MissionFacts, entry: Entry): MissionFacts {
  const state = 'state' in entry ? entry.state : facts.state;
  const decided = entry.type === 'moved' ? newDecision(facts.state, state) : null;
  return {
    state,
    hasEnded: entry.type === 'ended' || (facts.hasEnded && entry.type !== 'reopened'),
    lastAtMs: entry.atMs,
    decisions: facts.decisions + (decided ? 1 : 0),
    ghosts: facts.ghosts + (decided?.ghost ? 1 : 0),
  };
}

export function missionChecksOf(facts: MissionFacts, nowMs: number): z.input<typeof checksSchema> {
  const { hasEnded, lastAtMs, decisions, ghosts } = facts;
  const state = facts.state as Mission;
  const features = featuresIn(state);
  return {
    features_present: features.length > 0,
    not_escalated: state.at !== 'rejected' && parkedEnding(state)?.is !== 'escalated',
    no_pending_checkpoints: state.at !== 'held' && state.at !== 'holding',
    smoke_test_clean: features.every(({ why }) => why !== 'smoke'),
    recent_activity: hasEnded || nowMs - lastAtMs < recentMs,
    low_ghost_rate: rate(decisions, ghosts) < maxGhostRate,
    not_stuck: !('lanes' in state) || reasonToEscalate(board(state)) === undefined,
  };
}

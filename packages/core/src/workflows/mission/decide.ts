/** Decides the next move of a mission by fixed rules, without an agent (MO-14). */
import { formatReason } from '../../mission/escalation-reason.ts';
import {
  allPassed,
  attemptsBeforeArchitect,
  attemptsBeforePerson,
  type Board,
  type BoardFeature,
  blockedBeforePerson,
  checkpointBefore,
  claimCheckpoint,
  isRunning,
  readyFeatures,
} from './board.ts';

export type Decision =
  | { readonly verb: 'DONE' | 'CONVERTED' }
  | { readonly verb: 'NEXT_WORKER' | 'NEXT_VALIDATOR' | 'NEXT_ARCHITECT'; readonly feature: string }
  | { readonly verb: 'CHECKPOINT'; readonly name: string }
  | { readonly verb: 'ESCALATE'; readonly reason: string };

/** Waiting for a lane is not a decision and costs no iteration. */
export type RuleDecision = Decision | { readonly verb: 'WAIT' };

const wait: RuleDecision = { verb: 'WAIT' };

/** The first rule that applies decides. */
export function decideByRules(board: Board): RuleDecision {
  const { features, openIssues, lanesFree } = board;
  const isBusy = features.some(isRunning);
  if (openIssues > 0) return { verb: 'CONVERTED' };
  if (allPassed(board)) {
    const name = checkpointBefore(board, (on) => on === 'pre-done');
    return name === undefined ? { verb: 'DONE' } : { verb: 'CHECKPOINT', name };
  }
  const reason = reasonToEscalate(board);
  // Running lanes finish before an escalation, so that a person finds the mission idle.
  if (reason !== undefined) return isBusy ? wait : { verb: 'ESCALATE', reason };
  // Built features are judged before new ones start.
  const built = features.find(({ status, running }) => status === 'validating' && !running);
  if (built && lanesFree > 0) return { verb: 'NEXT_VALIDATOR', feature: built.id };
  const stuck = features.find(needsArchitect);
  if (stuck) return { verb: 'NEXT_ARCHITECT', feature: stuck.id };
  const [next] = readyFeatures(board);
  if (next && lanesFree > 0) {
    const name = claimCheckpoint(board, next);
    return name === undefined ? { verb: 'NEXT_WORKER', feature: next.id } : { verb: 'CHECKPOINT', name };
  }
  return isBusy ? wait : { verb: 'ESCALATE', reason: formatReason('nothing-can-go-on') };
}

export function reasonToEscalate({ features }: Pick<Board, 'features'>): string | undefined {
  const stuck = features.find(isStuck);
  if (stuck) return formatReason('attempts', stuck.id);
  const blocked = features.filter(({ status }) => status === 'blocked').map(({ id }) => id);
  return blocked.length >= blockedBeforePerson ? formatReason('blocked', blocked.join(',')) : undefined;
}

const isStuck = ({ status, attempts, architected }: BoardFeature) =>
  status === 'failing' && architected && attempts >= attemptsBeforePerson;

const needsArchitect = ({ status, attempts, architected }: BoardFeature): boolean =>
  status === 'failing' && attempts >= attemptsBeforeArchitect && !architected;

/** Decides the next move of a mission by fixed rules, without an agent (MO-14). */
import { formatReason } from '../../mission/escalation-reason.ts';
import {
  allPassed,
  attemptsBeforeArchitect,
  attemptsBeforePerson,
  type Board,
  type BoardFeature,
  blockedAtOnce,
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

export function decideByRules(board: Board): RuleDecision {
  return (
    convertRule(board) ??
    finishRule(board) ??
    escalateRule(board) ??
    validateRule(board) ??
    architectRule(board) ??
    workRule(board) ??
    (board.features.some(isRunning) ? wait : { verb: 'ESCALATE', reason: formatReason('nothing-can-go-on') })
  );
}

const convertRule = ({ openIssues }: Board): RuleDecision | undefined =>
  openIssues > 0 ? { verb: 'CONVERTED' } : undefined;

function finishRule(board: Board): RuleDecision | undefined {
  if (!allPassed(board)) return undefined;
  const name = checkpointBefore(board, (on) => on === 'pre-done');
  return name === undefined ? { verb: 'DONE' } : { verb: 'CHECKPOINT', name };
}

/** Waits for running lanes before it escalates, so that a person finds the mission idle. */
function escalateRule(board: Board): RuleDecision | undefined {
  const reason = reasonToEscalate(board);
  if (reason === undefined) return undefined;
  return board.features.some(isRunning) ? wait : { verb: 'ESCALATE', reason };
}

export function reasonToEscalate({ features }: Pick<Board, 'features'>): string | undefined {
  const stuck = features.find(isStuck);
  if (stuck) return formatReason('attempts', stuck.id);
  const blocked = features.filter(({ status }) => status === 'blocked').map(({ id }) => id);
  return blocked.length >= blockedAtOnce ? formatReason('blocked', blocked.join(',')) : undefined;
}

const isStuck = ({ status, attempts, architected }: BoardFeature) =>
  status === 'failing' && architected && attempts >= attemptsBeforePerson;

/** Judges built features before it starts new ones. */
function validateRule({ features, lanesFree }: Board): RuleDecision | undefined {
  const built = features.find(({ status, running }) => status === 'validating' && !running);
  return built && lanesFree > 0 ? { verb: 'NEXT_VALIDATOR', feature: built.id } : undefined;
}

function architectRule({ features }: Board): RuleDecision | undefined {
  const stuck = features.find(needsArchitect);
  return stuck ? { verb: 'NEXT_ARCHITECT', feature: stuck.id } : undefined;
}

const needsArchitect = ({ status, attempts, architected }: BoardFeature): boolean =>
  status === 'failing' && attempts >= attemptsBeforeArchitect && !architected;

function workRule(board: Board): RuleDecision | undefined {
  const [next] = readyFeatures(board);
  if (!next || board.lanesFree === 0) return undefined;
  const name = claimCheckpoint(board, next);
  return name === undefined ? { verb: 'NEXT_WORKER', feature: next.id } : { verb: 'CHECKPOINT', name };
}

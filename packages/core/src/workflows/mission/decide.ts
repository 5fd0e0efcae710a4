/** What the mission does next, by the table of rules (MO-14): pure, and for nothing. */
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

/** To wait for a lane is no decision, and no iteration. */
export type RuleDecision = Decision | { readonly verb: 'WAIT' };

const wait: RuleDecision = { verb: 'WAIT' };

/** The first row that says something. */
export function decideByRules(board: Board): RuleDecision {
  return (
    converting(board) ??
    finishing(board) ??
    escalating(board) ??
    validating(board) ??
    architecting(board) ??
    working(board) ??
    (board.features.some(isRunning) ? wait : { verb: 'ESCALATE', reason: formatReason('nothing-can-go-on') })
  );
}

const converting = ({ openIssues }: Board): RuleDecision | undefined =>
  openIssues > 0 ? { verb: 'CONVERTED' } : undefined;

function finishing(board: Board): RuleDecision | undefined {
  if (!allPassed(board)) return undefined;
  const name = checkpointBefore(board, (on) => on === 'pre-done');
  return name === undefined ? { verb: 'DONE' } : { verb: 'CHECKPOINT', name };
}

/** What runs is let go on first: a person who comes should find everything at rest. */
function escalating(board: Board): RuleDecision | undefined {
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

/** What was built is judged before anything else is begun: lanes are for finishing. */
function validating({ features, lanesFree }: Board): RuleDecision | undefined {
  const built = features.find(({ status, running }) => status === 'validating' && !running);
  return built && lanesFree > 0 ? { verb: 'NEXT_VALIDATOR', feature: built.id } : undefined;
}

function architecting({ features }: Board): RuleDecision | undefined {
  const lost = features.find(needsArchitect);
  return lost ? { verb: 'NEXT_ARCHITECT', feature: lost.id } : undefined;
}

const needsArchitect = ({ status, attempts, architected }: BoardFeature): boolean =>
  status === 'failing' && attempts >= attemptsBeforeArchitect && !architected;

function working(board: Board): RuleDecision | undefined {
  const [next] = readyFeatures(board);
  if (!next || board.lanesFree === 0) return undefined;
  const name = claimCheckpoint(board, next);
  return name === undefined ? { verb: 'NEXT_WORKER', feature: next.id } : { verb: 'CHECKPOINT', name };
}

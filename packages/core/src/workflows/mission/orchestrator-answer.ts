/**
 * Parses the decisions of the orchestrator and checks them against the board.
 *
 *   O1. A verb is upper case and starts the last line; emphasis is ignored; earlier lines do not count (MO-16).
 *   O2. A decision that contradicts the board is refused and counted (MO-14, Md-03).
 *   O3. Several decisions are between the lines `BATCH` and `END`, which is the last line: none that ends the mission,
 *       none twice.
 */
import { answerLines, decidingLine } from '../../answer-contracts/answer-lines.ts';
import { stripEmphasis } from '../../answer-contracts/plain.ts';
import { allPassed, type Board, type BoardFeature, checkpointBefore, claimCheckpoint, readyFeatures } from './board.ts';
import type { Decision } from './decide.ts';

const verbPattern =
  /^(?:[-*+]\s+)?(DONE|CONVERTED|NEXT_WORKER|NEXT_VALIDATOR|NEXT_ARCHITECT|CHECKPOINT|ESCALATE)\b(.*)$/;
const endingVerbs = new Set(['DONE', 'ESCALATE', 'CHECKPOINT']);

/** The decisions in order; empty if the answer is unreadable. */
export function parseDecisions(answer: string): readonly Decision[] {
  const last = decidingLine(answer);
  if (last.is === 'unreadable') return [];
  if (last.value !== 'END') return [parseDecision(last.value) ?? []].flat();
  const lines = answerLines(answer).map(({ text }) => stripEmphasis(text));
  const from = lines.lastIndexOf('BATCH');
  return from < 0 ? [] : parseBatch(lines.slice(from + 1, -1));
}

function parseBatch(lines: readonly string[]): readonly Decision[] {
  const decisions = lines.flatMap((line) => parseDecision(line) ?? []);
  const isWhole = decisions.length === lines.length && decisions.every(({ verb }) => !endingVerbs.has(verb));
  const isDistinct = new Set(decisions.map((one) => JSON.stringify(one))).size === decisions.length;
  return isWhole && isDistinct ? decisions : [];
}

/** Features and checkpoints are one word; a reason is the rest of the line. "DONE is far away" is not a decision. */
function parseDecision(line: string): Decision | undefined {
  const [, found, rest = ''] = verbPattern.exec(line) ?? [];
  if (found === undefined) return undefined;
  const verb = found as Decision['verb'];
  const [word = ''] = rest.trim().split(/\s+/);
  const name = word.replace(/^[<:]+/, '').replace(/[.,;:!>]+$/, '');
  switch (verb) {
    case 'DONE':
    case 'CONVERTED':
      return /^\s*(?:$|[.!:—–(-])/.test(rest) ? { verb } : undefined;
    case 'NEXT_WORKER':
    case 'NEXT_VALIDATOR':
    case 'NEXT_ARCHITECT':
      return name === '' ? undefined : { verb, feature: name };
    case 'CHECKPOINT':
      return name === '' ? undefined : { verb, name };
    case 'ESCALATE':
      return { verb, reason: rest.replace(/^[\s:—–-]+/, '').trim() || 'the orchestrator needs a person' };
  }
}

/** `undefined` if the board allows the decision; otherwise the reason for the orchestrator. */
export function refuseDecision(decision: Decision, board: Board): string | undefined {
  switch (decision.verb) {
    case 'DONE': {
      const open = board.features.filter(({ status }) => status !== 'passed').map(({ id }) => id);
      if (!allPassed(board)) return `these have not passed: ${open.join(', ')}`;
      if (board.openIssues > 0) return 'there are open issues';
      const name = checkpointBefore(board, (on) => on === 'pre-done');
      return name === undefined ? undefined : `the checkpoint ${name} must be granted first`;
    }
    case 'CONVERTED':
      return board.openIssues > 0 ? undefined : 'there is no open issue to convert';
    case 'CHECKPOINT':
      return refuseCheckpoint(decision.name, board);
    case 'ESCALATE':
      return undefined;
    case 'NEXT_WORKER':
    case 'NEXT_VALIDATOR':
    case 'NEXT_ARCHITECT':
      return refuseFeature(decision, board);
  }
}

function refuseCheckpoint(name: string, { checkpoints, granted }: Board): string | undefined {
  if (!checkpoints.some((one) => one.name === name)) return `there is no checkpoint ${name}`;
  return granted.includes(name) ? `${name} is already granted` : undefined;
}

/** M-13: the architect may also resolve an unclear feature before its first attempt. Work in a lane is judged first. */
const isOpenTo = ({ status, running }: BoardFeature) =>
  status === 'failing' || (!running && (status === 'todo' || status === 'blocked'));

function refuseFeature({ verb, feature }: Extract<Decision, { feature: string }>, board: Board): string | undefined {
  const row = board.features.find(({ id }) => id === feature);
  if (!row) return `there is no feature ${feature}`;
  if (verb === 'NEXT_ARCHITECT') {
    if (row.architected) return `the architect has already decided about ${feature}`;
    return isOpenTo(row)
      ? undefined
      : `${feature} is ${row.status}: the architect decides before it is built, or after it failed`;
  }
  if (row.running) return `a lane is already working on ${feature}`;
  if (board.lanesFree === 0) return 'no lane is free';
  if (verb === 'NEXT_VALIDATOR')
    return row.status === 'validating' ? undefined : `${feature} is ${row.status}, there is nothing to validate`;
  if (!readyFeatures(board).includes(row))
    return `${feature} is ${row.status}, or waits for ${row.after.join(', ') || 'nothing'}`;
  const name = claimCheckpoint(board, row);
  return name === undefined ? undefined : `${feature} waits for the checkpoint ${name}`;
}

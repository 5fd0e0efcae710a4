/**
 * What the orchestrator says, and whether the board bears it out.
 *
 *   O1. Verbs are upper case and begin a line; emphasis and backticks are nothing; the last one that is said counts (MO-16).
 *   O2. A claim that the board does not bear out is no decision: it is refused, and counted (MO-14, Md-03).
 *   O3. Several decisions at once stand between the lines `BATCH` and `END`: none that ends the mission, none twice.
 */
import { allPassed, type Board, checkpointBefore, claimCheckpoint, readyFeatures } from './board.ts';
import type { Decision } from './decide.ts';

const said = /^\s*(?:[-*+>]\s+)?(DONE|CONVERTED|NEXT_WORKER|NEXT_VALIDATOR|NEXT_ARCHITECT|CHECKPOINT|ESCALATE)\b(.*)$/;
const ending = new Set(['DONE', 'ESCALATE', 'CHECKPOINT']);

/** The decisions in an answer, in their order; none when it cannot be read. */
export function parseDecisions(answer: string): readonly Decision[] {
  const lines = answer.replaceAll(/[*`\r]/g, '').split('\n');
  const [from, to] = [lines.findLastIndex((line) => line.trim() === 'BATCH'), lines.findLastIndex(isEnd)];
  if (from >= 0 && to > from) return batchIn(lines.slice(from + 1, to));
  return lines.flatMap((line) => decisionIn(line) ?? []).slice(-1);
}

const isEnd = (line: string) => line.trim() === 'END';

function batchIn(lines: readonly string[]): readonly Decision[] {
  const filled = lines.filter((line) => line.trim() !== '');
  const decisions = filled.flatMap((line) => decisionIn(line) ?? []);
  const isWhole = decisions.length === filled.length && decisions.every(({ verb }) => !ending.has(verb));
  const isDistinct = new Set(decisions.map((one) => JSON.stringify(one))).size === decisions.length;
  return isWhole && isDistinct ? decisions : [];
}

/** A feature and a checkpoint are one word; a reason is the rest of the line. "DONE is far away" is no decision. */
function decisionIn(line: string): Decision | undefined {
  const [, found, rest = ''] = said.exec(line) ?? [];
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
      return { verb, reason: rest.replace(/^[\s:—–-]+/, '').trim() || 'the orchestrator asks for a person' };
  }
}

/** Nothing when the board bears it out, else why not: the orchestrator is told. */
export function refuseDecision(decision: Decision, board: Board): string | undefined {
  switch (decision.verb) {
    case 'DONE': {
      const open = board.features.filter(({ status }) => status !== 'passed').map(({ id }) => id);
      if (!allPassed(board)) return `these have not passed: ${open.join(', ')}`;
      if (board.openIssues > 0) return 'there are open issues';
      const name = checkpointBefore(board, (on) => on === 'pre-done');
      return name === undefined ? undefined : `the checkpoint ${name} stands before the end`;
    }
    case 'CONVERTED':
      return board.openIssues > 0 ? undefined : 'there is no open issue to convert';
    case 'CHECKPOINT':
      return refusedCheckpoint(decision.name, board);
    case 'ESCALATE':
      return undefined;
    case 'NEXT_WORKER':
    case 'NEXT_VALIDATOR':
    case 'NEXT_ARCHITECT':
      return refusedFeature(decision, board);
  }
}

function refusedCheckpoint(name: string, { checkpoints, granted }: Board): string | undefined {
  if (!checkpoints.some((one) => one.name === name)) return `there is no checkpoint ${name}`;
  return granted.includes(name) ? `${name} is granted already` : undefined;
}

function refusedFeature({ verb, feature }: Extract<Decision, { feature: string }>, board: Board): string | undefined {
  const row = board.features.find(({ id }) => id === feature);
  if (!row) return `there is no feature ${feature}`;
  if (verb === 'NEXT_ARCHITECT') {
    if (row.architected) return `the architect has spoken about ${feature} already`;
    return row.status === 'failing' ? undefined : `${feature} is ${row.status}, not failing`;
  }
  if (row.running) return `a lane is at work on ${feature}`;
  if (board.lanesFree === 0) return 'no lane is free';
  if (verb === 'NEXT_VALIDATOR')
    return row.status === 'validating' ? undefined : `${feature} is ${row.status}, there is nothing to validate`;
  if (!readyFeatures(board).includes(row))
    return `${feature} is ${row.status}, or waits for ${row.after.join(', ') || 'nothing'}`;
  const name = claimCheckpoint(board, row);
  return name === undefined ? undefined : `${feature} waits for the checkpoint ${name}`;
}

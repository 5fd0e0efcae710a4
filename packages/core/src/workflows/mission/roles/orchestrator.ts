/** Decides the next move if `mission.decide` is "agent"; its decision is checked (M-09, MO-16). */
import { fail, ok } from '../../../failure/failure.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import type { Board, BoardFeature } from '../board.ts';
import type { Decision } from '../decide.ts';
import { parseDecisions } from '../orchestrator-answer.ts';
import { bulletList, callFacts, dataRule, freshSessionRule, joinParts } from './prompt-parts.ts';

export interface OrchestratorInput {
  readonly board: Board;
  readonly iteration: number;
  /** Why the last decision was refused; empty if it was not. */
  readonly refused: string;
}

const instructions = [
  'Decide the next step of a mission. You have no tools: the prompt contains the board, and the board is correct.',
  'Answer with exactly one decision, in upper case, as the last line of your answer:',
  'NEXT_WORKER <feature> — build or repair it: failing features first, fewest attempts first, then in order; only if all its dependencies have passed',
  'NEXT_VALIDATOR <feature> — judge the built feature: its status is validating',
  'NEXT_ARCHITECT <feature> — once: before the first attempt if the requirements are unclear, or after three failed attempts',
  'CONVERTED — turn the open issues into features',
  'CHECKPOINT <name> — a person must look first',
  'ESCALATE <reason> — no role can continue: five attempts after the architect, or several blocked features',
  'DONE — every feature has passed; only the validator can decide that',
  'You may list several decisions that do not end the mission between the lines BATCH and END; then END is the last line.',
  'A decision that contradicts the board is refused and counted.',
  freshSessionRule,
  dataRule,
].join('\n');

export const orchestrator: Role<OrchestratorInput, readonly Decision[]> = {
  id: 'mission.orchestrator',
  mode: 'complete',
  remembers: true,
  instructions,
  prompt: ({ board, iteration, refused }) =>
    joinParts(
      fenceText('board', board.features.map(featureLine).join('\n')),
      bulletList(
        'Checkpoints:',
        board.checkpoints.map(
          ({ name, on, hint }) =>
            `${name} (${on}${board.granted.includes(name) ? ', granted' : ''})${hint === undefined ? '' : `: ${hint}`}`,
        ),
      ),
      refused === '' ? '' : `Your last decision was refused: ${refused}.`,
      callFacts({ ITERATION: iteration, LANES_FREE: board.lanesFree, OPEN_ISSUES: board.openIssues }),
    ),
  read({ text }) {
    const decisions = parseDecisions(text);
    return decisions.length > 0 ? ok(decisions) : fail('agent.schema', { reason: 'no-verb' });
  },
  samples: [
    [{ verb: 'DONE' }],
    [{ verb: 'NEXT_WORKER', feature: 'F-1' }],
    [{ verb: 'NEXT_VALIDATOR', feature: 'F-1' }],
    [{ verb: 'NEXT_ARCHITECT', feature: 'F-1' }],
    [{ verb: 'CONVERTED' }],
    [{ verb: 'CHECKPOINT', name: 'keys' }],
    [{ verb: 'ESCALATE', reason: 'lost' }],
    [
      { verb: 'NEXT_WORKER', feature: 'F-1' },
      { verb: 'NEXT_VALIDATOR', feature: 'F-1' },
    ],
  ],
};

const featureLine = ({ id, status, attempts, after, running, architected }: BoardFeature) =>
  [
    `${id} ${status}`,
    `attempts ${attempts}`,
    ...(after.length > 0 ? [`after ${after.join(' ')}`] : []),
    ...(running ? ['a lane is working on it'] : []),
    ...(architected ? ['the architect has decided'] : []),
  ].join('; ');

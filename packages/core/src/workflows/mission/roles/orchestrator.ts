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
  'You decide what a mission does next. You have no tools: the board is in the prompt, and it is true.',
  'Answer with exactly one decision, on a line of its own, in upper case:',
  'NEXT_WORKER <feature> — build it, or repair it: failing ones first, the fewest attempts first, then in order; only when everything it waits for has passed',
  'NEXT_VALIDATOR <feature> — judge what was built: its status is validating',
  'NEXT_ARCHITECT <feature> — after three failed attempts, once: is what is wanted clear?',
  'CONVERTED — turn the open issues into features',
  'CHECKPOINT <name> — a person has to look first',
  'ESCALATE <reason> — nobody here can go on: five attempts after the architect, or several features blocked',
  'DONE — every feature has passed; only the validator can say so',
  'Several that do not end the mission may stand between the lines BATCH and END.',
  'A decision that the board does not bear out is refused and counted.',
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
        board.checkpoints.map(({ name, on }) => `${name} (${on}${board.granted.includes(name) ? ', granted' : ''})`),
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
    ...(running ? ['a lane is at work'] : []),
    ...(architected ? ['the architect has spoken'] : []),
  ].join('; ');

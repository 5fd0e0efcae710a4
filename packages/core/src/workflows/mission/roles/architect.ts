/** Rules on a feature that is unclear or keeps failing (M-13, MO-22): decides what the worker should do, or leaves it to a person. */

import { lastLineOf } from '../../../answer-contracts/last-line.ts';
import { outcomeOf } from '../../../answer-contracts/match.ts';
import { ok } from '../../../failure/failure.ts';
import type { Role } from '../../../role/role.ts';
import { describeFailingFeature, type FailingFeature } from './failing-feature.ts';
import { dataRule, freshSessionRule } from './prompt-parts.ts';

const rulingKinds = ['spec-ambiguity', 'scope-change', 'preference', 'env-blocker', 'perf-goal', 'cost-cap'] as const;

export interface Ruling {
  readonly is: 'PATCH' | 'REVIEW';
  /** Text for the worker or the person. */
  readonly said: string;
  readonly line: string;
}

const instructions = [
  'A feature is unclear, or has failed several times. Decide what it must do. Change nothing.',
  'Read its assertions, the failures, and the files in the folder. Are the requirements unclear, contradictory or too large, or was the feature only built badly?',
  `If you can decide it, end with the line \`PATCH <feature>: <${rulingKinds.join('|')}> — <what the worker must do, in one paragraph>\`, and write nothing after it: a worker tries again with your text.`,
  'If only a person can decide, end with the line `REVIEW <feature>: <kind> — <the question>`: the feature is blocked until a person answers.',
  freshSessionRule,
  dataRule,
].join('\n');

const maxSaid = 1_000;
const ruling = lastLineOf(
  'PATCH … or REVIEW …',
  (line) => /^(?:ARCHITECT\s+)?(?<is>PATCH|REVIEW)\b(?<rest>.*)$/.exec(line)?.groups,
);

export const missionArchitect: Role<FailingFeature, Ruling> = {
  id: 'mission.architect',
  mode: 'review',
  remembers: true,
  instructions,
  prompt: describeFailingFeature,
  read(reply) {
    const last = outcomeOf(ruling(reply));
    if (!last.ok) return last;
    const said = (last.value['rest'] ?? '').replace(/^[\s:]+/, '').trim() || reply.text.trim();
    const is = last.value['is'] === 'PATCH' ? 'PATCH' : 'REVIEW';
    return ok({ is, said: said.slice(0, maxSaid), line: `${is} ${said}`.slice(0, 200) });
  },
  samples: [
    { is: 'PATCH', said: 'F-1: preference — do it so', line: 'PATCH' },
    { is: 'REVIEW', said: 'F-1: env-blocker — which key?', line: 'REVIEW' },
  ],
};

/** Rules on a feature that keeps failing (M-13, MO-22): decides what the worker should do, or leaves it to a person. */

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
  'A feature has failed several times. You decide what is wanted; you change nothing.',
  'Read its assertions, what went wrong, and what is in the folder. Is the wish unclear, contradictory, too large, or was it only built badly?',
  `When you can decide it, end with the line \`PATCH <feature>: <${rulingKinds.join('|')}> — <what the worker shall do, in one paragraph>\`: it is tried anew with your words.`,
  'When only a person can, end with the line `REVIEW <feature>: <kind> — <the question>`: the feature is blocked until somebody answers.',
  freshSessionRule,
  dataRule,
].join('\n');

const maxSaid = 1_000;
const ruling = lastLineOf(
  'PATCH … or REVIEW …',
  (line) => /^(?:ARCHITECT\s+)?(?<is>PATCH|REVIEW)\b(?<rest>.*)$/.exec(line)?.groups,
);

export const architect: Role<FailingFeature, Ruling> = {
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

/** Builds the events that all providers report alike. */
import { isAbsolute, relative } from 'node:path';
import type { CallCost } from '@harness/core/budget/usage';
import type { AgentEvent } from './provider.ts';

export const isFree = ({ usage, costUsd }: CallCost): boolean =>
  costUsd === 0 && Object.values(usage).every((tokens) => tokens === 0);

export const usageEvents = (cost: CallCost): readonly AgentEvent[] =>
  isFree(cost) ? [] : [{ type: 'usage', ...cost }];

/** Reports a denied attempt and notes it in the journal. */
export const deniedEvents = (tool: string, path: string, why: string): readonly AgentEvent[] => [
  { type: 'noted', code: 'agent.denied', params: { path, step: tool, why } },
  { type: 'denied', tool, path },
];

/** The path relative to the folder of the call; unchanged if it is outside. */
export function pathBelow(cwd: string, path: string): string {
  const below = isAbsolute(path) ? relative(cwd, path) : path;
  return below.startsWith('..') ? path : below || '.';
}

/**
 * Which context drops an agent is given.
 *
 *   CD1. What is for all comes first, then what is for the phase, for the planner, for the one plan.
 *   CD2. Nobody is given more than 10,000 characters of one drop and 30,000 of all; what was cut or left out is said.
 *   CD3. It is material from outside: fenced, with its path, and labelled as untrusted.
 */

import type { ContextFile, ContextPhase, ContextScope } from '../input-files/context-file.ts';
import { fenceText } from '../role/role.ts';

export const maxDropCharacters = 10_000;
export const maxContextCharacters = 30_000;

/** Who asks for context: in which phase, and about which plan. */
export interface ContextReader {
  readonly phase: ContextPhase;
  readonly plan?: string;
}

export interface HandedFile extends ContextFile {
  /** How many characters of it were left out. */
  readonly cut: number;
}

export interface AgentContext {
  readonly handed: readonly HandedFile[];
  /** Drops for which no room was left, by path. */
  readonly leftOut: readonly string[];
}

const priority: readonly ContextScope['of'][] = ['all', 'phase', 'planner', 'run'];

/** The drops for one reader, in the order in which they are given. */
export function chooseContextFiles(drops: readonly ContextFile[], reader: ContextReader): AgentContext {
  const rank = ({ scope }: ContextFile) => priority.indexOf(scope.of);
  const meant = drops
    .filter(({ scope }) => isFor(scope, reader))
    .sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
  const handed: HandedFile[] = [];
  const leftOut: string[] = [];
  let room = maxContextCharacters;
  for (const drop of meant) {
    const characters = [...drop.text];
    const kept = characters.slice(0, Math.min(maxDropCharacters, room));
    if (kept.length === 0 && characters.length > 0) leftOut.push(drop.path);
    else handed.push({ ...drop, text: kept.join(''), cut: characters.length - kept.length });
    room -= kept.length;
  }
  return { handed, leftOut };
}

function isFor(scope: ContextScope, { phase, plan }: ContextReader): boolean {
  switch (scope.of) {
    case 'all':
      return true;
    case 'phase':
      return scope.phase === phase;
    case 'planner':
      return phase === 'planner';
    case 'run':
      return scope.plan === plan;
  }
}

/** The part of a prompt that holds them; nothing when there is none. */
export function contextText({ handed, leftOut }: AgentContext): string {
  const parts = handed.map(({ path, source, text, cut }) =>
    fenceText(
      `context ${path} (untrusted, from ${source})`,
      cut > 0 ? `${text}\n[… ${cut} characters left out …]` : text,
    ),
  );
  const missing =
    leftOut.length === 0 ? [] : [fenceText('context that was left out for want of room', leftOut.join('\n'))];
  return [...parts, ...missing].join('\n\n');
}

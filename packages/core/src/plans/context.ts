/**
 * Chooses the context files for an agent and formats them for its prompt.
 *
 *   CD1. Files for all come first, then those for the phase, the planner, and this plan.
 *   CD2. An agent gets at most 10,000 characters per file and 30,000 in all; cut and omitted files are named.
 *   CD3. The text comes from outside: it is fenced, with its path, and labelled as untrusted.
 */

import type { ContextFile, ContextPhase, ContextScope } from '../input-files/context-file.ts';
import { fenceText } from '../role/role.ts';

export const maxContextFileCharacters = 10_000;
export const maxContextCharacters = 30_000;

/** The agent that gets the context: its phase and its plan, if any. */
export interface ContextReader {
  readonly phase: ContextPhase;
  readonly plan?: string;
}

export interface GivenFile extends ContextFile {
  /** Number of characters left out. */
  readonly cut: number;
}

export interface AgentContext {
  readonly handed: readonly GivenFile[];
  /** Paths of files that did not fit. */
  readonly leftOut: readonly string[];
}

const priority: readonly ContextScope['of'][] = ['all', 'phase', 'planner', 'run'];

export function chooseContextFiles(drops: readonly ContextFile[], reader: ContextReader): AgentContext {
  const rank = ({ scope }: ContextFile) => priority.indexOf(scope.of);
  const matching = drops
    .filter(({ scope }) => matches(scope, reader))
    .sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
  const handed: GivenFile[] = [];
  const leftOut: string[] = [];
  let room = maxContextCharacters;
  for (const drop of matching) {
    const characters = [...drop.text];
    const kept = characters.slice(0, Math.min(maxContextFileCharacters, room));
    if (kept.length === 0 && characters.length > 0) leftOut.push(drop.path);
    else handed.push({ ...drop, text: kept.join(''), cut: characters.length - kept.length });
    room -= kept.length;
  }
  return { handed, leftOut };
}

function matches(scope: ContextScope, { phase, plan }: ContextReader): boolean {
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

/** The part of the prompt with the files; empty if there are none. */
export function contextText({ handed, leftOut }: AgentContext): string {
  const parts = handed.map(({ path, source, text, cut }) =>
    fenceText(
      `context ${path} (untrusted, from ${source})`,
      cut > 0 ? `${text}\n[… ${cut} characters left out …]` : text,
    ),
  );
  const omitted = leftOut.length === 0 ? [] : [fenceText('context left out for lack of room', leftOut.join('\n'))];
  return [...parts, ...omitted].join('\n\n');
}

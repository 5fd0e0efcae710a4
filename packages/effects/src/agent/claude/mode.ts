/**
 * Defines the tools of a role and their allowed uses. Everything else is denied without asking.
 *
 *   L1. The tools of a role are the same in all its calls, so that the provider's cache hits; only the allowed uses
 *       differ.
 *   L2. A read-only role has no tool that writes, unless it has an output file: then it may write only that file.
 */
import type { AgentRequest } from '../provider.ts';

export interface Whitelist {
  readonly tools: readonly string[];
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
}

const reading = ['Read', 'Grep', 'Glob'];
const writing = ['Edit', 'Write'];
/** Files are read and written below the folder; the sandbox limits commands. */
const inFolder = (tool: string) => `${tool}(./**)`;
/** The harness commits; an agent that writes git's files could make git run programs. */
const denied = writing.flatMap((tool) => [`${tool}(./.git)`, `${tool}(./.git/**)`]);

export function whitelistFor({ mode, output }: Pick<AgentRequest, 'mode' | 'output'>): Whitelist {
  if (mode === 'exec')
    return { tools: [...reading, ...writing, 'Bash'], allowed: [...reading, ...writing.map(inFolder), 'Bash'], denied };
  const reads = mode === 'review' ? reading : [];
  const writes = output === undefined ? [] : writing;
  return {
    tools: [...reads, ...writes],
    allowed: [...reads.map(inFolder), ...writes.map((tool) => `${tool}(${pattern(output ?? '')})`)],
    denied,
  };
}

/** Escapes pattern characters, so that the path is matched literally. */
const pattern = (path: string) => `./${path.replace(/^\.\//, '').replace(/[\\*?[\]{}!()]/g, '\\$&')}`;

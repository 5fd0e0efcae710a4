/**
 * Which tools a role has, and which of their uses are allowed. What is not on both lists does not happen: nobody is asked.
 *
 *   L1. The tools of a role are the same in all its calls, so that the provider's cache hits; only what is allowed differs.
 *   L2. A role that only reads has no tool that writes, unless it has one file to write: then it may write that one.
 */
import type { AgentRequest } from '../provider.ts';

export interface Whitelist {
  readonly tools: readonly string[];
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
}

const reading = ['Read', 'Grep', 'Glob'];
const writing = ['Edit', 'Write'];
/** Files are read and written below the folder; what a command may touch is the sandbox's to say. */
const below = (tool: string) => `${tool}(./**)`;
/** The harness commits; an agent that could write git's own files could make git run its programs. */
const denied = writing.flatMap((tool) => [`${tool}(./.git)`, `${tool}(./.git/**)`]);

export function whitelistFor({ mode, output }: Pick<AgentRequest, 'mode' | 'output'>): Whitelist {
  if (mode === 'exec')
    return { tools: [...reading, ...writing, 'Bash'], allowed: [...reading, ...writing.map(below), 'Bash'], denied };
  const looking = mode === 'review' ? reading : [];
  const own = output === undefined ? [] : writing;
  return {
    tools: [...looking, ...own],
    allowed: [...looking.map(below), ...own.map((tool) => `${tool}(${pattern(output ?? '')})`)],
    denied,
  };
}

/** The path itself: signs that a pattern would read otherwise stand for themselves. */
const pattern = (path: string) => `./${path.replace(/^\.\//, '').replace(/[\\*?[\]{}!()]/g, '\\$&')}`;

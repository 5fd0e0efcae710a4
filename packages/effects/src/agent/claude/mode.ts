/**
 * Defines the tools of a role and their allowed uses. Everything else is denied without asking.
 *
 *   L1. The tools of a role are the same in all its calls, so that the provider's cache hits; only the allowed uses
 *       differ.
 *   L2. A read-only role has no tool that writes, unless it names paths: then it may write only those.
 *   L3. In the checkout, a working role may write below `.harness` only if it names a path there. The sandbox limits it to
 *       exactly these paths.
 */
import { isFolderPath, isInHarnessFolder } from '@harness/core/role/write-access';
import { writeAccessOf } from '../named-paths.ts';
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

export function whitelistFor(request: Pick<AgentRequest, 'mode' | 'writes' | 'cwd' | 'runFolder'>): Whitelist {
  const { mode, writes } = request;
  if (mode === 'exec')
    return {
      tools: [...reading, ...writing, 'Bash'],
      allowed: [...reading, ...writing.map(inFolder), 'Bash'],
      denied: [...denied, ...deniedHarnessFolder(request)],
    };
  const reads = mode === 'review' ? reading : [];
  const named = (writes ?? []).flatMap((path) => writing.map((tool) => `${tool}(${pattern(path)})`));
  return {
    tools: [...reads, ...(writes === undefined ? [] : writing)],
    allowed: [...reads.map(inFolder), ...named],
    denied,
  };
}

/** A rule that denies outweighs one that allows, so a folder with a named path cannot be denied as a whole. */
function deniedHarnessFolder(request: Pick<AgentRequest, 'mode' | 'writes' | 'cwd' | 'runFolder'>): readonly string[] {
  const { isCheckout, writes } = writeAccessOf(request);
  return isCheckout && !writes.some(isInHarnessFolder) ? writing.map((tool) => `${tool}(./.harness/**)`) : [];
}

/** Escapes pattern characters, so that the path is matched literally; a folder means everything below it. */
const pattern = (path: string) => {
  const literal = `./${path.replace(/[\\*?[\]{}!()]/g, '\\$&')}`;
  return isFolderPath(path) ? `${literal}**` : literal;
};

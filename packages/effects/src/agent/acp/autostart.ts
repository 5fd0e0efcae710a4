/**
 * Finds repository files from which an agent would start programs, whatever its settings. Only plain files may have an
 * effect.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AcpAgent } from './agent.ts';

/**
 * Returns the first such file in the folder or its parents, up to the root of the repository; `undefined` if there is
 * none.
 */
export function findAutostartPrograms(agent: AcpAgent, cwd: string): string | undefined {
  const { startsUnasked = [] } = agent;
  const here = startsUnasked.map((name) => join(cwd, name)).find((path) => existsSync(path));
  const isTop = existsSync(join(cwd, '.git')) || dirname(cwd) === cwd;
  return here ?? (isTop ? undefined : findAutostartPrograms(agent, dirname(cwd)));
}

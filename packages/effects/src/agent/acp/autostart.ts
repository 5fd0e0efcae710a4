/** Programs of the repository that an agent would start whatever it is told: nothing of a repository but its files may have effect. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AcpAgent } from './agent.ts';

/** The first of them, in the folder or above it as far as the repository reaches. */
export function findAutostartPrograms(agent: AcpAgent, cwd: string): string | undefined {
  const { startsUnasked = [] } = agent;
  const here = startsUnasked.map((name) => join(cwd, name)).find((path) => existsSync(path));
  const isTop = existsSync(join(cwd, '.git')) || dirname(cwd) === cwd;
  return here ?? (isTop ? undefined : findAutostartPrograms(agent, dirname(cwd)));
}

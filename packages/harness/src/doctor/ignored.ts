/** Lists settings for agents in the repository that have no effect here: hooks, servers, permissions, key helpers. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { allFacts } from '@harness/core/providers/providers';
import { type Diagnosis, passed } from './diagnosis.ts';

const places = allFacts.flatMap(({ repositorySettings = [] }) => repositorySettings);

export function ignored(root: string): Diagnosis {
  const found = places.filter((place) => existsSync(join(root, place)));
  const detail = found.length === 0 ? 'the repository has no agent settings' : `ignored: ${found.join(', ')}`;
  return passed('agent.settings', false, detail);
}

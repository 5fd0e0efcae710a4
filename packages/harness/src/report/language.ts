/** In which language a report speaks when nobody said: the one that is configured here. A broken configuration is told by others. */
import { Refusal } from '@harness/core/refusal';
import { configFor, configPath } from '../config.ts';

export async function languageHere(root: string): Promise<string | undefined> {
  if (configPath(root) === undefined) return undefined;
  try {
    return (await configFor(root, {}, process.env)).language;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** In which language a report speaks when nobody said: the one that is configured here. A broken configuration is told by others. */
import { readdirSync } from 'node:fs';
import { Refusal } from '@harness/core/failure/refusal';

export async function configuredLanguage(root: string): Promise<string | undefined> {
  if (!hasConfig(root)) return undefined; // most have none, and reading one takes longer than the report
  const { loadConfig: configFor } = await import('../settings/config.ts');
  try {
    return (await configFor(root, {}, process.env)).language;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

const hasConfig = (root: string) => readdirSync(root).some((name) => name.startsWith('harness.config.'));

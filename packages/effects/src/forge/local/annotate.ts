/** Labels a pull request of the local forge. */
import type { LocalRepository } from './local-repository.ts';
import { readPullFile, writePullFile } from './pull-file.ts';

export async function labelLocal({ folder }: LocalRepository, pull: number, label: string): Promise<void> {
  const file = await readPullFile(folder, pull);
  if (!file.labels.includes(label)) await writePullFile(folder, { ...file, labels: [...file.labels, label] });
}

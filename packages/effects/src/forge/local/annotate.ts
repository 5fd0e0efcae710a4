/** What is written beside a pull request of the local forge: labels and comments, each once. */
import { markOf } from '@harness/core/forge/body';
import type { ForgeTask } from '../forge.ts';
import type { LocalRepository } from './local-repository.ts';
import { readPullFile, writePullFile } from './pull-file.ts';
import { urlOf } from './read-pull.ts';

export async function labelLocal({ folder }: LocalRepository, pull: number, label: string): Promise<void> {
  const file = await readPullFile(folder, pull);
  if (!file.labels.includes(label)) await writePullFile(folder, { ...file, labels: [...file.labels, label] });
}

/** A comment of this effect that is there already is the one. */
export async function commentLocal(
  place: LocalRepository,
  pull: number,
  text: string,
  { effect }: ForgeTask,
): Promise<string> {
  const file = await readPullFile(place.folder, pull);
  const mark = markOf(effect);
  const at = file.comments.findIndex((comment) => comment.text.includes(mark));
  const comment = { by: 'harness', at: new Date().toISOString(), text: `${text}\n\n${mark}` };
  if (at === -1) await writePullFile(place.folder, { ...file, comments: [...file.comments, comment] });
  return `${urlOf(place, pull)}#comment-${(at === -1 ? file.comments.length : at) + 1}`;
}

/** Files for people below `.harness`: an escalation, a checkpoint that waits; and what is over is taken away again. */
import { rm } from 'node:fs/promises';
import { type Outcome, ok } from '@harness/core/failure';
import { checkpointFiles, escalationFile, type Note, noteFile, noteText } from '@harness/core/mission/note';
import { inside, placeFile } from '../checkout/file.ts';
import { type FeaturesWork, folder } from './work.ts';

export async function writeNote({ repo }: FeaturesWork, { note }: { note: Note }): Promise<Outcome<'written'>> {
  await placeFile(repo, `${folder}/${noteFile(note)}`, noteText(note));
  return ok('written');
}

type Settled = { readonly escalation: true } | { readonly checkpoint: string } | { readonly withdrawn: string };

/** That a checkpoint has fired is written before what granted it goes: it must not fire again. */
export async function settleNote({ repo }: FeaturesWork, settled: Settled): Promise<Outcome<'settled'>> {
  const remove = (name: string) => rm(inside(repo, `${folder}/${name}`), { force: true });
  if ('escalation' in settled) {
    await remove(escalationFile);
    return ok('settled');
  }
  const name = 'checkpoint' in settled ? settled.checkpoint : settled.withdrawn;
  const { pending, granted, fired } = checkpointFiles(name);
  if ('checkpoint' in settled) await placeFile(repo, `${folder}/${fired}`, '');
  for (const file of [pending, ...granted]) await remove(file);
  return ok('settled');
}

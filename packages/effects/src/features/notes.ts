/** Writes files for people below `.harness` (escalations, pending checkpoints), and removes settled ones. */
import { rm } from 'node:fs/promises';
import { type Outcome, ok } from '@harness/core/failure/failure';
import {
  checkpointFiles,
  escalationFile,
  noteFile,
  noteText,
  type PersonNote,
} from '@harness/core/mission/person-notes';
import { resolveInside, writeFileWhole } from '../checkout/file.ts';
import { type FeaturesContext, harnessFolder } from './context.ts';

export async function performWriteNote(
  { repo }: FeaturesContext,
  { note }: { note: PersonNote },
): Promise<Outcome<'written'>> {
  await writeFileWhole(repo, `${harnessFolder}/${noteFile(note)}`, noteText(note));
  return ok('written');
}

type SettledNote = { readonly escalation: true } | { readonly checkpoint: string } | { readonly withdrawn: string };

/** Records that the checkpoint fired before its grant is removed: it must not fire again. */
export async function performSettleNote({ repo }: FeaturesContext, settled: SettledNote): Promise<Outcome<'settled'>> {
  const remove = (name: string) => rm(resolveInside(repo, `${harnessFolder}/${name}`), { force: true });
  if ('escalation' in settled) {
    await remove(escalationFile);
    return ok('settled');
  }
  const name = 'checkpoint' in settled ? settled.checkpoint : settled.withdrawn;
  const { pending, granted, fired } = checkpointFiles(name);
  if ('checkpoint' in settled) await writeFileWhole(repo, `${harnessFolder}/${fired}`, '');
  for (const file of [pending, ...granted]) await remove(file);
  return ok('settled');
}

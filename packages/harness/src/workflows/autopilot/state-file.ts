/**
 * Finds the state file of a session that no run of this harness owns: of an older version, another tool, or a removed run.
 *
 *   F1. Reading changes nothing. Files move only when the session starts, after every refusal.
 *   F2. A corrupt file is moved aside and kept, and so is the file of version 1, which has one session for the repository.
 */
import { existsSync, lstatSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { refusalOf } from '@harness/core/failure/refusal';
import { firstStateFile, sessionStateName } from '@harness/core/sessions/autopilot-state';
import { sessionDocumentText } from '@harness/core/sessions/session-document';
import { importSession } from '@harness/core/sessions/session-import';
import { sessionFolder } from '@harness/core/sessions/slug';
import { autopilotCodes } from '@harness/core/workflows/autopilot/codes';
import type { ImportedSession } from '@harness/core/workflows/autopilot/session';
import { resolveContained } from '@harness/effects/contained-path';
import { readRef } from '@harness/effects/git/refs/ref';
import { readTextFile } from '@harness/effects/plans/text-file';
import { refuseUnwritableSync } from '@harness/engine/store/durable-file';
import { replaceView } from '../../run/view-file.ts';
import type { Spec } from './spec.ts';

export type StateFile =
  /** There is none, or its session is done. */
  | { readonly is: 'none' }
  | { readonly is: 'corrupt'; readonly file: string }
  | { readonly is: 'session'; readonly session: ImportedSession };

const maxBytes = 8_000_000;

export async function findStateFile(root: string, spec: Pick<Spec, 'path' | 'slug'>): Promise<StateFile> {
  const own = `${sessionFolder(spec.slug)}${sessionStateName}`;
  const found = await readStateFile(root, own, spec);
  if (found.is === 'session' && found.session.document.specPath !== spec.path)
    throw refusalOf(autopilotCodes, 'autopilot.other-session', {
      path: sessionFolder(spec.slug),
      spec: found.session.document.specPath,
    });
  if (found.is !== 'none') return found;
  const first = await readStateFile(root, firstStateFile, spec);
  const isOurs = first.is !== 'session' || first.session.document.specPath === spec.path;
  return isOurs ? first : { is: 'none' };
}

async function readStateFile(
  root: string,
  file: string,
  { path, slug }: Pick<Spec, 'path' | 'slug'>,
): Promise<StateFile> {
  if (lstatSync(join(root, file), { throwIfNoEntry: false }) === undefined) return { is: 'none' };
  const contained = resolveContained(root, file);
  const read = contained.ok ? readTextFile(contained.path, maxBytes) : null;
  if (read?.is !== 'text') return { is: 'corrupt', file };
  const startingCommit = (await readRef(root, 'HEAD^{commit}')) ?? '';
  const imported = importSession(read.text, { sessionDir: sessionFolder(slug), specPath: path, startingCommit });
  switch (imported.is) {
    case 'newer':
      throw refusalOf(autopilotCodes, 'autopilot.newer-state', { path: file, version: imported.version });
    case 'corrupt':
      return { is: 'corrupt', file };
    case 'read': {
      const { document, foreign } = imported;
      if (document.currentState === 'DONE') return { is: 'none' };
      return { is: 'session', session: { from: file, document, foreign } };
    }
  }
}

/** Returns the new path. */
export function moveAside(root: string, file: string): string {
  const aside = `${file}.corrupt-${new Date().toISOString().replaceAll(':', '-')}`;
  refuseUnwritableSync(join(root, file), () => renameSync(join(root, file), join(root, aside)));
  return aside;
}

/** Moves the file of version 1 into its session. The copy is written first, so that a crash loses nothing. */
export function migrateFirstFile(root: string, { from, document, foreign }: ImportedSession): void {
  if (from !== firstStateFile) return;
  replaceView(join(root, document.sessionDir, sessionStateName), sessionDocumentText(document, foreign));
  const old = join(root, from);
  const kept = existsSync(`${old}.migrated`) ? `${old}.migrated-${Date.now()}` : `${old}.migrated`;
  refuseUnwritableSync(old, () => renameSync(old, kept));
}

/**
 * Reads the texts that a prompt refers to: artifacts as stored, files of the folder as they are now.
 *
 * A missing or unreadable file reads as empty, and the prompt says what that means. A path that leads out of the folder
 * is never read.
 */

import { readFileSync } from 'node:fs';
import { isArtifact, isLabelled, type ReadText } from '@harness/core/text/text';
import { readArtifact } from '../artifact/store.ts';
import { resolveContained } from '../contained-path.ts';
import { excerpt } from '../excerpt.ts';
import { tryOr } from '../file/file-system.ts';

const maxTextBytes = 200_000;

export const textReader =
  (runFolder: string, cwd: string): ReadText =>
  (text) => {
    if (isArtifact(text)) return readArtifact(runFolder, text, maxTextBytes);
    if (isLabelled(text))
      return text.texts.map(({ label, file }) => `## ${label}\n\n${readIn(cwd, file)}`).join('\n\n');
    return readIn(cwd, text.file);
  };

function readIn(cwd: string, file: string): string {
  const place = resolveContained(cwd, file);
  if (!place.ok) return '';
  return excerpt(
    tryOr(() => readFileSync(place.path, 'utf8'), '', ...unreadable),
    maxTextBytes,
  );
}

const unreadable = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'ELOOP'];

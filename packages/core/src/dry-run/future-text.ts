/** Reads the texts of a simulated prompt: existing files from the disk, future files as placeholders. */
import { isArtifact, isLabelled, type ReadText } from '../text/text.ts';
import type { Placeholder } from './assumed-answers.ts';
import type { FutureFiles } from './future-files.ts';

/** `read` reads a file from the disk. Simulated artifacts have their placeholder as path. */
export const readFutureText =
  (written: FutureFiles, placeholder: Placeholder, read: ReadText): ReadText =>
  (text) => {
    if (isArtifact(text)) return text.path;
    if (isLabelled(text)) {
      const one = readFutureText(written, placeholder, read);
      return text.texts.map(({ label, file }) => `## ${label}\n\n${one({ file })}`).join('\n\n');
    }
    const writer = written.get(text.file);
    if (writer === undefined) return read(text);
    return 'by' in writer ? placeholder(writer.by) : read({ file: writer.copyOf });
  };

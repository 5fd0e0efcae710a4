/** Reads the texts that a foreseen prompt refers to: what is there as it is, what is still to be written as a mark. */
import { isArtifact, isLabelled, type ReadText } from '../text/text.ts';
import type { Placeholder } from './assumed-answers.ts';
import type { FutureFiles } from './future-files.ts';

/** `read` reads what is on the disk now. Artifacts are invented here, and say themselves what they are. */
export const readFutureText =
  (written: FutureFiles, mark: Placeholder, read: ReadText): ReadText =>
  (text) => {
    if (isArtifact(text)) return text.path;
    if (isLabelled(text)) {
      const one = readFutureText(written, mark, read);
      return text.texts.map(({ label, file }) => `## ${label}\n\n${one({ file })}`).join('\n\n');
    }
    const writer = written.get(text.file);
    if (writer === undefined) return read(text);
    return 'by' in writer ? mark(writer.by) : read({ file: writer.copyOf });
  };

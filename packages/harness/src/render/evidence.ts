/** Prints the files that a question is about, shortened to a screen (W-97). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { QuestionInput } from '@harness/core/effects/question';
import type { Artifact } from '@harness/core/journal/artifact';
import { messagesFor } from '@harness/core/messages/index';
import { isArtifact } from '@harness/core/text/text';
import { textReader } from '@harness/effects/agent/texts';
import { columnWidth, printableLines } from './printable.ts';
import type { Output } from './screen.ts';
import { createColours } from './symbols.ts';

/** Empty if there is no file to show. */
export type RenderEvidence = (question: Pick<QuestionInput, 'evidence'>) => string;

const maxLines = 60;
const width = 78;

const isDocumentDiff = ({ path }: Artifact) => path.endsWith('.document.diff');

/** Reads the current files of the checkout, and the diff of a changed one. Other artifacts are long; commands print them. */
export function createEvidenceRenderer(
  { root, runFolder }: { readonly root: string; readonly runFolder: string },
  output: Pick<Output, 'colour' | 'language'>,
): RenderEvidence {
  const { dim, good, bad } = createColours(output.colour);
  const read = textReader(runFolder, root);
  const rule = (title: string) => dim(`──${title}${'─'.repeat(Math.max(3, width - 2 - columnWidth(title)))}`);
  const shorten = (title: string, text: string, colour = (line: string) => line): readonly string[] => {
    const lines = printableLines(text).trimEnd().split('\n');
    const left = lines.length - maxLines;
    const below = left > 0 ? ` ${messagesFor(output.language).asking.more({ count: left, file: title })} ` : '';
    return lines.join('') === '' ? [] : [rule(` ${title} `), ...lines.slice(0, maxLines).map(colour), rule(below)];
  };
  const diffColour = (line: string) => (line.startsWith('+') ? good(line) : line.startsWith('-') ? bad(line) : line);
  const diffLines = (diff: Artifact) =>
    isDocumentDiff(diff) && existsSync(join(runFolder, diff.path)) ? shorten('diff', read(diff), diffColour) : [];
  return ({ evidence }) =>
    evidence
      .flatMap((one) => (isArtifact(one) ? diffLines(one) : shorten(one.file, read(one))))
      .map((line) => `${line}\n`)
      .join('');
}

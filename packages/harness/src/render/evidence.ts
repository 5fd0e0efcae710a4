/** Prints the files that a question is about, shortened to a screen (W-97). */
import type { QuestionInput } from '@harness/core/effects/question';
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

/** Reads the current files of the checkout. Artifacts are long; other commands print them. */
export function createEvidenceRenderer(root: string, output: Pick<Output, 'colour' | 'language'>): RenderEvidence {
  const { dim } = createColours(output.colour);
  const read = textReader(root, root);
  const rule = (title: string) => dim(`──${title}${'─'.repeat(Math.max(3, width - 2 - columnWidth(title)))}`);
  const fileLines = (file: string): readonly string[] => {
    const lines = printableLines(read({ file })).trimEnd().split('\n');
    const left = lines.length - maxLines;
    const below = left > 0 ? ` ${messagesFor(output.language).asking.more({ count: left, file })} ` : '';
    return lines.join('') === '' ? [] : [rule(` ${file} `), ...lines.slice(0, maxLines), rule(below)];
  };
  return ({ evidence }) =>
    evidence
      .flatMap((one) => (isArtifact(one) ? [] : fileLines(one.file)))
      .map((line) => `${line}\n`)
      .join('');
}

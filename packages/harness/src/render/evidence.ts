/** What a person should read before they answer: the files that a question is about, as far as a screen takes them (W-97). */
import type { QuestionInput } from '@harness/core/effects/question';
import { messagesFor } from '@harness/core/messages/index';
import { isArtifact } from '@harness/core/text/text';
import { textReader } from '@harness/effects/agent/texts';
import { columnWidth, printableLines } from './printable.ts';
import type { Output } from './screen.ts';
import { createColours } from './symbols.ts';

/** Nothing when there is nothing to read. */
export type RenderEvidence = (question: Pick<QuestionInput, 'evidence'>) => string;

const mostLines = 60;
const width = 78;

/** Files of the checkout as they are now. Artifacts are long, and are shown by the commands that are about them. */
export function createEvidenceRenderer(
  root: string,
  { colour, language }: Pick<Output, 'colour' | 'language'>,
): RenderEvidence {
  const { dim } = createColours(colour);
  const read = textReader(root, root);
  const rule = (title: string) => dim(`──${title}${'─'.repeat(Math.max(3, width - 2 - columnWidth(title)))}`);
  const shown = (file: string): readonly string[] => {
    const lines = printableLines(read({ file })).trimEnd().split('\n');
    const left = lines.length - mostLines;
    const below = left > 0 ? ` ${messagesFor(language).asking.more({ count: left, file })} ` : '';
    return lines.join('') === '' ? [] : [rule(` ${file} `), ...lines.slice(0, mostLines), rule(below)];
  };
  return ({ evidence }) =>
    evidence
      .flatMap((one) => (isArtifact(one) ? [] : shown(one.file)))
      .map((line) => `${line}\n`)
      .join('');
}

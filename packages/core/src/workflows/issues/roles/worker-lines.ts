/**
 * Reads the lines of a worker that the loop acts on. All other words of the worker decide nothing.
 *
 *   L1. A line counts only outside of quotations and code, because the worker may quote the issue.
 */
import { answerLines } from '../../../answer-contracts/answer-lines.ts';
import { stripEmphasis } from '../../../answer-contracts/plain.ts';
import { boundedLine } from '../../../text/bounded-text.ts';

export interface WorkerLines {
  readonly friction: readonly string[];
  /** Why the group cannot be built; `null` if it can. */
  readonly blocked: string | null;
  /** The first line, for logs. */
  readonly said: string;
}

const marked = /^(?:[-*+]\s+)?(?<word>FRICTION|BLOCKED):\s*(?<rest>\S.*)$/;
const maxPoints = 5;

export function readWorkerLines(text: string): WorkerLines {
  const lines = answerLines(text).flatMap(({ text: line, quoted }) => (quoted ? [] : [stripEmphasis(line)]));
  const found = lines.flatMap((line) => {
    const { word, rest } = marked.exec(line)?.groups ?? {};
    return word === undefined || rest === undefined ? [] : [{ word, rest: boundedLine(rest, 300) }];
  });
  const said = lines.findLast((line) => !marked.test(line));
  return {
    friction: found
      .filter(({ word }) => word === 'FRICTION')
      .map(({ rest }) => rest)
      .slice(0, maxPoints),
    blocked: found.find(({ word }) => word === 'BLOCKED')?.rest ?? null,
    said: boundedLine(said ?? '', 300),
  };
}

const missing = /^missing dependency\s*[:,–—-]\s*(?<what>\S.*)$/i;

/** The dependency that must exist first; `null` for any other reason. */
export const missingDependency = (blocked: string): string | null => missing.exec(blocked)?.groups?.['what'] ?? null;

/**
 * Runs a parser in its own process: a file that an agent wrote may crash it, or keep it busy forever.
 *
 *   P1. The parser gets the texts on its input and prints one line per file: a syntax tree, or `null`.
 *   P2. A file that ends the parser, or exceeds the time or the output limit, has no tree. The others are read without it.
 *   P3. The parser runs outside the repository, with a minimal environment, and never executes a text.
 */
import { spawnProgram } from '../git/spawn-program.ts';

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

export interface ParserProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface ParserLimits {
  /** For all files together. Files that are not read until then have no tree. */
  readonly timeoutMs: number;
  /** For a process, which reads several files. */
  readonly processTimeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Characters of text for one process. Default: 500,000, because a tree is much larger than its text. */
  readonly batchLength?: number;
}

/** A parser does not work here. */
export class ParserStartError extends Error {
  override readonly name = 'ParserStartError';

  constructor(parser: string) {
    super(`${parser} does not start. Reinstall the packages of harness: npm ci`);
  }
}

/** The first line of a parser, when it is ready to read files. */
export const readyLine = 'ready';

const maxOutputBytes = 400 * 1024 * 1024;
const defaultBatchLength = 500_000;

/** The trees of the files in their order; `undefined` if the parser itself does not work here. */
export async function parseFiles(
  parser: ParserProgram,
  files: readonly SourceText[],
  limits: ParserLimits,
): Promise<readonly unknown[] | undefined> {
  const trees: unknown[] = [];
  const endAt = performance.now() + limits.timeoutMs;
  while (trees.length < files.length && performance.now() < endAt) {
    const batch = firstBatch(files.slice(trees.length), limits.batchLength ?? defaultBatchLength);
    const timeoutMs = Math.min(limits.processTimeoutMs, Math.max(1, endAt - performance.now()));
    const lines = await runParser(parser, batch, timeoutMs, limits.signal);
    limits.signal?.throwIfAborted();
    if (lines === undefined) return undefined;
    trees.push(...lines.map((line): unknown => JSON.parse(line)));
    if (lines.length < batch.length) trees.push(null); // the file that ended the parser
  }
  return files.map((_, at) => trees[at] ?? null);
}

function firstBatch(files: readonly SourceText[], batchLength: number): readonly SourceText[] {
  let length = 0;
  const end = files.findIndex(({ text }) => {
    length += text.length;
    return length > batchLength;
  });
  return end < 0 ? files : files.slice(0, Math.max(1, end));
}

/** The complete lines of the parser, one per file that it read; `undefined` if it was not ready. */
async function runParser(
  { program, args, env }: ParserProgram,
  files: readonly SourceText[],
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<readonly string[] | undefined> {
  const input = JSON.stringify(files);
  const result = await spawnProgram(program, args, {
    cwd: '/',
    env,
    input,
    maxBytes: maxOutputBytes,
    timeoutMs,
    signal,
  });
  if (result.is === 'refused') return undefined;
  const [first, ...lines] = completeLines(result.stdout);
  return first === readyLine ? lines : undefined;
}

/** Each line is decoded by itself: all of them may be longer than the longest string. */
function completeLines(output: Buffer): readonly string[] {
  const lines: string[] = [];
  for (let at = 0, end = output.indexOf(10); end >= 0; at = end + 1, end = output.indexOf(10, at))
    lines.push(output.toString('utf8', at, end));
  return lines;
}

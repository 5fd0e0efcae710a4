/**
 * Passes only protocol messages of an agent's output: programs also print greetings, warnings and debug output there.
 *
 * The end of the removed text is kept to explain a failure.
 */
import { parseJson } from '@harness/core/text/json';

const maxKeptChars = 1_000;
/** A longer line is not a message. */
const maxLineChars = 64_000_000;

export interface StdoutFilter {
  readonly stream: TransformStream<Uint8Array, Uint8Array>;
  garbage(): string;
}

export function createStdoutFilter(): StdoutFilter {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  let kept = '';
  const pass = (line: string, controller: TransformStreamDefaultController<Uint8Array>) => {
    if (isMessage(line)) controller.enqueue(encoder.encode(`${line}\n`));
    else kept = `${kept}${line}\n`.slice(-maxKeptChars);
  };
  return {
    garbage: () => kept.trim(),
    stream: new TransformStream({
      transform(chunk, controller) {
        const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) pass(line, controller);
        if (rest.length > maxLineChars) controller.error(new Error('it printed a line that is too long'));
      },
      flush: (controller) => pass(rest, controller),
    }),
  };
}

/** A message is one object of JSON-RPC on a line. */
const isMessage = (line: string): boolean =>
  line.trimStart().startsWith('{') && (parseJson(line) as { jsonrpc?: unknown } | undefined)?.jsonrpc === '2.0';

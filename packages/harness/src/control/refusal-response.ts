/** Turns any error into the status and JSON body of a response. */
import { ControlRefusal, statusOf } from '@harness/core/control/refusal';
import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import { controlText, refusalText } from '@harness/core/messages/lookup';
import { keyRedactor } from '@harness/effects/secret/redactor';
import { printableLines } from '../render/printable.ts';

export function toRefusalResponse(error: unknown, language?: string): ReturnType<typeof toResponse> {
  const messages = messagesFor(language);
  if (error instanceof ControlRefusal)
    return toResponse(error.status, error.code, controlText(messages, error.code, error.params));
  if (!(error instanceof Refusal)) return toRefusalResponse(broken(error), language);
  return toResponse(error.status ?? statusOf(error.code), error.code, refusalText(messages, error.code, error.params));
}

function toResponse(status: number, code: string, words: ReturnType<typeof refusalText>) {
  return { status, body: { version: 1, error: { code, ...keyRedactor().deep(words) } } };
}

/** An unexpected error is a defect. Its text may contain anything, so it goes to standard error and not to the client. */
function broken(error: unknown): ControlRefusal {
  process.stderr.write(`${printableLines(keyRedactor().text(String((error as Error).stack ?? error)))}\n`);
  return new ControlRefusal('control.broken');
}

/** The text of a refusal for a person: without keys, and with parameters that are safe for a terminal. */
import type { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import { refusalText } from '@harness/core/messages/lookup';
import { keyRedactor } from '@harness/effects/secret/redactor';
import { printable, printableLines } from './printable.ts';

type Params = Refusal['params'];

export function refusalWords({ code, params }: Refusal, language: string | undefined): ReturnType<typeof refusalText> {
  return keyRedactor().deep(refusalText(messagesFor(language), code, printableParams(params)));
}

/** Only `problems` is a list with one line per problem; its writer makes each line printable. */
const printableParams = (params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      return [name, name === 'problems' ? printableLines(value) : printable(value)];
    }),
  );

/** Writes a document as JSON, redacted, in parts: a long document must not stall the server. */
import type { Redactor } from '@harness/effects/secret/redactor';

/** Items of a list that are written at once. */
const batchSize = 20;

export function* jsonInParts(document: object, { deep, text }: Pick<Redactor, 'deep' | 'text'>) {
  const fields: string[] = [];
  for (const [name, value] of Object.entries(document)) {
    const written = Array.isArray(value) ? yield* listInParts(value, deep) : JSON.stringify(deep(value as unknown));
    if (written !== undefined) fields.push(`${JSON.stringify(text(name))}:${written}`);
    yield;
  }
  return `{${fields.join(',')}}`;
}

function* listInParts(list: readonly unknown[], deep: Redactor['deep']): Generator<void, string> {
  const batches: string[] = [];
  for (let at = 0; at < list.length; at += batchSize) {
    batches.push(JSON.stringify(deep(list.slice(at, at + batchSize))).slice(1, -1));
    yield;
  }
  return `[${batches.join(',')}]`;
}

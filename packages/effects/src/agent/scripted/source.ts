/** Parses the text of a script; a `ScriptError` says in one sentence why it is not readable. */
import { isScalar, parseDocument } from 'yaml';

export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  readonly code: 'missing' | 'unreadable' | 'invalid';

  constructor(code: ScriptError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export function parseYaml(source: string, file: string): unknown {
  const document = parseDocument(source);
  const problems = document.errors.map(({ message }) => (message.split('\n')[0] ?? '').replace(/:$/, ''));
  if (problems.length > 0) throw new ScriptError('invalid', `The script ${file} is not YAML: ${problems.join('; ')}.`);
  const value = plainValue(document, file);
  for (const list of ['answers', 'people']) {
    const length = (value as Record<string, unknown[] | undefined> | null)?.[list]?.length ?? 0;
    for (let at = 0; at < length; at++) keepDigits(document.getIn([list, at, 'when', 'item'], true));
  }
  return plainValue(document, file);
}

/** A missing alias, or too many of them, is found only here. */
function plainValue(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new ScriptError('invalid', `The script ${file} is not YAML: ${error.message}.`);
  }
}

/** An id keeps its digits: plan 0007 is not plan 7. */
function keepDigits(item: unknown): void {
  if (isScalar(item) && typeof item.value === 'number' && item.source !== undefined) item.value = item.source;
}

/** Reads the text of a script, and says in one sentence why it cannot be read. */
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
  const wrong = document.errors.map(({ message }) => (message.split('\n')[0] ?? '').replace(/:$/, ''));
  if (wrong.length > 0) throw new ScriptError('invalid', `The script ${file} is not YAML: ${wrong.join('; ')}.`);
  for (const list of ['answers', 'people']) {
    const length = (document.toJS() as Record<string, unknown[] | undefined> | null)?.[list]?.length ?? 0;
    for (let at = 0; at < length; at++) asWritten(document.getIn([list, at, 'when', 'item'], true));
  }
  return document.toJS();
}

/** Plan 0007 is not plan 7: a number that is an id keeps the digits that were written. */
function asWritten(item: unknown): void {
  if (isScalar(item) && typeof item.value === 'number' && item.source !== undefined) item.value = item.source;
}

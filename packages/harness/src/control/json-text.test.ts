import { finishParts } from '@harness/core/views/parts';
import { redactorFor } from '@harness/effects/secret/redactor';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonInParts } from './json-text.ts';

const secret = 'sk-ant-api03-0123456789abcdef0123456789';
const redactor = redactorFor({}, [secret]);

test('is the same text as in one part, for any document', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.option(fc.jsonValue(), { nil: undefined })), (document) => {
      expect(finishParts(jsonInParts(document, redactor))).toBe(JSON.stringify(redactor.deep(document)));
    }),
  );
});

test('pauses within a long list, and redacts every part', () => {
  const document = { runs: Array.from({ length: 1_000 }, (_, n) => ({ n, text: secret })), note: secret };
  const parts = jsonInParts(document, redactor);
  let pauses = 0;
  for (let next = parts.next(); ; next = parts.next(), pauses++) {
    if (!next.done) continue;
    expect(next.value).toBe(JSON.stringify(document).replaceAll(secret, '[redacted]'));
    break;
  }
  expect(pauses).toBeGreaterThan(10);
});

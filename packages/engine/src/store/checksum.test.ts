import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addChecksum, verifyChecksum } from './checksum.ts';

const document = fc.dictionary(fc.string(), fc.jsonValue()).filter((one) => Object.keys(one).length > 0);

test('reads back a document with its checksum', () => {
  fc.assert(
    fc.property(document, (one) => {
      expect(verifyChecksum(addChecksum(one))).toEqual(JSON.parse(JSON.stringify(one)));
    }),
  );
});

test('rejects a line that was cut or changed anywhere', () => {
  const line = addChecksum({ version: 1, text: '인사 hello', list: [1, 2, 3] });
  for (let n = 0; n < line.length; n++) {
    expect(verifyChecksum(line.slice(0, n))).toBeUndefined();
    const other = line[n] === 'x' ? 'y' : 'x';
    expect(verifyChecksum(`${line.slice(0, n)}${other}${line.slice(n + 1)}`)).toBeUndefined();
  }
});

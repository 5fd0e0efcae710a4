import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addChecksum, verifyChecksum } from './checksum.ts';

const document = fc.dictionary(fc.string(), fc.jsonValue()).filter((one) => Object.keys(one).length > 0);

test('reads back a document with its checksum', () => {
  fc.assert(
    fc.property(document, (one) => {
      const { line, link } = addChecksum(one, 7);
      expect(verifyChecksum(line, 7)).toEqual({ document: JSON.parse(JSON.stringify(one)), isNext: true, link });
      expect(verifyChecksum(line, 8)).toMatchObject({ isNext: false });
    }),
  );
});

test('rejects a line that was cut or changed anywhere', () => {
  const { line } = addChecksum({ version: 1, text: '인사 hello', list: [1, 2, 3] }, 7);
  for (let n = 0; n < line.length; n++) {
    expect(verifyChecksum(line.slice(0, n), 7)).toBeUndefined();
    const other = line[n] === 'x' ? 'y' : 'x';
    expect(verifyChecksum(`${line.slice(0, n)}${other}${line.slice(n + 1)}`, 7)).toBeUndefined();
  }
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytePath, bytesOfName, nameOfBytes, namesOfBytes } from './byte-name.ts';

test('keeps the bytes of any name', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect([...bytesOfName(nameOfBytes(bytes))]).toEqual([...bytes]);
      expect([...bytesOfName(namesOfBytes(bytes))]).toEqual([...bytes]);
    }),
  );
});

test('reads UTF-8 as it is, also beside a name that is not', () => {
  const output = Buffer.concat([Buffer.from('src/한글😀.js\0'), Buffer.of(0xff), Buffer.from('.js\0')]);
  expect(namesOfBytes(output).split('\0')).toEqual(['src/한글😀.js', '\udcff.js', '']);
  expect(bytePath('/한글', '\udcff.js')).toEqual(
    Buffer.concat([Buffer.from('/한글/'), Buffer.of(0xff), Buffer.from('.js')]),
  );
});

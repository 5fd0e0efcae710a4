import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { parseScript, readScript } from '../scripted/script.ts';
import { ScriptError } from '../scripted/source.ts';
import type { RecordedAnswer } from './answer.ts';
import { readRecord, writeRecord } from './script-file.ts';

const answer = (reply: string, item?: string): RecordedAnswer => ({
  when: { role: 'mission.worker', ...(item === undefined ? {} : { item }), attempt: 1 },
  times: 1,
  raw: true,
  reply,
});

test.each(['record.yaml', 'record.json'])(
  '%s is a valid script for any content, and reads back unchanged',
  async (name) => {
    const file = join(await testFolder(), name);
    const hard = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('\n', '\r', ' ', '\t', '#', '-', ':', '{', '|', '\u0085', '\u2028', '\ufeff', 'x'),
      }),
    );
    const text = hard.map((one) => Buffer.from(one).toString());
    await fc.assert(
      fc.asyncProperty(text, text, text, async (reply, written, item) => {
        const steps = [{ write: { path: 'a', text: written } }];
        const recorded = { answers: [{ ...answer(reply, item), steps, json: { said: [reply] } }], people: [] };
        await writeRecord(file, recorded);
        expect(await readRecord(file)).toEqual(recorded);
        const { script } = await readScript(file);
        expect(script.answers[0]).toMatchObject({
          reply,
          when: { item },
          json: { said: [reply] },
          raw: true,
          times: 1,
        });
        expect(script.answers[0]?.steps).toMatchObject([{ kind: 'write', body: { text: written } }]);
      }),
      { numRuns: 200 },
    );
  },
);

test('puts answers for an item before those without one, which would match it too', async () => {
  const file = join(await testFolder(), 'record.yaml');
  const people = [
    { when: { header: 'Tests', nth: 1 }, choose: 'Allow' },
    { when: { header: 'Tests', item: '0007', nth: 1 }, choose: 'Stop' },
  ];
  await writeRecord(file, { answers: [answer('any'), answer('own', '0007'), answer('last')], people });
  const { script } = await readScript(file);
  expect(script.answers.map(({ reply }) => reply)).toEqual(['own', 'any', 'last']);
  expect(script.people.map(({ choose }) => choose)).toEqual(['Stop', 'Allow']);
});

test('leaves no temporary file, and a failed write keeps the old file', async () => {
  const folder = await testFolder();
  const file = join(folder, 'record.yaml');
  await writeRecord(file, { answers: [answer('one')], people: [] });
  await expect(writeRecord(join(folder, 'none', 'x.yaml'), { answers: [], people: [] })).rejects.toThrow('ENOENT');
  expect(await readdir(folder)).toEqual(['record.yaml']);
  expect((await readRecord(file)).answers).toEqual([answer('one')]);
});

test('rejects a damaged recording as an invalid script', async () => {
  const file = join(await testFolder(), 'record.yaml');
  await writeFile(file, 'version: 1\nanswers: [{ steps: [{ jump: high }] }]\n');
  await expect(readRecord(file)).rejects.toThrow(ScriptError);
  expect(() => parseScript('version: 1\nanswers: []\n', file)).not.toThrow();
});

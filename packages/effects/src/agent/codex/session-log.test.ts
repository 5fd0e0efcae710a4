import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test-folder.ts';
import { openSessionLog } from './session-log.ts';

const line = (type: string, payload: object) => `${JSON.stringify({ timestamp: 'x', type, payload })}\n`;
const used = (input: number) =>
  line('token_usage_record', {
    usage: { input_tokens: input, cached_input_tokens: 3, cache_write_input_tokens: 2, output_tokens: 7 },
  });
const usage = (input: number) => ({ is: 'used', usage: { input: input - 5, output: 7, cacheRead: 3, cacheWrite: 2 } });

test('reads new lines once, only complete ones, from every file, and skips those of earlier calls', async () => {
  const home = await testFolder();
  const folder = join(home, 'sessions/2026/11/15');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'rollout-a.jsonl');
  await writeFile(file, used(100));
  const records = await openSessionLog(home);
  expect(await records.read()).toEqual([]);
  const [half, rest] = [used(10).slice(0, 30), used(10).slice(30)];
  await appendFile(file, half);
  expect(await records.read()).toEqual([]);
  await appendFile(file, rest + used(20));
  await writeFile(join(folder, 'rollout-b.jsonl'), used(30)); // a subagent
  expect(await records.read()).toEqual([usage(10), usage(20), usage(30)]);
  expect(await records.read()).toEqual([]);
});

test('a session that has not started has no entries', async () => {
  expect(await (await openSessionLog(await testFolder())).read()).toEqual([]);
});

/** Reads the entries of a session with these lines. */
async function readEntries(...lines: readonly string[]) {
  const home = await testFolder();
  const records = await openSessionLog(home);
  await mkdir(join(home, 'sessions'), { recursive: true });
  await writeFile(join(home, 'sessions/rollout-a.jsonl'), lines.join(''));
  return records.read();
}

test('ignores lines of other kinds or with an unknown form', async () => {
  for (const text of [
    '{\n',
    '[]\n',
    line('event_msg', {}),
    line('token_usage_record', { usage: 'much' }),
    line('turn_context', {}),
  ])
    expect(await readEntries(text)).toEqual([]);
  expect(await readEntries(line('turn_context', { model: 'm' }))).toEqual([{ is: 'model', model: 'm' }]);
});

describe('refusals', () => {
  const patch = '*** Begin Patch\n*** Update File: src/a b.ts\n+x\n*** End Patch';
  test.each<[string, string, unknown, unknown]>([
    ['apply_patch', patch, 'patch rejected: writing is blocked by read-only sandbox', ['apply_patch', 'src/a b.ts']],
    ['exec_command', '{}', 'unsupported call: exec_command', ['exec_command', '.']],
    [
      'exec',
      'tools…',
      [{ text: 'Script error:\nTypeError: tools.exec_command is not a function' }],
      ['exec_command', '.'],
    ],
    ['exec_command', '{}', "touch: cannot touch '/x/y z': Read-only file system\n", ['exec_command', '/x/y z']],
    ['exec_command', '{}', 'bash: ../out: Read-only file system', ['exec_command', '../out']],
    ['exec_command', '{}', 'all went well', undefined],
  ])('%s', async (tool, input, output, expected) => {
    const found = await readEntries(
      line('response_item', { type: 'function_call', call_id: 'c', name: tool, input }),
      line('response_item', { type: 'function_call_output', call_id: 'c', output }),
    );
    expect(found.map((one) => (one.is === 'refused' ? [one.tool, one.path] : []))).toEqual(expected ? [expected] : []);
  });
});

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Entry } from '@harness/core/journal/journal';
import { afterEach, describe, expect, test } from 'vitest';
import { jsonlStore, type Processes } from './jsonl.ts';
import { storeContract } from './store.contract.ts';

const folders: string[] = [];
const fresh = () => {
  const folder = mkdtempSync(join(tmpdir(), 'harness-store-'));
  folders.push(folder);
  return join(folder, 'runs');
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const processes: Processes = {
  self: () => ({ pid: process.pid, startedAt: 'now' }),
  isAlive: () => false,
  end: async () => {},
};
const make = (folder = fresh()) => jsonlStore(folder, processes);
const moved = (n: number): Entry => ({ type: 'moved', atMs: n, state: { at: `state-${n}` } });

/** A run with three entries and no owner. */
const written = async () => {
  const folder = fresh();
  const owner = await make(folder).own('r', { takeOver: false });
  await (await owner.open('r')).append([moved(1), moved(2), moved(3)]);
  await owner.release();
  return { folder, journal: join(folder, 'r', 'journal.jsonl'), store: make(folder) };
};
const reopened = async (store: ReturnType<typeof make>) => {
  const owner = await store.own('r', { takeOver: false });
  try {
    return await owner.open('r');
  } finally {
    await owner.release();
  }
};

describe('the jsonl store', () => {
  storeContract(() => make());

  test('a line is one JSON document whose last field is its checksum', async () => {
    const { journal } = await written();
    const lines = readFileSync(journal, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(Object.keys(JSON.parse(line) as object).at(-1)).toBe('crc');
  });
});

describe('a torn last line', () => {
  test.each([
    ['cut in the middle', '{"type":"moved","atMs":4,"st'],
    ['whole but without its newline', '{"type":"moved","atMs":4,"state":{"at":"x"},"crc":"00000000"}'],
    ['with a wrong checksum and nothing after it', '{"type":"moved","atMs":4,"state":{"at":"x"},"crc":"00000000"}\n'],
    ['of bytes that are not text', Buffer.from([0, 255, 10])],
  ])('%s never happened: it is cut off and stored, and the run continues', async (_, torn) => {
    const { journal, store, folder } = await written();
    appendFileSync(journal, torn);
    expect(await store.read('r')).toHaveLength(3);
    const writer = await reopened(store);
    expect(writer.entries).toHaveLength(3);
    expect(writer.repaired).toBe('journal.jsonl.torn-1');
    expect(readFileSync(join(folder, 'r', 'journal.jsonl.torn-1'))).toEqual(Buffer.from(torn));
    expect((await reopened(store)).repaired).toBeUndefined();
  });

  test('a file cut at any byte reads as a prefix', async () => {
    const { journal, store } = await written();
    const whole = readFileSync(journal);
    for (let bytes = 0; bytes <= whole.length; bytes++) {
      writeFileSync(journal, whole.subarray(0, bytes));
      const entries = await store.read('r');
      expect(entries).toEqual([moved(1), moved(2), moved(3)].slice(0, entries.length));
    }
  });
});

test('E2 a journal without a complete first line is a run that never started', async () => {
  const { journal, store } = await written();
  for (const content of ['', '{"type":"star']) {
    writeFileSync(journal, content);
    expect(await store.runs()).toEqual([]);
    expect(await store.read('r')).toEqual([]);
  }
});

describe('a damaged line', () => {
  test('before the last line is refused with its number, and the file is unchanged', async () => {
    const { journal, store } = await written();
    const damaged = readFileSync(journal, 'utf8').replace('state-2', 'state-9');
    writeFileSync(journal, damaged);
    const refusal = { code: 'journal.damaged', params: { path: journal, line: 2 } };
    await expect(store.read('r')).rejects.toMatchObject(refusal);
    await expect(reopened(store)).rejects.toMatchObject(refusal);
    expect(readFileSync(journal, 'utf8')).toBe(damaged);
    expect(readdirSync(join(journal, '..')).filter((name) => name.includes('torn'))).toEqual([]);
  });
});

type Lines = readonly string[];
const swapped = (lines: Lines, at: number) => lines.with(at, lines[at + 1] ?? '').with(at + 1, lines[at] ?? '');
const without = (lines: Lines, at: number) => lines.toSpliced(at, 1);
const doubled = (lines: Lines, at: number) => lines.toSpliced(at, 0, lines[at] ?? '');

describe('whole lines that are missing, doubled or out of order', () => {
  const count = 6;
  const start = count + 1; // lines of this version follow the lines of the older one
  const entries = Array.from({ length: count }, (_, n) => moved(n + 1));
  const oldLine = (entry: Entry) => {
    const text = JSON.stringify(entry);
    return `${text.slice(0, -1)},"crc":"${crc32(text).toString(16).padStart(8, '0')}"}\n`;
  };
  /** A journal of `before`, then of entries by this version. */
  const journal = async (before: string) => {
    const folder = fresh();
    const path = join(folder, 'r', 'journal.jsonl');
    mkdirSync(join(folder, 'r'), { recursive: true });
    if (before !== '') writeFileSync(path, before);
    const owner = await make(folder).own('r', { takeOver: false });
    const writer = await owner.open('r');
    await writer.append(entries.slice(0, 2));
    await writer.append(entries.slice(2));
    await owner.release();
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const write = (changed: Lines) => writeFileSync(path, changed.map((line) => `${line}\n`).join(''));
    return { path, lines, write, store: make(folder) };
  };

  test.each([
    ['the first line is missing', (lines: Lines) => without(lines, 0), 1],
    ['a line is missing', (lines: Lines) => without(lines, 2), 3],
    ['the line before the last is missing', (lines: Lines) => without(lines, count - 2), count - 1],
    ['several lines are missing', (lines: Lines) => without(without(lines, 2), 2), 3],
    ['the first lines are swapped', (lines: Lines) => swapped(lines, 0), 1],
    ['two lines are swapped', (lines: Lines) => swapped(lines, 2), 3],
    ['the last lines are swapped', (lines: Lines) => swapped(lines, count - 2), count - 1],
    ['the first line is doubled', (lines: Lines) => doubled(lines, 0), 2],
    ['a line is doubled', (lines: Lines) => doubled(lines, 2), 4],
    ['the last line is doubled', (lines: Lines) => doubled(lines, count - 1), count + 1],
  ])('are damage: %s', async (_, change, line) => {
    const { path, lines, write, store } = await journal('');
    write(change(lines));
    const damaged = readFileSync(path);
    const refusal = { code: 'journal.damaged', params: { path, line } };
    await expect(store.read('r')).rejects.toMatchObject(refusal);
    await expect(reopened(store)).rejects.toMatchObject(refusal);
    expect(await store.summaries()).toMatchObject([{ run: 'r', summary: undefined }]);
    expect(readFileSync(path)).toEqual(damaged);
  });

  test('a journal that is cut at the end is a journal: an interrupted run looks the same', async () => {
    const { lines, write, store } = await journal('');
    write(lines.slice(0, -1));
    expect(await store.read('r')).toEqual(entries.slice(0, -1));
  });

  test('a journal of an older version is read and continued, and its lines are covered from then on', async () => {
    const older = entries.map(oldLine).join('');
    const { path, lines, write, store } = await journal(older);
    expect(readFileSync(path, 'utf8').startsWith(older)).toBe(true);
    expect(await store.read('r')).toEqual([...entries, ...entries]);
    for (const change of [without, swapped, doubled]) {
      const changed = change(lines, 1);
      write(changed);
      const line = start + changed.length - lines.length; // the first line of this version
      await expect(store.read('r')).rejects.toMatchObject({ code: 'journal.damaged', params: { line } });
    }
  });

  test('a long journal is read in parts, and damage in a later part has its line', async () => {
    const folder = fresh();
    const owner = await make(folder).own('r', { takeOver: false });
    const long = Array.from({ length: 5_000 }, (_, n) => moved(n));
    await (await owner.open('r')).append(long);
    await owner.release();
    expect(await make(folder).read('r')).toEqual(long);
    const path = join(folder, 'r', 'journal.jsonl');
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    writeFileSync(path, `${without(lines, 4_000).join('\n')}\n`);
    await expect(make(folder).read('r')).rejects.toMatchObject({ params: { line: 4_001 } });
    writeFileSync(path, `${lines.with(2_000, 'nonsense').join('\n')}\n`);
    await expect(make(folder).read('r')).rejects.toMatchObject({ params: { line: 2_001 } });
    for (const torn of ['{"type":"mov', 'nonsense\n']) {
      writeFileSync(path, `${lines.join('\n')}\n${torn}`);
      expect(await make(folder).read('r')).toHaveLength(long.length);
    }
  });
});

describe('E6 the fence', () => {
  test('a deposed owner cannot write: its file has been replaced', async () => {
    const folder = fresh();
    const first = await make(folder).own('r', { takeOver: false });
    const stale = await first.open('r');
    await stale.append([moved(1)]);
    await first.release(); // as the kernel does when the process ends
    const second = await make(folder).own('r', { takeOver: true });
    await (await second.open('r')).append([moved(2)]);
    await expect(stale.append([moved(9)])).rejects.toThrow();
    expect(await make(folder).read('r')).toEqual([moved(1), moved(2)]);
  });

  test('refuses to append to a journal that another process extended', async () => {
    const folder = fresh();
    const writer = await (await make(folder).own('r', { takeOver: false })).open('r');
    await writer.append([moved(1)]);
    appendFileSync(join(folder, 'r', 'journal.jsonl'), 'stranger\n');
    await expect(writer.append([moved(2)])).rejects.toMatchObject({ code: 'run.deposed' });
  });
});

describe('an unwritable disk', () => {
  test('refuses a folder that cannot be created', async () => {
    const folder = fresh();
    writeFileSync(folder, 'a file is in the way');
    await expect(make(folder).own('r', { takeOver: false })).rejects.toMatchObject({
      code: 'store.unwritable',
    });
  });
});

describe('the inbox', () => {
  test('a file that is not a message is moved aside and does not block an answer', async () => {
    const folder = fresh();
    const inbox = make(folder).inbox('r');
    mkdirSync(join(folder, 'r', 'inbox'), { recursive: true });
    writeFileSync(join(folder, 'r', 'inbox', 'one.json'), 'not json');
    const message = { version: 1, type: 'signal', name: 's', choice: 'c', by: 'me', atMs: 1 } as const;
    expect(await inbox.put('one', message)).toBeUndefined();
    expect(await inbox.read()).toEqual([{ id: 'one', message }]);
    expect(readdirSync(join(folder, 'r', 'inbox')).filter((name) => name.includes('unreadable'))).toHaveLength(1);
    expect(existsSync(join(folder, 'r', 'inbox', 'one.json'))).toBe(true);
  });
});

import { appendFileSync } from 'node:fs';
import { question } from '@harness/core/effects/question';
import type { Entry } from '@harness/core/journal/journal';
import { appendJournal } from '@harness/engine/testing/disk';
import { describe, expect, test } from 'vitest';
import { createQueue, eventsIn, startServer, startServerIn, type TestServer } from '../testing/control.ts';
import { sampleJournals, writeJournal } from '../testing/journals.ts';

const note = (n: number): Entry => ({
  type: 'noted',
  atMs: 1_000 + n,
  code: 'agent.denied',
  params: { path: `p${n}` },
});
const ended: Entry = { type: 'ended', atMs: 9_000, end: 'done', result: null };
const append = ({ repo }: TestServer, run: string, ...entries: readonly Entry[]) =>
  appendJournal(repo.journal(run), ...entries);

interface EventData {
  readonly run: string;
  readonly seq: number;
}

const labelOf = ({ data }: { data: unknown }) => `${(data as EventData).run} ${(data as EventData).seq}`;

async function all(response: Response): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const event of eventsIn(response)) found.push(event.event === 'message' ? labelOf(event) : event.event);
  return found;
}

/** The first `count` events, and the id of the last one. */
async function some(response: Response, count: number) {
  const found: string[] = [];
  let last = '';
  for await (const event of eventsIn(response)) {
    found.push(labelOf(event));
    last = event.id;
    if (found.length === count) break; // leaves the stream
  }
  return { found, last };
}

const after = (id: string) => ({ headers: { 'last-event-id': id } });

/** A run with a child, each with its own journal. */
async function family() {
  const server = await startServer();
  writeJournal(server.repo.journal('r-1'), [...sampleJournals.parked(1_000, 'Parent'), note(1), note(3)]);
  writeJournal(server.repo.journal('r-1.2.lane'), [...sampleJournals.parked(1_001, 'Child'), note(2)]);
  return server;
}

const everything = ['r-1 1', 'r-1 2', 'r-1.2.lane 1', 'r-1.2.lane 2', 'r-1 3'];

describe('the events of a run', () => {
  test('are the entries of the run and its children in order of time, then new entries, until the run has ended', async () => {
    const server = await family();
    const stream = await server.ask('/runs/r-1/events');
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    const events = all(stream);
    append(server, 'r-1.2.lane', note(4));
    writeJournal(server.repo.journal('r-1.5.late'), sampleJournals.done(5_000, 'Late'));
    append(server, 'r-1', ended);
    const found = await events;
    expect(found.slice(0, 5)).toEqual(everything);
    expect(found.slice(5).sort()).toEqual(['end', 'r-1 4', 'r-1.2.lane 3', 'r-1.5.late 1', 'r-1.5.late 2']);
    expect(found.at(-1)).toBe('end');
  });

  test('of a run in another process are sent as they are written', async () => {
    const server = await family();
    const events = eventsIn(await server.ask('/runs/r-1/events'));
    for (const one of everything) expect(labelOf((await events.next()).value as never)).toBe(one);
    for (let n = 4; n < 8; n++) {
      append(server, 'r-1', note(n));
      expect((await events.next()).value).toMatchObject({
        data: { run: 'r-1', seq: n, type: 'agent.denied', path: `p${n}` },
      });
    }
    await events.return(undefined);
  });

  test('continue after a lost connection without a gap or a repetition, wherever it was lost', async () => {
    const server = await family();
    append(server, 'r-1', ended);
    const whole = await all(await server.ask('/runs/r-1/events'));
    for (let cut = 1; cut < whole.length - 1; cut++) {
      const { found, last } = await some(await server.ask('/runs/r-1/events'), cut);
      const rest = await all(await server.ask('/runs/r-1/events', after(last)));
      expect([...found, ...rest]).toEqual(whole);
    }
  });

  test('continue on another server, also after new entries and a new child', async () => {
    const server = await family();
    const { found, last } = await some(await server.ask('/runs/r-1/events'), 4);
    await server.close();
    append(server, 'r-1.2.lane', note(2));
    writeJournal(server.repo.journal('r-1.2.another'), sampleJournals.done(1_000, 'Older by the clock'));
    append(server, 'r-1', ended);
    const again = await startServerIn(server.repo);
    const rest = await all(await again.ask('/runs/r-1/events', after(last)));
    expect([...found, ...rest].sort()).toEqual(
      [...everything, 'end', 'r-1 4', 'r-1.2.another 1', 'r-1.2.another 2', 'r-1.2.lane 3'].sort(),
    );
  });

  test.each([
    ['garbage', 'x'],
    ['of another run', 'other-9:3'],
    ['from beyond the end', 'r-1:99'],
    ['of an unknown child', 'r-1:1;9.none:2'],
    ['of a child instead of the run', 'r-1.2.lane:1'],
    ['with an invalid number', 'r-1:-1'],
    ['with a path in it', 'r-1:1;../../etc:1'],
    ['very long', `r-1:1${';a:1'.repeat(2_000)}`],
  ])('start from the beginning if the cursor is %s', async (_, id) => {
    const server = await family();
    append(server, 'r-1', ended);
    expect(await all(await server.ask('/runs/r-1/events', after(id)))).toEqual([...everything, 'r-1 4', 'end']);
  });

  test('are not sent again if the client has all of them: status 204 stops a browser', async () => {
    const server = await family();
    append(server, 'r-1', ended);
    const { last } = await some(await server.ask('/runs/r-1/events'), 6);
    expect((await server.ask('/runs/r-1/events', after(last))).status).toBe(204);
  });

  test('identify their entry, whatever fields the entry has', async () => {
    const server = await startServer();
    const [started] = sampleJournals.parked(5_000, 'x') as [Entry];
    const misleading = { ...note(1), params: { run: 'other', seq: 9, at: 'then', version: 7 } } as Entry;
    writeJournal(server.repo.journal('r-2'), [{ ...started, version: 2 } as Entry, misleading, ended]);
    const received: { data: unknown }[] = [];
    for await (const event of eventsIn(await server.ask('/runs/r-2/events'))) received.push(event);
    const [first, second] = received;
    expect(first?.data).toMatchObject({
      version: 1,
      run: 'r-2',
      seq: 1,
      at: '1970-01-01T00:00:05.000Z',
      type: 'started',
    });
    expect(second?.data).toMatchObject({ version: 1, run: 'r-2', seq: 2, type: 'agent.denied' });
  });

  test('of a child contain only its own entries', async () => {
    const server = await family();
    append(server, 'r-1.2.lane', ended);
    expect(await all(await server.ask('/runs/r-1.2.lane/events'))).toEqual([
      'r-1.2.lane 1',
      'r-1.2.lane 2',
      'r-1.2.lane 3',
      'end',
    ]);
  });

  test('of an unknown or unreadable run are refused as a document', async () => {
    const server = await family();
    expect((await server.ask('/runs/none/events')).status).toBe(404);
    appendFileSync(server.repo.journal('r-1'), 'nonsense\nmore nonsense\n');
    const damaged = await server.ask('/runs/r-1/events');
    expect(damaged.status).toBe(500);
    expect(await damaged.json()).toMatchObject({ error: { code: 'journal.damaged' } });
  });

  test('end with a refusal if the journal is damaged while it is followed', async () => {
    const server = await family();
    const events = all(await server.ask('/runs/r-1/events'));
    appendFileSync(server.repo.journal('r-1'), 'nonsense\nmore nonsense\n');
    expect((await events).at(-1)).toBe('refused');
  });

  test('can be requested by HEAD without starting a stream', async () => {
    const server = await family();
    const { status, headers } = await server.ask('/runs/r-1/events', { method: 'HEAD' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  });

  test('of a waiting run stay open, with a comment line as a heartbeat', async () => {
    const server = await startServer(createQueue(), { stalledMs: 100 });
    writeJournal(server.repo.journal('w-1'), [
      ...sampleJournals.parked(1, 'Waits'),
      { type: 'asked', atMs: 2, key: '0/answer', effect: question('passes', { passes: 3 }) },
    ]);
    const reader = (await server.ask('/runs/w-1/events')).body?.pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    while (!received.includes(': still here')) received += (await reader?.read())?.value ?? '';
    expect(received.indexOf('data:')).toBeLessThan(received.indexOf(': still here'));
    await reader?.cancel();
  });
});

describe('a client', () => {
  test('is disconnected at once when the server closes', async () => {
    const server = await family();
    const streams = await Promise.all(Array.from({ length: 20 }, () => server.ask('/runs/r-1/events')));
    const ends = streams.map((stream) => all(stream).catch(() => []));
    await server.close();
    await Promise.all(ends);
    await expect(server.ask('/health')).rejects.toThrow();
  });
});

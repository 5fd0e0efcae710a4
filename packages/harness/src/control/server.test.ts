import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '@harness/core/control/routes';
import { refusedDocument } from '@harness/core/documents/server';
import { longRun } from '@harness/core/testing/long-journal';
import { describe, expect, test } from 'vitest';
import { repository } from '../testing/command.ts';
import {
  type ControlRepository,
  controlFile,
  createControlRepository,
  createQueue,
  eventsIn,
  startServer,
  startServerIn,
} from '../testing/control.ts';
import { sampleJournals, writeJournal } from '../testing/journals.ts';
import { workflows } from '../workflows/list.ts';
import { allParts } from '../workflows/parts.ts';
import { routeTable } from './route-table.ts';
import { serveControl } from './server.ts';

const routes = routeTable((await allParts(workflows)).flatMap(({ control }) => control ?? []));

const at = Date.UTC(2026, 0, 1);
const json = async (response: Response | Promise<Response>) => {
  const { status, body } = await (async () => {
    const answer = await response;
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  })();
  return { status, ...body };
};

/** With one completed run, one waiting run and one parked run. */
const serveRuns = (queue: Parameters<typeof startServer>[0] = createQueue()) =>
  serveRunsIn(createControlRepository(), queue);

async function serveRunsIn<Repo extends ControlRepository>(
  repo: Repo,
  queue: Parameters<typeof startServer>[0] = createQueue(),
) {
  const server = await startServerIn(repo, queue);
  writeJournal(server.repo.journal('done-1'), sampleJournals.done(at, 'Done'));
  writeJournal(server.repo.journal('asks-2'), sampleJournals.waiting(at + 1_000, 'Asks'));
  writeJournal(server.repo.journal('left-3'), sampleJournals.parked(at + 2_000, 'Left'));
  return server;
}

describe('the token', () => {
  test('is in a file that only its owner can read while the server runs, and is new at each start', async () => {
    const { repo, url, token, close } = await startServerIn(repository());
    const path = join(repo.path, '.orchestrator', 'control.json');
    expect(controlFile(repo)).toEqual({ url, pid: process.pid, token });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(repo.git('status', '--porcelain')).toBe('');
    await close();
    expect(existsSync(path)).toBe(false);
    expect((await startServerIn(repo)).token).not.toBe(token);
  });

  test('a closing server leaves the file of another server that started since', async () => {
    const { repo, close } = await startServer();
    const { token } = await startServerIn(repo);
    await close();
    expect(controlFile(repo).token).toBe(token);
  });
});

test('a port in use is refused with a command that takes another', async () => {
  const { repo, port } = await startServer();
  const config = { stateDir: '.orchestrator', control: { port } };
  await expect(serveControl({ root: repo.path, config, queue: null, workflows })).rejects.toMatchObject({
    code: 'control.port-taken',
    params: { port, command: 'daemon start' },
  });
});

describe('reading', () => {
  test.each(['/runs/r', '/logs/r', '/runs/r/events'])(
    'health is answered while %s of a long run is computed',
    async (path) => {
      const { ask, repo } = await startServer();
      for (const { run, entries } of longRun(10_000)) writeJournal(repo.journal(run), entries);
      let isDone = false;
      const long = ask(path)
        .then((response) => response.text())
        .finally(() => {
          isDone = true;
        });
      let answered = 0;
      for (; !isDone; answered++) expect((await ask('/health')).status).toBe(200);
      expect((await long).length).toBeGreaterThan(100_000);
      expect(answered).toBeGreaterThan(4); // one or two if a request stalls the server
    },
  );

  test('health needs no token', async () => {
    const { ask } = await startServer();
    expect(await json(ask('/health', { token: null }))).toMatchObject({
      status: 200,
      version: 1,
      ok: true,
      pid: process.pid,
    });
  });

  test('D-47 DO-14 the state of the queue is at /state and also at /status', async () => {
    const { ask } = await startServer();
    const state = await json(ask('/state'));
    expect(state).toMatchObject({ status: 200, version: 1, mode: 'running' });
    expect(await json(ask('/status'))).toEqual(state);
  });

  test('runs, one run and questions are the documents of the commands', async () => {
    const { ask, repo } = await serveRunsIn(repository());
    expect(await json(ask('/runs'))).toEqual({ status: 200, ...(await repo.json<object>('runs')) });
    expect(await json(ask('/runs/asks-2'))).toEqual({ status: 200, ...(await repo.json<object>('show', 'asks-2')) });
    expect(await json(ask('/questions'))).toEqual({ status: 200, ...(await repo.json<object>('questions')) });
    expect(await json(ask('/runs/none'))).toMatchObject({ status: 404, error: { code: 'run.unknown' } });
  });

  test('D-51 DO-13 a log is that of a plan or of a run, and nothing else', async () => {
    const { ask, repo } = await serveRunsIn(repository());
    expect(await json(ask('/logs/0007'))).toEqual({ status: 200, version: 1, lines: ['first', 'second'] });
    expect(await json(ask('/logs/done-1'))).toEqual({ status: 200, ...(await repo.json<object>('logs', 'done-1')) });
    expect(await json(ask('/logs/0008'))).toMatchObject({ status: 404, error: { code: 'log.unknown' } });
  });

  test('messages are in the requested language', async () => {
    const { ask } = await serveRuns();
    expect(await json(ask('/runs/none?lang=ko'))).toMatchObject({
      error: { message: '"none" 실행을 찾을 수 없습니다.' },
    });
  });
});

describe('answering', () => {
  const path = '/questions/asks-2.0.answer/answer';

  test('records one of the options, without case, with its note and its channel', async () => {
    const { post, repo } = await serveRuns();
    expect(await json(post(path, { choice: 'STOP', note: 'enough' }))).toEqual({
      status: 200,
      version: 1,
      question: 'asks-2.0.answer',
      choice: 'stop',
      next: 'harness resume asks-2',
    });
    const { message } = { message: JSON.parse(await inboxOf(repo.path, 'asks-2')) as object };
    expect(message).toMatchObject({ choice: 'stop', note: 'enough', channel: 'http' });
  });

  test('W-97 a note alone says that it answered nothing, and repeats the options', async () => {
    const { post } = await serveRuns();
    expect(await json(post(path, { note: 'sounds good' }))).toMatchObject({
      status: 200,
      choice: null,
      message: expect.stringContaining('not understood as an answer') as string,
      options: ['one more pass', 'stop'],
    });
    expect(await json(post(path, { choice: 'sounds good' }))).toMatchObject({
      error: { message: expect.stringMatching(/"sounds good" was not understood.*one more pass, stop/) as string },
    });
  });

  test('a second answer, an unknown question and an unknown option are refused', async () => {
    const { post } = await serveRuns();
    expect(await json(post(path, { choice: 'maybe' }))).toMatchObject({
      status: 422,
      error: { code: 'question.not-an-option', message: expect.stringContaining('one more pass, stop') as string },
    });
    expect(await json(post('/questions/asks-2.0.nope/answer', { choice: 'stop' }))).toMatchObject({ status: 404 });
    expect(await json(post('/questions/asks/answer', { choice: 'stop' }))).toMatchObject({ status: 404 });
    expect(await json(post(path, { choice: 'stop' }))).toMatchObject({ status: 200 });
    expect(await json(post(path, { choice: 'stop' }))).toMatchObject({
      status: 409,
      error: { code: 'question.answered' },
    });
  });

  test('of two answers at the same moment one is recorded and one is refused', async () => {
    const { post } = await serveRuns();
    const both = await Promise.all([post(path, { choice: 'stop' }), post(path, { choice: 'one more pass' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a note without a choice answers nothing and is stored with the question', async () => {
    const { post, ask } = await serveRuns();
    expect(await json(post(path, { note: 'rather not' }))).toMatchObject({
      status: 200,
      choice: null,
      note: 'rather not',
    });
    expect(await json(ask('/questions'))).toMatchObject({ questions: [{ notes: [{ text: 'rather not' }] }] });
  });

  test.each([
    ['an empty text', ''],
    ['invalid JSON', '{"choice":'],
    ['a list', '["stop"]'],
    ['a number as the choice', '{"choice":1}'],
    ['neither a choice nor a note', '{}'],
    ['an unknown field', '{"choice":"stop","by":"root"}'],
  ])('%s as the body is refused, and the question stays open', async (_, body) => {
    const { ask } = await serveRuns();
    expect(await json(ask(path, { method: 'POST', body }))).toMatchObject({
      status: 400,
      error: { code: 'control.unreadable' },
    });
    expect((await json(ask('/questions'))) as unknown).toMatchObject({ questions: [{ id: 'asks-2.0.answer' }] });
  });
});

describe('commands to the queue', () => {
  test('D-48 D-49 pause, resume, stop, freeze and unfreeze reach the queue; stop answers 202', async () => {
    const queue = createQueue();
    const { post } = await startServer(queue);
    const statuses = new Map<string, number>();
    for (const wish of ['pause', 'resume', 'stop', 'freeze', 'unfreeze'])
      statuses.set(wish, (await post(`/${wish}`)).status);
    expect(Object.fromEntries(statuses)).toEqual({ pause: 200, resume: 200, stop: 202, freeze: 200, unfreeze: 200 });
    expect(queue.wishes).toEqual(['pause', 'resume', 'stop', 'freeze', 'unfreeze']);
  });

  test('the client that requests the stop gets its response, even if the server stops at once', async () => {
    const server = await startServer({
      ...createQueue(),
      wish: async () => void server.close(),
    });
    expect((await server.post('/stop')).status).toBe(202);
    await server.close();
    await expect(server.ask('/health')).rejects.toThrow();
  });

  test('D-50 DO-13 a blocked plan is unblocked; any other plan is 404', async () => {
    const { post } = await startServer();
    expect(await json(post('/unblock/0003'))).toMatchObject({ status: 200, accepted: 'unblock' });
    expect(await json(post('/unblock/0003'))).toMatchObject({ status: 404, error: { code: 'plan.not-blocked' } });
  });

  test('without a queue, commands to it are refused with the command that starts one', async () => {
    const { post, ask } = await serveRuns(null);
    const next = 'harness daemon start';
    for (const path of ['/pause', '/resume', '/stop', '/freeze', '/unfreeze', '/unblock/0003'])
      expect(await json(post(path))).toMatchObject({ status: 409, error: { code: 'queue.none', next } });
    expect(await json(ask('/state'))).toMatchObject({ status: 409, error: { code: 'queue.none', next } });
    expect(await json(ask('/runs'))).toMatchObject({ status: 200 });
  });

  test('AO-39 an analysis is 503 without a code graph, and 400 for a bad body', async () => {
    const { post } = await serveRuns();
    expect(await json(post('/api/analyze', { title: 'Phase 1' }))).toMatchObject({
      status: 503,
      error: { code: 'analysis.no-graph' },
    });
    for (const body of [{ name: 'Phase 1' }, { title: '' }, { title: 1 }, { title: 'x', labels: 'y' }])
      expect(await json(post('/api/analyze', body))).toMatchObject({ status: 400 });
  });

  test('AO-39 an analysis sends its events and then done', async () => {
    const repo = repository();
    repo.write('repo/src/base.ts', 'export const base = 1;\n');
    for (let n = 0; n < 16; n++) repo.write(`repo/src/user-${n}.ts`, "import './base';\n");
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=Users');
    const { post } = await serveRunsIn(repo);
    const key = `sk-ant-api03-${'a'.repeat(40)}`;
    const ask = async () => {
      const response = await post('/api/analyze', { title: `Change src/base.ts with ${key}` });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
      const events: { event: string; data: unknown }[] = [];
      for await (const { event, data } of eventsIn(response)) events.push({ event, data });
      return events;
    };
    const [events, same] = await Promise.all([ask(), ask()]);
    expect(events.map(({ event }) => event)).toEqual(['status', 'sel_result', 'cml_result', 'signals', 'done']);
    expect(events[0]?.data).toEqual({ version: 1, modules: 17, unread: [] });
    expect(events[2]?.data).toMatchObject({ inputs: { runs: { failed: 0, total: 1 } } });
    expect(events[3]?.data).toMatchObject({
      raisedTo: 'high',
      reasons: ['blast-radius'],
      blastRadius: { modules: 16 },
    });
    expect(JSON.stringify(events)).not.toContain(key);
    expect(same).toEqual(events);
    expect(repo.git('status', '--porcelain')).toBe('');
  });
});

describe('the OpenAPI document', () => {
  /** One request per route that answers with a document. */
  const examples: Readonly<Record<string, readonly [string, unknown?]>> = {
    health: ['/health'],
    state: ['/state'],
    status: ['/status'],
    runs: ['/runs'],
    run: ['/runs/asks-2'],
    questions: ['/questions'],
    answer: ['/questions/asks-2.0.answer/answer', { choice: 'stop' }],
    pause: ['/pause'],
    resume: ['/resume'],
    stop: ['/stop'],
    freeze: ['/freeze'],
    unfreeze: ['/unfreeze'],
    unblock: ['/unblock/0003'],
    checkpoints: ['/checkpoints'],
    decisions: ['/decisions'],
    log: ['/logs/0007'],
    openapi: ['/openapi.json'],
  };

  test('has every route, and only existing routes', async () => {
    const { ask } = await serveRuns();
    const { paths } = (await (await ask('/openapi.json')).json()) as { paths: Record<string, Record<string, object>> };
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const known = Object.values(routes).map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(listed.sort()).toEqual(known.sort());
  });

  test.each(Object.entries(examples))('describes every field of the answer of %s', async (name, [path, body]) => {
    const { ask, post } = await serveRuns();
    const { method, status, answer } = routes[name] as Route;
    const response = await (method === 'get' ? ask(path) : post(path, body));
    const document = (await response.json()) as unknown;
    expect(response.status).toBe(status);
    expect(answer.parse(document)).toEqual(document);
  });

  test('describes the format of every refusal', async () => {
    const { ask, post } = await serveRuns(null);
    for (const response of [
      await ask('/runs/none'),
      await post('/pause'),
      await ask('/nothing'),
      await ask('/runs', { token: null }),
    ]) {
      const document = (await response.json()) as unknown;
      expect(refusedDocument.parse(document)).toEqual(document);
      expect(response.headers.get('content-type')).toContain('application/json');
    }
  });
});

async function inboxOf(root: string, run: string): Promise<string> {
  const { readdirSync, readFileSync } = await import('node:fs');
  const folder = join(root, '.harness', 'runs', run, 'inbox');
  return readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8');
}

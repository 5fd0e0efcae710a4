/** Follows and answers a run over HTTP. */
import { routes } from '@harness/core/control/routes';
import { expect, test } from 'vitest';
import { repository } from '../testing/command.ts';
import { eventsIn, startServerIn } from '../testing/control.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

test('a waiting run is answered over HTTP and continues, and records who answered and how', async () => {
  const repo = repository();
  const agents = script(repo, [
    implementerAnswer(),
    reviewerAnswer('- [high] work.txt:1: no.\n- [low] work.txt: a nit.'),
  ]);
  const check = "printf '1..1\\nok 1\\n'";
  const { exitCode } = await repo.run('converge', 'Do it', '--check', check, '--passes', '1', '--script', agents);
  expect(exitCode).toBe(8);
  const run = await repo.newest();
  const server = await startServerIn(repo, null);
  const events = (async () => {
    const seen: string[] = [];
    for await (const { event, data } of eventsIn(await server.ask(`/runs/${run}/events`)))
      seen.push(event === 'message' ? (data as { type: string }).type : event);
    return seen;
  })();

  const { questions } = (await (await server.ask('/questions')).json()) as { questions: { id: string }[] };
  const answer = await server.post(`/questions/${questions[0]?.id}/answer`, { choice: 'Stop', note: 'enough' });
  expect(await answer.json()).toMatchObject({ choice: 'stop', next: `harness resume ${run}` });
  expect(await repo.run('resume')).toMatchObject({ exitCode: 5 });

  const shown = (await (await server.ask(`/runs/${run}`)).json()) as object;
  expect(shown).toMatchObject({
    status: 'stopped',
    questions: [{ answer: 'stop', note: 'enough', channel: 'http' }],
    findings: [{ status: 'open' }, { status: 'follow-up' }],
  });
  expect(routes.run.answer.parse(shown)).toEqual(shown); // the schema knows every field of a complete run
  const types = await events;
  expect([types[0], types.slice(-2)]).toEqual(['started', ['ended', 'end']]);
  expect(types.length - 1).toBe((shown as { timeline: unknown[] }).timeline.length);
});

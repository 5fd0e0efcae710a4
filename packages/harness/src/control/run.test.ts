/** A run of the command, followed and answered over HTTP while nobody is at the terminal. */
import { routes } from '@harness/core/control/routes';
import { expect, test } from 'vitest';
import { repository } from '../testing/command.ts';
import { eventsIn, servedIn } from '../testing/control.ts';
import { implementing, reviewing, script } from '../testing/scripts.ts';

test('a run that waits is answered over HTTP, goes on, and says who answered and how', async () => {
  const repo = repository();
  const agents = script(repo, [implementing(), reviewing('- [high] work.txt:1: no.\n- [low] work.txt: a nit.')]);
  const check = "printf '1..1\\nok 1\\n'";
  const { exitCode } = await repo.run('converge', 'Do it', '--check', check, '--passes', '1', '--script', agents);
  expect(exitCode).toBe(8);
  const run = await repo.newest();
  const server = await servedIn(repo, null);
  const events = (async () => {
    const types: string[] = [];
    for await (const { event, data } of eventsIn(await server.ask(`/runs/${run}/events`)))
      types.push(event === 'message' ? (data as { type: string }).type : event);
    return types;
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
  expect(routes.run.answer.parse(shown)).toEqual(shown); // the schema of a run that has everything knows every field
  const told = await events;
  expect([told[0], told.slice(-2)]).toEqual(['started', ['ended', 'end']]);
  expect(told.length - 1).toBe((shown as { timeline: unknown[] }).timeline.length);
});

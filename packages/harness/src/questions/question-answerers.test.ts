import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { first } from '@harness/core/effects/first';
import { question } from '@harness/core/effects/question';
import { sleep } from '@harness/core/effects/sleep';
import { ok } from '@harness/core/failure/failure';
import type { Entry } from '@harness/core/journal/journal';
import { type Question, questions } from '@harness/core/views/questions';
import { expect, onTestFinished, test } from 'vitest';
import type { PersonReply } from '../render/screen.ts';
import { openStore } from '../runs/folder.ts';
import { until } from '../testing/command.ts';
import { openAnswerers } from './question-answerers.ts';

/** What a terminal was asked, and how a test answers it. */
interface Shown {
  readonly question: Question;
  readonly signal: AbortSignal;
  say(said: PersonReply | undefined): void;
}

function gathered() {
  const root = mkdtempSync(join(tmpdir(), 'harness-people-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const store = openStore(root);
  const shown: Shown[] = [];
  const terminal = {
    ask: (asked: Question, signal: AbortSignal) =>
      new Promise<PersonReply | undefined>((resolve) => {
        shown.push({ question: asked, signal, say: resolve });
        signal.addEventListener('abort', () => resolve(undefined));
      }),
  };
  const troubles: unknown[] = [];
  const here = openAnswerers({ store, script: { people: [] }, terminal, onTrouble: (error) => troubles.push(error) });
  return { store, shown, here, troubles };
}

const asking = (run: string, key: string, effect = question('passes', { passes: 3 })): Question => {
  const entries: Entry[] = [{ type: 'asked', atMs: 0, key, effect }];
  return questions({ run, entries })[0] as Question;
};
const answered = (key: string): Entry => ({ type: 'answered', atMs: 1, key, outcome: ok('slept') });
const moved: Entry = { type: 'moved', atMs: 1, state: { at: 'x' } };

test('the prompt of a question among several waits is withdrawn when another of them came first', async () => {
  const { here, shown } = gathered();
  const one = asking('r', '0/one', first({ ask: question('passes', { passes: 3 }), nap: sleep(5) }) as never);
  expect(one.key).toBe('0/one#ask');
  expect(here.attend(one)).toBe(true);
  const { signal } = await until(() => shown[0]);
  here.see('r', answered('0/other'));
  here.see('other', answered('0/one'));
  expect(signal.aborted).toBe(false);
  here.see('r', answered('0/one'));
  expect(signal.aborted).toBe(true);
});

test.each<[string, Entry]>([
  ['answered elsewhere', answered('0/answer')],
  ['the run moves on', moved],
  ['the run is stopped', { type: 'stopping', atMs: 1, by: 'ada' }],
  ['the run ends', { type: 'ended', atMs: 1, end: 'stopped', result: null }],
])('a prompt is withdrawn when %s', async (_, entry) => {
  const { here, shown } = gathered();
  here.attend(asking('r', '0/answer'));
  const { signal } = await until(() => shown[0]);
  here.see('r', entry);
  expect(signal.aborted).toBe(true);
});

test('a terminal shows one question at a time; one that was answered meanwhile is not shown at all', async () => {
  const { here, shown, store } = gathered();
  for (const run of ['a', 'b', 'c']) expect(here.attend(asking(run, '0/answer'))).toBe(true);
  const one = await until(() => shown[0]);
  here.see('b', answered('0/answer'));
  one.say({ choice: 'stop' });
  const next = await until(() => shown[1]);
  expect(shown.map(({ question: { run } }) => run)).toEqual(['a', 'c']);
  expect(next.signal.aborted).toBe(false);
  expect(await store.inbox('a').read()).toMatchObject([{ message: { choice: 'stop', channel: 'terminal' } }]);
});

test('free text from the terminal is a note and no answer, and the question is shown again with it', async () => {
  const { here, shown, store, troubles } = gathered();
  const asked = asking('r', '0/answer');
  here.attend(asked);
  (await until(() => shown[0])).say({ note: 'why?' });
  const [received] = await until(async () => {
    const all = await store.inbox('r').read();
    return all.length > 0 ? all : undefined;
  });
  expect(received?.message).toMatchObject({ type: 'note', question: asked.id, note: 'why?', channel: 'terminal' });
  expect(here.attend(asked)).toBe(true);
  expect(shown).toHaveLength(1); // nothing new to show
  const notes = [{ text: 'why?', by: 'ada' }];
  here.attend({ ...asked, notes });
  expect((await until(() => shown[1])).question.notes).toEqual(notes);
  expect(troubles).toEqual([]);
});

test('a note that comes from elsewhere while the question is on the screen shows it again', async () => {
  const { here, shown } = gathered();
  const asked = asking('r', '0/answer');
  here.attend(asked);
  const before = await until(() => shown[0]);
  here.attend({ ...asked, notes: [{ text: 'wait', by: 'ada' }] });
  const again = await until(() => shown[1]);
  expect([before.signal.aborted, again.signal.aborted]).toEqual([true, false]);
});

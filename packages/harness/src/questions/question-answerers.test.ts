import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { first } from '@harness/core/effects/first';
import { question } from '@harness/core/effects/question';
import { sleep } from '@harness/core/effects/sleep';
import { ok } from '@harness/core/failure/failure';
import type { Entry } from '@harness/core/journal/journal';
import { askedQuestions, type Question } from '@harness/core/views/questions';
import { expect, onTestFinished, test } from 'vitest';
import type { PersonReply } from '../render/screen.ts';
import { openStore } from '../runs/folder.ts';
import { until } from '../testing/command.ts';
import { openAnswerers } from './question-answerers.ts';

/** A question at the terminal, and how a test answers it. */
interface Shown {
  readonly question: Question;
  readonly signal: AbortSignal;
  say(reply: PersonReply | undefined): void;
}

function setUp() {
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
  const answerers = openAnswerers({
    store,
    script: { people: [] },
    terminal,
    onTrouble: (error) => troubles.push(error),
  });
  return { store, shown, answerers, troubles };
}

const asking = (run: string, key: string, effect = question('passes', { passes: 3 })): Question => {
  const entries: Entry[] = [{ type: 'asked', atMs: 0, key, effect }];
  return askedQuestions({ run, entries })[0] as Question;
};
const answered = (key: string): Entry => ({ type: 'answered', atMs: 1, key, outcome: ok('slept') });
const moved: Entry = { type: 'moved', atMs: 1, state: { at: 'x' } };

test('the prompt of a question among several waits is withdrawn when another wait ends first', async () => {
  const { answerers, shown } = setUp();
  const one = asking('r', '0/one', first({ ask: question('passes', { passes: 3 }), nap: sleep(5) }) as never);
  expect(one.key).toBe('0/one#ask');
  expect(answerers.attend(one)).toBe(true);
  const { signal } = await until(() => shown[0]);
  answerers.see('r', answered('0/other'));
  answerers.see('other', answered('0/one'));
  expect(signal.aborted).toBe(false);
  answerers.see('r', answered('0/one'));
  expect(signal.aborted).toBe(true);
});

test.each<[string, Entry]>([
  ['it is answered elsewhere', answered('0/answer')],
  ['the run moves', moved],
  ['the run is stopped', { type: 'stopping', atMs: 1, by: 'ada' }],
  ['the run ends', { type: 'ended', atMs: 1, end: 'stopped', result: null }],
])('a prompt is withdrawn when %s', async (_, entry) => {
  const { answerers, shown } = setUp();
  answerers.attend(asking('r', '0/answer'));
  const { signal } = await until(() => shown[0]);
  answerers.see('r', entry);
  expect(signal.aborted).toBe(true);
});

test('a terminal shows one question at a time, and skips one that is answered before its turn', async () => {
  const { answerers, shown, store } = setUp();
  for (const run of ['a', 'b', 'c']) expect(answerers.attend(asking(run, '0/answer'))).toBe(true);
  const one = await until(() => shown[0]);
  answerers.see('b', answered('0/answer'));
  one.say({ choice: 'stop' });
  const next = await until(() => shown[1]);
  expect(shown.map(({ question: { run } }) => run)).toEqual(['a', 'c']);
  expect(next.signal.aborted).toBe(false);
  expect(await store.inbox('a').read()).toMatchObject([{ message: { choice: 'stop', channel: 'terminal' } }]);
});

test('free text at the terminal is a note and no answer, and the question is shown again with it', async () => {
  const { answerers, shown, store, troubles } = setUp();
  const asked = asking('r', '0/answer');
  answerers.attend(asked);
  (await until(() => shown[0])).say({ note: 'why?' });
  const [received] = await until(async () => {
    const all = await store.inbox('r').read();
    return all.length > 0 ? all : undefined;
  });
  expect(received?.message).toMatchObject({ type: 'note', question: asked.id, note: 'why?', channel: 'terminal' });
  expect(answerers.attend(asked)).toBe(true);
  expect(shown).toHaveLength(1); // nothing new to show
  const notes = [{ text: 'why?', by: 'ada' }];
  answerers.attend({ ...asked, notes });
  expect((await until(() => shown[1])).question.notes).toEqual(notes);
  expect(troubles).toEqual([]);
});

test('W-97 an answer of the script that is no option is reported once, and answers nothing', async () => {
  const { store, shown } = setUp();
  const unclear: string[] = [];
  const answerers = openAnswerers({
    store,
    script: { people: [{ when: { header: 'Passes' }, choose: 'sounds good', note: '', after: 0 }] },
    terminal: undefined,
    onUnclear: ({ header }, text) => unclear.push(`${header}: ${text}`),
    onTrouble: () => {},
  });
  const asked = asking('r', '0/answer');
  expect([answerers.attend(asked), answerers.attend(asked)]).toEqual([false, false]);
  expect(unclear).toEqual(['Passes: sounds good']);
  expect(shown).toEqual([]);
});

test('a note from elsewhere shows the question again', async () => {
  const { answerers, shown } = setUp();
  const asked = asking('r', '0/answer');
  answerers.attend(asked);
  const before = await until(() => shown[0]);
  answerers.attend({ ...asked, notes: [{ text: 'wait', by: 'ada' }] });
  const again = await until(() => shown[1]);
  expect([before.signal.aborted, again.signal.aborted]).toEqual([true, false]);
});

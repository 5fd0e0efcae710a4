import { expect, test } from 'vitest';
import { type Answer, question } from '../effects/question.ts';
import { fail, ok } from '../failure/failure.ts';
import { foldJournal } from '../journal/journal.ts';
import { en } from '../messages/en.ts';
import { answered, asked, journalOf, started } from '../testing/facts.ts';
import { job, words } from '../testing/jobs.ts';
import { walk } from '../testing/walk.ts';
import { converge } from '../workflows/converge/machine.ts';
import { askedQuestions } from './questions.ts';
import { questionRow, show } from './show.ts';

const unowned = { isOwned: false, answered: new Set<string>() };
const evidence = [{ path: 'artifacts/a.log', sha256: 'x', bytes: 1 }];
const ask = asked('0/answer', question('passes', { passes: 2, because: 'checks' }, evidence));
const rowOf = (...answers: readonly Answer[]) => {
  const [first] = askedQuestions(
    journalOf([started(), ask, ...answers.map((answer) => answered('0/answer', ok(answer)))]),
  );
  if (!first) throw new Error('there is a question');
  return questionRow(first, en);
};

/** The shortest path: the first sample of each effect is a success. */
const entries = walk(converge, job, words, () => 0);

test('a shown run has every field of the contract', () => {
  const shown = show([{ run: 'r', entries }], unowned, en);
  expect(Object.keys(shown).sort()).toEqual(
    [
      ...[
        'id',
        'workflow',
        'title',
        'status',
        'state',
        'startedAt',
        'endedAt',
        'costUsd',
        'rehearsedUsd',
        'tokens',
        'openQuestions',
      ],
      ...[
        'calls',
        'checks',
        'questions',
        'commits',
        'findings',
        'userFiles',
        'unproven',
        'proofs',
        'unreadable',
        'timeline',
      ],
    ].sort(),
  );
  expect(shown).toMatchObject({ status: 'done', state: 'converged', commits: [{ sha: 'd1' }], questions: [] });
  expect(shown.timeline).toHaveLength(foldJournal(entries).length);
});

test('a shown call has every field of the contract, with its times as text', () => {
  const [first] = show([{ run: 'r', entries }], unowned, en).calls;
  expect(Object.keys(first ?? {}).sort()).toEqual(
    [
      ...['key', 'role', 'item', 'attempt', 'mode', 'provider', 'model', 'outcome', 'usage', 'costUsd'],
      ...['startedAt', 'endedAt', 'tries'],
    ].sort(),
  );
  expect(first?.startedAt).toMatch(/^1970-01-01T.*Z$/);
  expect(Object.keys(first?.tries[0] ?? {}).sort()).toEqual(['costUsd', 'endedAt', 'outcome', 'startedAt', 'usage']);
});

test('shows the error of a failed call, and none for a successful one', () => {
  const agentAsked = entries.find((entry) => entry.type === 'asked' && entry.effect.kind === 'agent');
  if (agentAsked?.type !== 'asked') throw new Error('an agent is asked');
  const facts = [started(), asked('1/x', agentAsked.effect), answered('1/x', fail('agent.auth', { detail: '401' }))];
  expect(show([journalOf(facts)], unowned, en).calls[0]).toMatchObject({ error: { kind: 'auth', detail: '401' } });
  expect(show([{ run: 'r', entries }], unowned, en).calls[0]).not.toHaveProperty('error');
});

test('shows an open question with its text, options and evidence', () => {
  expect(rowOf()).toEqual({
    id: 'r.0.answer',
    run: 'r',
    header: 'Passes',
    question: 'No pass is left (2 allowed) and a check is still red. How should the run continue?',
    options: [
      { label: 'one more pass', description: expect.stringContaining('repair') },
      { label: 'stop', description: expect.stringContaining('End the run') },
    ],
    evidence: ['.harness/runs/r/artifacts/a.log'],
    item: null,
    askedAt: '1970-01-01T00:00:02.000Z',
    notes: [],
  });
});

test('shows author, channel and time of an answer; a script is named as such', () => {
  const answer: Answer = { choice: 'stop', note: 'enough', by: 'ada', channel: 'command' };
  expect(rowOf(answer)).toMatchObject({
    answer: 'stop',
    note: 'enough',
    answeredBy: 'ada',
    channel: 'command',
    answeredAt: '1970-01-01T00:00:03.000Z',
  });
  expect(rowOf({ ...answer, channel: 'script' })).toMatchObject({ answeredBy: 'script' });
});

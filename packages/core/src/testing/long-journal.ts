/** Builds journals of any length, to test that a view takes time in proportion to the entries it reads. */
import { agent } from '../effects/agent.ts';
import { check, checkSamples } from '../effects/check.ts';
import { commitLane } from '../effects/git.ts';
import { act } from '../effects/operation.ts';
import { question } from '../effects/question.ts';
import { ok } from '../failure/failure.ts';
import type { Entry, NewEntry } from '../journal/journal.ts';
import type { RunJournal, RunTree } from '../journal/run-tree.ts';
import { implementers, reviewers } from './converge-roles.ts';
import { answered, asked, cents, ended, failed, moved, noted } from './facts.ts';

const lane = { path: 'lane', branch: 'harness/a', base: 'main', baseCommit: 'c' };
const workplace = { cwd: 'lane', checkpoint: 'c' };
const diff = { path: 'a', sha256: 'b', bytes: 1 };
const answer = { choice: 'stop', note: '', by: 'me', channel: 'terminal' };
const provider = { provider: 'scripted', model: 'm', script: 's', answer: 0 };

/** One pass: a call with a rate limit, a red and a green check, a review, a commit and a question. */
function passFacts(n: number): readonly NewEntry[] {
  const key = (move: number, name: string) => `${n * 5 + move}/${name}`;
  const [work, test, look, commit, asks] = [
    key(0, 'work'),
    key(1, 'test'),
    key(2, 'review'),
    key(3, 'commit'),
    key(4, 'answer'),
  ];
  const finding = { severity: 'high', file: `src/${n}.ts`, line: 1, text: `finding ${n}` };
  const repeated = { severity: 'low', file: 'src/a.ts', line: n, text: 'still here' };
  const input = { task: 't', checks: ['npm test'], repair: null };
  return [
    asked(work, agent(implementers['converge.implementer'], workplace, input)),
    noted('agent.started', provider, work),
    failed(work, 'agent.rate-limit', { retryAfterMs: 200 }, cents(1)),
    noted('agent.started', provider, work),
    answered(work, ok('done'), cents(3)),
    moved('checking'),
    asked(test, check({ command: 'npm test', cwd: 'lane', timeoutMs: 1_000 })),
    answered(test, ok(checkSamples[n % 2])),
    moved('reviewing'),
    asked(look, agent(reviewers['converge.reviewer'], workplace, { task: 't', diff })),
    noted('agent.started', provider, look),
    answered(look, ok([finding, repeated]), cents(2)),
    moved('committing'),
    asked(commit, act(commitLane, { lane, checkpoint: 'c', message: `Pass ${n}` })),
    answered(commit, ok({ commit: `d${n}` })),
    moved('asking'),
    asked(asks, question('passes', { passes: 3 })),
    answered(asks, ok(answer)),
    moved('working'),
  ];
}

const childLength = 200;

/** A run whose journal has half of `length` entries; its children, each with a request of its own, have the rest. */
export function longRun(length: number): RunTree {
  const children = Math.floor(length / 2 / childLength);
  const calls = Array.from({ length: children }, (_, n): NewEntry => {
    const input = { machine: 'converge', title: 'a part', input: null };
    return asked(`0/child${n}`, { kind: 'spawn', input });
  });
  const root = journal('r', length / 2, calls);
  return [root, ...Array.from({ length: children }, (_, n) => journal(`r.0.child${n}`, childLength, []))];
}

function journal(run: string, length: number, before: readonly NewEntry[]): RunJournal {
  // The machine `task` reports its moves; the states here have no lines of their own.
  const started = { machine: 'task', version: 1, title: 'long', settings: {}, input: null, state: { at: 'working' } };
  const facts: NewEntry[] = [{ type: 'started', ...started }, ...before];
  for (let n = 0; facts.length < length - 1; n++) facts.push(...passFacts(n));
  facts.length = length - 1;
  facts.push(ended('done'));
  return { run, entries: facts.map((fact, n) => ({ ...fact, atMs: (n + 1) * 1_000 }) as Entry) };
}

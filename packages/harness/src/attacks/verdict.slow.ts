/**
 * Runs the table of hostile answers through the command: a reviewer, a validator, a merge checker and an evaluator that
 * do not approve, but whose answer looks as if they did. No answer may lead to exit 0, a commit on a branch or a merge.
 */
import { type HostileAnswer, hostileAnswers, hostileFindings } from '@harness/core/testing/hostile-answers';
import { describe, expect, test } from 'vitest';
import { type CommandResult, type Repository, repository } from '../testing/command.ts';
import { evaluating, generating, personAnswer, rightSum, taskRepository } from '../testing/command-task.ts';
import { createDaemonRepository, successfulAnswers } from '../testing/night.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';
import { repositoryWithSpec, reviewing, working } from '../workflows/mission/testing/script.ts';

/** One role whose answer decides, in a workflow that is clean apart from that answer. */
interface Decider {
  readonly role: string;
  readonly approval: string;
  readonly objection: string;
  readonly rows: readonly HostileAnswer[];
  /** Exit codes of a refusal: 4 unreadable, 5 limit reached, 8 waiting for a person. */
  readonly refusals: readonly number[];
  /** The branches that only an approved change may reach. */
  readonly target: '--branches' | 'main';
  prepare(reply: string): Prepared;
}

interface Prepared {
  readonly repo: Repository;
  readonly args: readonly string[];
}

const unboxed = ['--sandbox', 'off']; // an answer is read in the same way with a sandbox, which only costs time
const finding = '- [high] work.txt:1: leaks the token';

/** Seven rows of the general table: one or two per promise, for roles whose workflow takes longer. */
const shortTable = hostileAnswers.filter(({ attack }) =>
  [
    ...['taken back in the next line', 'taken back in the same line', 'followed by an objection'],
    ...['objection that quotes the approval', 'in a code block', 'in a comment', 'cut off'],
  ].includes(attack),
);

const row = (promise: string, attack: string, reply: string): HostileAnswer => ({ promise, attack, text: () => reply });
const validatorLine = (pass: number, fail: number, round = 1) =>
  `VALIDATOR F-001 round ${round}: ${fail > 0 ? 'failing' : 'passed'} — ${pass} pass, ${fail} fail`;

const deciders: readonly Decider[] = [
  {
    role: 'converge.reviewer',
    approval: 'No findings.',
    objection: finding,
    rows: [...hostileAnswers, ...hostileFindings],
    refusals: [4],
    target: '--branches',
    prepare(reply) {
      const repo = repository();
      const agents = script(repo, [implementerAnswer(), reviewerAnswer(reply)]);
      return { repo, args: ['converge', 'Do it', '--check', 'true', '--script', agents, ...unboxed] };
    },
  },
  {
    role: 'converge.reviewer with a low finding',
    approval: '- [low] work.txt:1: a long name\nNo blocking findings.',
    objection: finding,
    rows: hostileFindings.filter((_, n) => n % 4 === 0),
    refusals: [4],
    target: '--branches',
    prepare: (reply) => prepareDecider('converge.reviewer', reply),
  },
  {
    role: 'mission.validator',
    approval: validatorLine(3, 0),
    objection: validatorLine(2, 1),
    rows: [
      row('a validator judges every claim', 'one of three claims', validatorLine(1, 0)),
      row('a validator judges every claim', 'more claims than exist', validatorLine(4, 0)),
      row('a verdict is about this round', 'another round', validatorLine(3, 0, 7)),
      row('a verdict is about this feature', 'another feature', validatorLine(3, 0).replace('F-001', 'F-002')),
      ...shortTable,
    ],
    refusals: [4, 5], // 5 after a readable objection
    target: 'main',
    prepare(reply) {
      const repo = repositoryWithSpec({ mission: { maxIterations: 3 } });
      const verdict = { when: { role: 'mission.validator' }, reply };
      const agents = script(repo, [planningThreeClaims, reviewing(), working(), verdict]);
      return { repo, args: ['mission', '--script', agents, ...unboxed] };
    },
  },
  {
    role: 'plans.merge-checker',
    approval: 'No findings. Ready to enable auto-merge.',
    objection: finding,
    rows: shortTable,
    refusals: [4],
    target: 'main',
    prepare(reply) {
      const answers = [{ when: { role: 'plans.merge-checker' }, reply }, ...successfulAnswers];
      const repo = createDaemonRepository({ answers });
      return { repo, args: ['run', '0001', '--script', repo.agents] };
    },
  },
  {
    role: 'task.evaluator',
    approval: 'PASS',
    objection: 'FAIL L2 — 1 items failed: sum',
    rows: shortTable,
    refusals: [8],
    target: '--branches',
    prepare(reply) {
      const repo = taskRepository();
      const people = [personAnswer('Commit', 'Commit all')];
      const cast = { answers: [generating(rightSum), evaluating(reply, 'PASS')], people };
      return { repo, args: repo.asked(cast, ...unboxed) };
    },
  },
];

function prepareDecider(role: string, reply: string): Prepared {
  const decider = deciders.find((one) => one.role === role);
  if (decider === undefined) throw new Error(`no decider ${role}`);
  return decider.prepare(reply);
}

const planningThreeClaims = {
  when: { role: 'mission.planner' },
  reply: 'PLANNED',
  json: {
    features: [{ id: 'F-001', title: 'One', claims: [1, 2, 3].map((n) => `VAL-CORE-00${n}`) }],
    assertions: [1, 2, 3].map((n) => ({
      id: `VAL-CORE-00${n}`,
      assertion: `part ${n} exists`,
      verify: 'look',
      evidence: 'a file',
    })),
  },
};

const countCommits = ({ git }: Repository, target: string) => git('rev-list', target).split('\n').length;

/** The exit code and the last lines, to find the cause of a broken row. */
const endOf = (result: CommandResult | undefined) =>
  `${result?.exitCode}: ${result?.stdout.split('\n').slice(-14).join('\n')}${result?.stderr}`;

/** Runs prepared commands three at a time, because most of their time is waiting. */
async function runAll(prepared: readonly Prepared[]): Promise<readonly CommandResult[]> {
  const results: CommandResult[] = [];
  const rest = [...prepared.entries()];
  const runRest = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      const [at, { repo, args }] = next;
      results[at] = await repo.run(...args);
    }
  };
  await Promise.all([runRest(), runRest(), runRest()]);
  return results;
}

describe.each(deciders)('$role', ({ approval, objection, rows, refusals, target, prepare }) => {
  test('approves with its exact form', async () => {
    const { repo, args } = prepare(approval);
    const before = countCommits(repo, target);
    const { exitCode, stdout, stderr } = await repo.run(...args);
    expect(exitCode, stdout + stderr).toBe(0);
    expect(countCommits(repo, target)).toBeGreaterThan(before);
  });

  const promises = [...new Set(rows.map(({ promise }) => promise))];
  test.each(promises)('attack on the promise: %s', async (promise) => {
    const attacks = rows.filter((one) => one.promise === promise);
    const prepared = attacks.map(({ text }) => prepare(text({ approval, objection })));
    const before = prepared.map(({ repo }) => countCommits(repo, target));
    const results = await runAll(prepared);
    const broken = attacks.flatMap(({ attack }, n) => {
      const added = countCommits((prepared[n] as Prepared).repo, target) - (before[n] ?? 0);
      const isRefused = refusals.includes(results[n]?.exitCode ?? -1);
      return isRefused && added === 0 ? [] : [{ attack, added, end: endOf(results[n]) }];
    });
    expect(broken).toEqual([]);
  });
});

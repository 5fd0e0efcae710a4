/**
 * Kills `harness run` at random moments between a plan and its merged pull request, and checks that the end equals that of
 * an undisturbed run: one pull request, one merge, one label, one filed plan, and no lost work.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Repository, RunningCommand } from './command.ts';
import { agentsOf, greenCi, type HubProduct, hubProduct, smallProduct } from './hub.ts';
import { plans } from './product.ts';

/** Triggers of a kill: some time, or the start of an operation of this name. */
const moments = [
  ...[
    'time',
    'time',
    'fetch-base',
    'list-merged',
    'open-lane',
    'checkpoint',
    'commit-lane',
    'close-lane',
    'read-change',
  ],
  ...[
    'push-branch',
    'open-pull',
    'watch-checks',
    'read-pull',
    'label-pull',
    'merge-pull',
    'file-plan',
    'continue-lane',
  ],
];

/** A product whose plan is run and killed. */
export interface KilledProduct {
  readonly repo: Repository;
  start(...args: readonly string[]): RunningCommand;
  /** Checks the forge: the pull requests, and the commits of the base. */
  expectOnce(): void;
}

const redOnce = [{ name: 'test', status: 'completed', conclusion: 'failure', log: 'not ok 1 - the note is fixed' }];

/** At GitHub: without trouble, with checks that are red at first, or with a base that moves. */
export async function productAtGitHub(kind: 'plain' | 'red' | 'behind'): Promise<KilledProduct> {
  const product = await hubProduct();
  const { repo, server, hub, start } = product;
  if (kind === 'red')
    server.state.ci = (sha, nth) => (hub('show', `${sha}:0001.txt`).startsWith('fixed') ? greenCi(sha, nth) : redOnce);
  if (kind === 'behind') {
    server.state.strict = true;
    server.before(/check-runs/, () => product.pushed('main', 'theirs.txt', 'theirs'));
  }
  return { repo, start, expectOnce: () => expectOnceAtGitHub(product) };
}

function expectOnceAtGitHub({ repo, server: { state }, hub, pull }: HubProduct): void {
  expect(state.pulls).toHaveLength(1);
  expect(pull()).toMatchObject({ mergedBy: 'harness-bot', branch: 'task/0001-first' });
  expect([...pull().labels]).toEqual(['agent/automerge']);
  expect([repo.git('rev-parse', 'main')]).toEqual([hub('rev-parse', 'main')]);
}

export function productAtLocalForge(): KilledProduct {
  const repo = smallProduct({ forge: { kind: 'local', pollMs: 30, checksSettleMs: 60 } });
  const folder = join(repo.path, '.orchestrator/forge/pulls');
  return {
    repo,
    start: (...args) => repo.start(args),
    expectOnce() {
      expect(readdirSync(folder).filter((name) => name.endsWith('.json'))).toEqual(['1.json']);
      const pull = JSON.parse(readFileSync(join(folder, '1.json'), 'utf8')) as Record<string, unknown>;
      expect(pull).toMatchObject({ state: 'merged', labels: ['agent/automerge'], comments: [] });
    },
  };
}

/** Kills the run up to `atMost` times, then lets it end. Returns the open effects at each kill. */
export async function killToTheEnd(
  ground: KilledProduct,
  random: () => number,
  atMost: number,
): Promise<readonly string[]> {
  const { repo, start } = ground;
  const witness = join(repo.path, '..', 'witness');
  const agents = agentsOf(repo, witnessing(witness));
  const begin = ['run', '0001', '--script', agents];
  const kills: string[] = [];
  let running = start(...begin);
  while (kills.length < atMost) {
    const finished = await Promise.race([running.finished, moment(repo, random)]);
    if (finished) break;
    running.child.kill('SIGKILL');
    await running.finished;
    kills.push(openIn(repo));
    const { runs } = await repo.json<{ runs: { id: string; status: string }[] }>('runs');
    const [newest] = runs;
    if (newest?.status === 'done') break; // it had ended, and was killed while exiting
    running = newest === undefined ? start(...begin) : start('resume', newest.id);
  }
  const { exitCode, ...output } = await running.finished;
  if (exitCode !== null) expect(exitCode, `${kills.join('; ')}\n${output.stdout}${output.stderr}`).toBe(0);
  await expectUndisturbed(ground, witness);
  return kills;
}

/** Every try writes its own file into the lane and then logs it outside. No logged file may be lost. */
function witnessing(witness: string) {
  const mark = `f=w-$(date +%s%N)-$$; echo "$f" > "$f"; echo "$f" >> '${witness}'`;
  return [
    {
      when: { role: 'plans.implementer' },
      reply: 'written',
      steps: [{ run: mark }, { sleep: 30 }, { write: { path: '0001.txt', text: '0001\n' } }],
    },
    {
      when: { role: 'plans.fixer' },
      reply: 'fixed',
      steps: [{ run: mark }, { sleep: 30 }, { write: { path: '0001.txt', text: 'fixed\n' } }],
    },
  ];
}

/** Resolves when it is time to kill. */
async function moment(repo: Repository, random: () => number): Promise<undefined> {
  const what = moments[Math.floor(random() * moments.length)] ?? 'time';
  const afterMs = random() * (what === 'time' ? 3_000 : 60);
  const before = what === 'time' ? Number.POSITIVE_INFINITY : countOf(repo, what);
  // The operation may not come again, so the wait is limited.
  for (let left = 600; left > 0 && what !== 'time' && countOf(repo, what) <= before; left--) await delay(5);
  await delay(afterMs);
  return undefined;
}

const journals = ({ path }: Repository): readonly string[] => {
  const runs = join(path, '.harness/runs');
  const names = existsSync(runs) ? readdirSync(runs) : [];
  const files = names.map((name) => join(runs, name, 'journal.jsonl')).filter((file) => existsSync(file));
  return files.map((file) => readFileSync(file, 'utf8'));
};

const countOf = (repo: Repository, op: string) =>
  journals(repo).reduce((sum, text) => sum + text.split(`"op":"${op}"`).length - 1, 0);

interface Line {
  readonly type: string;
  readonly key?: string;
  readonly effect?: { readonly kind: string; readonly input: { readonly op?: string; readonly role?: string } };
}

function openIn(repo: Repository): string {
  const open = journals(repo).flatMap((text) => {
    const asked = new Map<string, string>();
    for (const line of text.split('\n').slice(0, -1)) {
      const { type, key = '', effect } = JSON.parse(line) as Line;
      if (type === 'asked' && effect) asked.set(key, effect.input.op ?? effect.input.role ?? effect.kind);
      if (type === 'answered') asked.delete(key);
    }
    return [...asked.values()].filter((name) => name !== 'call');
  });
  return open.join(' + ') || 'between';
}

interface Shown {
  readonly status: string;
  readonly calls: readonly { readonly tries: readonly { outcome: string | null }[] }[];
}

async function expectUndisturbed({ repo, expectOnce }: KilledProduct, witness: string): Promise<void> {
  const shown = await repo.json<Shown>('show', await repo.newest());
  expect(shown.status).toBe('done');
  for (const { tries } of shown.calls) expect(tries.filter(({ outcome }) => outcome === 'ok')).toHaveLength(1);
  expectOnce();
  const subjects = repo.git('log', '--first-parent', '--format=%s', 'main').split('\n');
  expect(subjects.filter((subject) => subject === 'Write first')).toHaveLength(1);
  expect(subjects.filter((subject) => subject.startsWith('chore:'))).toEqual(['chore: complete plan 0001']);
  expect(repo.git('rev-list', '--merges', '--first-parent', '--count', 'main')).toBe('1');
  expect(plans(repo, 'completed')).toEqual(['0001-first.md']);
  expect([repo.git('status', '--porcelain'), repo.git('worktree', 'list').split('\n').length]).toEqual(['', 1]);
  expect(repo.git('for-each-ref', 'refs/harness/lanes', 'refs/harness/branches', 'refs/harness/continued')).toBe('');
  const names = new Set(
    repo
      .git('rev-list', '--objects', '--all')
      .split('\n')
      .map((line) => line.split(' ')[1]),
  );
  const witnessed = existsSync(witness) ? readFileSync(witness, 'utf8').trim().split('\n') : [];
  expect(witnessed.filter((name) => !names.has(name))).toEqual([]);
}

export const describeKills = (seed: number, kind: string, kills: readonly string[]): string =>
  `seed ${seed}, ${kind}: ${kills.length === 0 ? 'not killed' : kills.join('; ')}`;

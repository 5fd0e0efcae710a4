/** Tests a mission in the control server, and its notifications. */
import { expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import { startServerIn } from '../../testing/control.ts';
import { readNotifications } from '../../testing/notified.ts';
import { script } from '../../testing/scripts.ts';
import { featureLines, planning, repositoryWithSpec, reviewing, validating, working } from './testing/script.ts';

const types = [{ name: 'ship', triggerOn: 'pre-done', description: 'look at it' }];

/** A repository whose notify command records all notifications. */
function withNotify(config: object = {}): Repository {
  const repo = repositoryWithSpec({ ...config, notify: `'${process.execPath}' ../note.mjs` });
  repo.write(
    'note.mjs',
    `import fs from 'node:fs'; fs.appendFileSync(new URL('told', import.meta.url), JSON.stringify(process.argv.slice(2)) + '\\n');`,
  );
  return repo;
}

test('M-15, MO-08, MO-11 a checkpoint is notified, listed and granted over HTTP, and the mission continues', async () => {
  const repo = withNotify({ checkpoints: { enabled: true, types } });
  const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), working(), validating()]);
  const waiting = await repo.run('mission', '--script', agents);
  expect(waiting, `${waiting.stdout}${waiting.stderr}`).toMatchObject({ exitCode: 8 });
  expect(readNotifications(repo)).toMatchObject([
    ['checkpoint', expect.stringContaining('waits at a checkpoint'), repo.path],
  ]);
  const run = await repo.newest();

  const { ask, post } = await startServerIn(repo);
  const read = async (path: string) => (await (await ask(path)).json()) as Record<string, unknown>;
  expect(await read('/checkpoints')).toMatchObject({ checkpoints: [{ name: 'ship', run }] });
  expect(await read('/health')).toMatchObject({
    ok: true,
    mission: run,
    checks: { features_present: true, no_pending_checkpoints: false, low_ghost_rate: true, not_stuck: true },
  });
  expect(await read('/decisions')).toMatchObject({
    run,
    total: 3,
    recognized: 3,
    ghosts: 0,
    ghostRate: 0,
    byVerb: { NEXT_WORKER: 1, NEXT_VALIDATOR: 1, CHECKPOINT: 1 },
    decisions: [{ verb: 'NEXT_WORKER', args: 'F-001', iteration: 1, isGhost: false }, {}, { args: 'ship' }],
  });
  expect((await post('/checkpoint/ship/grant')).status).toBe(200);
  expect((await post('/checkpoint/ship/grant')).status).toBe(404);

  expect(await repo.run('resume')).toMatchObject({ exitCode: 0 });
  expect(featureLines(repo)).toEqual(['F-001 passed 1']);
  expect(readNotifications(repo).map(([kind]) => kind)).toEqual(['checkpoint', 'done']);
  expect(await read('/health')).toMatchObject({ checks: { no_pending_checkpoints: true } });
});

test('MO-02, M-16 an escalation is notified once', async () => {
  const repo = withNotify();
  const blocked = working({ reply: 'WORKER {item}: blocked — a key' });
  const agents = script(repo, [planning({ id: 'F-001' }, { id: 'F-002' }), reviewing(), blocked]);
  expect(await repo.run('mission', '--script', agents)).toMatchObject({ exitCode: 3 });
  expect(readNotifications(repo)).toMatchObject([
    ['escalate', expect.stringContaining('blocked:F-001,F-002'), repo.path],
  ]);
});

const two = planning({ id: 'F-001' }, { id: 'F-002' });
const architect = { when: { role: 'mission.architect' }, reply: 'REVIEW {item}: preference — which colour?' };

test.each<readonly [string, object, readonly object[], number, readonly string[]]>([
  ['MO-02, MO-04 near its cap, and at its cap', { budget: { capUsd: 0.045 } }, [], 6, ['cost-warn', 'cost-cap']],
  ['MO-02 out of iterations', { mission: { maxIterations: 1 } }, [], 5, ['max-iter']],
  [
    'MO-02, MO-22 two decisions that its architect leaves to a person',
    {},
    [validating('failing'), architect],
    3,
    ['review-pending', 'review-pending', 'escalate'],
  ],
])('notifications of a mission: %s', async (_, config, answers, exitCode, kinds) => {
  const repo = withNotify({ agent: { reserveTokens: 1 }, ...config });
  const agents = script(repo, [two, reviewing(), working(), ...answers, validating()] as Parameters<typeof script>[1]);
  const rested = await repo.run('mission', '--script', agents);
  expect(rested, `${rested.stdout}${rested.stderr}`).toMatchObject({ exitCode });
  expect(readNotifications(repo).map(([kind]) => kind)).toEqual(kinds);
  expect(readNotifications(repo).every(([, message, folder]) => message !== '' && folder === repo.path)).toBe(true);
});

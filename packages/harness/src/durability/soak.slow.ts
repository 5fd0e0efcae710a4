/**
 * A simulated night without a person (D-05): a hundred plans under a simulated clock, with faults by seed.
 * `HARNESS_SEED` selects another night.
 */
import { describe, expect, test } from 'vitest';
import { prepareStateFolder } from '../plans/state-folder.ts';
import { loadConfig } from '../settings/config.ts';
import { createRunSettings } from '../settings/settings.ts';
import { repository } from '../testing/command.ts';
import { nightClock } from '../testing/soak/clock.ts';
import { nightDisk } from '../testing/soak/disk.ts';
import { faultsOf } from '../testing/soak/faults.ts';
import { answerAll, normalizeJournals } from '../testing/soak/morning.ts';
import { driveNight, type Night, queueIn } from '../testing/soak/night.ts';
import { idOf, planOf, writeProduct, writeScript } from '../testing/soak/product.ts';
import { type Scene, storeIn } from '../testing/soak/world.ts';
import { signalQueue } from '../workflows/queue/queue-control.ts';
import { queueSettings } from '../workflows/queue/setup.ts';

const seed = Number(process.env['HARNESS_SEED'] ?? 1);
const evening = Date.UTC(2026, 1, 2, 22);

/** Short watchdogs, so that a hanging call costs the test little time. */
async function nightOf(plans: number, from: number) {
  const repo = repository();
  const faults = faultsOf(from);
  writeProduct(repo, plans, faults);
  const script = writeScript(repo, plans, faults);
  const config = await loadConfig(repo.path, { agent: { provider: 'scripted', script } }, {});
  prepareStateFolder(repo.path, config.stateDir);
  const settings = createRunSettings({ config, flags: {}, root: repo.path, workflow: 'plans', task: 'A night' });
  const scene: Scene = {
    repo,
    faults,
    clock: nightClock(evening),
    disk: nightDisk(faults),
    backoff: config.daemon,
    settings: { ...settings, idleMs: 50 },
    answered: [],
    busy: 0,
  };
  const night: Night = {
    run: 'night',
    restarts: 0,
    input: { settings: queueSettings(repo.path, config), carried: null },
  };
  await signalQueue(storeIn(scene), night.run, 'go', { name: 'queue', choice: 'resume', by: 'a person' });
  await driveNight(scene, night);
  return { scene, night };
}

const hoursOf = ({ clock }: Scene) => clock.passedMs() / 3_600_000;

describe('a night of a hundred plans', () => {
  test('D-05, D-44, D-45 every plan is merged, or blocked with a reason; no work is lost or repeated', async () => {
    const plans = 100;
    const { scene, night } = await nightOf(plans, seed);
    const { repo, faults, disk } = scene;
    const hours = hoursOf(scene);
    const asked = await answerAll(scene);
    await driveNight(scene, night); // in the morning a person answers, and waiting plans continue

    const state = queueIn(scene, night.run);
    if (state.at !== 'idle') throw new Error(`it is ${state.at}`);
    const { blocked, aside, working } = state.queue;
    expect([aside, working]).toEqual([[], []]);

    const log = repo.git('log', '--format=%s', 'main').split('\n');
    const filed = Array.from({ length: plans }, (_, n) => idOf(n + 1)).filter((id) =>
      log.includes(`chore: complete plan ${id}`),
    );
    const reasons = new Map(blocked.map(({ plan, because }) => [plan, because.code]));
    const fateOf = (id: string): string | undefined =>
      filed.includes(id)
        ? 'merged'
        : (reasons.get(id) ??
          planOf(repo, id)
            .dependsOn.map(fateOf)
            .find((one) => one !== 'merged'));
    const ids = Array.from({ length: plans }, (_, n) => idOf(n + 1));
    expect(ids.filter((id) => fateOf(id) === undefined)).toEqual([]);

    for (const id of filed) {
      expect(log.filter((subject) => subject === `chore: complete plan ${id}`)).toHaveLength(1);
      expect(repo.git('show', `main:docs/parts/${id}.txt`)).toMatch(/^good/);
    }
    const merged = repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/task').split('\n');
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
    for (const id of reasons.keys()) expect(merged.some((ref) => ref.includes(id)) || keptOf(scene, id)).toBe(true);
    const people = ids.filter((id) => log.includes(`Person ${id}`));
    for (const id of people)
      expect(repo.git('log', '--format=%s', 'main', '--', `docs/parts/${id}.txt`)).toContain(`Person ${id}`);

    const counts = faults.counts();
    const injected = Object.values(counts).reduce((sum, n) => sum + n, 0);
    const entries = [...disk.files.values()].reduce((sum, one) => sum + one.length, 0);
    console.log(
      [
        `seed ${seed}: ${hours.toFixed(1)} simulated hours, ${injected} faults, ${night.restarts} restarts`,
        `${filed.length} of ${plans} plans merged; blocked: ${[...reasons].map(([id, code]) => `${id} ${code}`).join(', ') || 'none'}`,
        `asked in the night and answered in the morning: ${asked}; ${entries} entries in ${disk.files.size} journals`,
        Object.entries(counts)
          .map(([fault, n]) => `${fault} ${n}`)
          .join(', '),
      ].join('\n'),
    );
    expect(filed.length).toBeGreaterThan(plans / 2);
    expect(injected).toBeGreaterThan(plans / 2);
    expect(hours).toBeGreaterThan(10);
  }, 1_800_000);
});

/** Whether the work of an unfinished plan is kept. */
const keptOf = ({ repo, disk }: Scene, id: string): boolean =>
  [...disk.files].some(
    ([run, [first]]) =>
      first?.type === 'started' &&
      (first.input as { item?: string }).item === id &&
      repo.git('for-each-ref', `refs/harness/kept/${run}`) !== '',
  );

test('the same seed gives the same journals, and another seed gives others', async () => {
  const journals = async (from: number) => {
    const { scene } = await nightOf(8, from);
    return normalizeJournals(scene.disk.files, scene.repo.path);
  };
  const first = await journals(seed);
  expect(await journals(seed)).toBe(first);
  expect(await journals(seed + 1)).not.toBe(first);
}, 600_000);

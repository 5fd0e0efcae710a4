/** M4 for mission and its lanes: journals of every released version are read, replayed and shown unchanged. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from '../../messages/en.ts';
import { golden } from '../../testing/golden.ts';
import { show } from '../../views/show.ts';
import { competition } from './competition/machine.ts';
import { lane } from './lane/machine.ts';
import { mission } from './machine.ts';
import { missionView } from './view.ts';

const read = (name: string) => readFileSync(new URL(`./${name}.jsonl`, import.meta.url), 'utf8');
const entries = golden({ machine: mission, version: 1, journal: read('journals/v1'), at: 'done' });
const merged = golden({ machine: lane, version: 1, journal: read('lane/journals/v1'), at: 'over' });
golden({ machine: lane, version: 1, journal: read('lane/journals/v1-built'), at: 'over' });
golden({ machine: lane, version: 2, journal: read('lane/journals/v2'), at: 'over' });
golden({ machine: lane, version: 2, journal: read('lane/journals/v2-merged'), at: 'over' });
golden({ machine: lane, version: 2, journal: read('lane/journals/v2-at-once'), at: 'over' });
golden({ machine: lane, version: 2, journal: read('lane/journals/v2-at-once-merged'), at: 'over' });
golden({ machine: mission, version: 1, journal: read('journals/v1-remembered'), at: 'done' });
golden({ machine: mission, version: 1, journal: read('journals/v1-at-once'), at: 'done' });
golden({ machine: competition, version: 1, journal: read('competition/journals/v1-built'), at: 'over' });
const won = golden({ machine: competition, version: 1, journal: read('competition/journals/v1'), at: 'over' });

test('M4 golden journals of the released versions exist', () => {
  const released = [`journals/v${mission.version}`, `lane/journals/v${lane.version}`];
  expect([...released, `competition/journals/v${competition.version}`].map(read)).not.toContain('');
});

test('M4, M-09 the journal shows a checkpoint, a feature that failed once, and an issue that became a feature', () => {
  const family = [
    { run: 'r', entries },
    { run: 'r.32.F-002', entries: merged },
  ] as const;
  expect(show(family, { isOwned: false, answered: new Set() }, en)).toMatchObject({ status: 'done', state: 'done' });
  const view = missionView(family);
  expect(view?.features.map(({ id, title, status, attempts }) => [id, title, status, attempts])).toEqual([
    ['F-001', '', 'passed', 1],
    ['F-002', 'Wave', 'passed', 2],
    ['F-FIX-001', '', 'passed', 1],
  ]);
  expect(view?.decisions.map(({ verb }) => verb)).toContain('CONVERTED');
  expect(view?.decisions.at(-1)).toMatchObject({ verb: 'DONE', iteration: 10, isGhost: false });
  expect(view?.ghosts).toBe(0);
});

test('M4, MO-28 a competition of two lanes reports the winner and who chose it', () => {
  const ended = won.at(-1);
  expect(ended).toMatchObject({ type: 'ended', result: { is: 'passed', verdict: { winner: 2, by: 'judge' } } });
});

/**
 * Computes, for features of known duration, the lower bound of the time in n lanes and the schedule that the rules of a
 * mission produce if only agents take time.
 */
import type { BoardFeature } from '../workflows/mission/board.ts';
import { decideByRules } from '../workflows/mission/decide.ts';

export interface TimedFeature {
  readonly id: string;
  readonly after: readonly string[];
  /** Duration of its worker and its validator. */
  readonly workMs: number;
  readonly judgeMs: number;
}

export interface ScheduledCall {
  readonly feature: string;
  readonly is: 'worker' | 'validator';
  readonly lane: number;
  readonly fromMs: number;
  readonly toMs: number;
}

const lengthOf = ({ workMs, judgeMs }: TimedFeature) => workMs + judgeMs;

/**
 * A lower bound for every schedule: the longest chain of dependencies, and for every group of features the time before
 * its first, its total time spread over all lanes, and the time after its last.
 */
export function lowerBoundMs(features: readonly TimedFeature[], lanes: number): number {
  const head = longest(features, ({ after }) => after);
  const tail = longest(features, ({ id }) => features.filter(({ after }) => after.includes(id)).map((one) => one.id));
  const chains = features.map((one) => head(one.id) + lengthOf(one) + tail(one.id));
  const groups = features.flatMap((first) =>
    features.map((last) => {
      const [from, then] = [head(first.id), tail(last.id)];
      const group = features.filter(({ id }) => head(id) >= from && tail(id) >= then);
      return group.length === 0 ? 0 : from + sum(group.map(lengthOf)) / lanes + then;
    }),
  );
  return Math.max(...chains, ...groups);
}

/** Length of the longest chain that leads to a feature by these edges, without the feature. */
function longest(features: readonly TimedFeature[], edges: (feature: TimedFeature) => readonly string[]) {
  const known = new Map<string, number>();
  const find = (id: string): number => {
    const length = known.get(id);
    if (length !== undefined) return length;
    const before = features.filter((one) => edges(featureIn(features, id)).includes(one.id));
    const found = Math.max(0, ...before.map((one) => find(one.id) + lengthOf(one)));
    known.set(id, found);
    return found;
  };
  return find;
}

/** The schedule of the mission's rules, decision by decision; an event is the end of a worker or a validator. */
export function scheduleByRules(features: readonly TimedFeature[], lanes: number): readonly ScheduledCall[] {
  const status = new Map<string, BoardFeature['status']>(features.map(({ id }) => [id, 'todo']));
  const all: ScheduledCall[] = [];
  let living: readonly ScheduledCall[] = [];
  for (let nowMs = 0; ; ) {
    const rule = decideByRules({
      features: features.map(({ id, after }) => rowOf(id, after, status.get(id) ?? 'todo', living)),
      lanesFree: lanes - living.length,
      openIssues: 0,
      checkpoints: [],
      granted: [],
    });
    if (rule.verb === 'DONE') return all;
    if (rule.verb === 'NEXT_WORKER' || rule.verb === 'NEXT_VALIDATOR') {
      const is = rule.verb === 'NEXT_WORKER' ? 'worker' : 'validator';
      const { workMs, judgeMs } = featureIn(features, rule.feature);
      const lane = firstFreeLane(living);
      const toMs = nowMs + (is === 'worker' ? workMs : judgeMs);
      const started = { feature: rule.feature, is, lane, fromMs: nowMs, toMs } as const;
      status.set(rule.feature, is === 'worker' ? 'in_progress' : 'validating');
      all.push(started);
      living = [...living, started];
      continue;
    }
    if (rule.verb !== 'WAIT') throw new Error(`the rules say ${rule.verb} where everything passes`);
    const [next] = [...living].sort((a, b) => a.toMs - b.toMs);
    if (!next) throw new Error('the rules wait, and nothing runs');
    nowMs = next.toMs;
    status.set(next.feature, next.is === 'worker' ? 'validating' : 'passed');
    living = living.filter((one) => one !== next);
  }
}

export const makespanMs = (stretches: readonly Pick<ScheduledCall, 'toMs'>[]): number =>
  Math.max(0, ...stretches.map(({ toMs }) => toMs));

const rowOf = (
  id: string,
  after: readonly string[],
  status: BoardFeature['status'],
  living: readonly ScheduledCall[],
): BoardFeature => ({
  id,
  after,
  kinds: [],
  status,
  attempts: 0,
  architected: false,
  running: living.some(({ feature }) => feature === id),
});

/** Lanes have no number in a mission; a chart draws each in the first free row. */
export function firstFreeLane(living: readonly Pick<ScheduledCall, 'lane'>[]): number {
  for (let lane = 0; ; lane++) if (!living.some((one) => one.lane === lane)) return lane;
}

function featureIn(features: readonly TimedFeature[], id: string): TimedFeature {
  const found = features.find((feature) => feature.id === id);
  if (!found) throw new Error(`There is no feature ${id}`);
  return found;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Twenty-four features of a product: a base, four parts on top of it, and features that combine them. One unit is seven
 * seconds: agents take minutes, and without a duration the benchmark would measure only git.
 */
const product: readonly (readonly [id: string, after: string, work: number, judge: number])[] = [
  ['F-001', '', 4, 2],
  ['F-002', '', 6, 2],
  ['F-003', '', 5, 2],
  ['F-004', '', 7, 2],
  ['F-005', 'F-001', 6, 3],
  ['F-006', 'F-001', 5, 2],
  ['F-007', 'F-001 F-003', 8, 2],
  ['F-008', 'F-002', 4, 2],
  ['F-009', 'F-002', 4, 3],
  ['F-010', 'F-005', 9, 2],
  ['F-011', 'F-004', 5, 2],
  ['F-012', 'F-006 F-008', 6, 2],
  ['F-013', 'F-008', 4, 2],
  ['F-014', 'F-007', 5, 3],
  ['F-015', 'F-010', 8, 2],
  ['F-016', 'F-011', 6, 2],
  ['F-017', 'F-012 F-013', 5, 2],
  ['F-018', 'F-014', 4, 2],
  ['F-019', 'F-015', 3, 2],
  ['F-020', 'F-016', 5, 2],
  ['F-021', 'F-017', 6, 2],
  ['F-022', 'F-018 F-020', 5, 2],
  ['F-023', 'F-021', 4, 2],
  ['F-024', '', 3, 1],
];

const unitMs = 7_000;

export const sampleFeatures: readonly TimedFeature[] = product.map(([id, after, work, judge]) => ({
  id,
  after: after === '' ? [] : after.split(' '),
  workMs: work * unitMs,
  judgeMs: judge * unitMs,
}));

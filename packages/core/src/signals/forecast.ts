/**
 * Forecasts from the timeline of architecture metrics which of them get worse (AO-33).
 *
 *   T1. A category needs three snapshots with a value. A missing value is not known; it is not zero.
 *   T2. A straight line through the values gives the value 12 weeks after the last snapshot.
 *   T3. The probability is the expected growth relative to the last value, at most 1, times how well the line fits (R²).
 */
import * as z from 'zod';
import { parseJson } from '../text/json.ts';

const categories = [
  'circular-deps',
  'layer-violations',
  'complexity',
  'coupling',
  'forbidden-imports',
  'module-size',
  'dependency-depth',
] as const;
type Category = (typeof categories)[number];

const weeksAhead = 12;
const leastSnapshots = 3;
const weekMs = 7 * 24 * 3_600_000;

const metric = z.union([z.number(), z.looseObject({ value: z.number() }).transform(({ value }) => value)]);
const timelineSchema = z.looseObject({
  version: z.literal(1),
  snapshots: z.array(
    z.looseObject({ capturedAt: z.string(), metrics: z.record(z.string(), metric.nullish().catch(null)) }),
  ),
});

export interface CategoryForecast {
  readonly category: Category;
  readonly latest: number;
  readonly forecast: number;
  readonly probability: number;
}

/** `null` if the timeline is missing or unreadable, or no category has enough values. */
export function forecastFailures(timeline: string | null): readonly CategoryForecast[] | null {
  const { data } = timelineSchema.safeParse(parseJson(timeline ?? ''));
  if (!data || data.snapshots.length < leastSnapshots) return null;
  const forecasts = categories.flatMap((category) => {
    const points = data.snapshots.flatMap(({ capturedAt, metrics }): readonly Point[] => {
      const [week, value] = [Date.parse(capturedAt) / weekMs, metrics[category]];
      return Number.isFinite(week) && typeof value === 'number' ? [{ week, value }] : [];
    });
    return forecastCategory(
      category,
      points.sort((a, b) => a.week - b.week),
    );
  });
  return forecasts.length === 0 ? null : forecasts;
}

interface Point {
  readonly week: number;
  readonly value: number;
}

function forecastCategory(category: Category, points: readonly Point[]): readonly CategoryForecast[] {
  const last = points.at(-1);
  const line = fitLine(points);
  if (points.length < leastSnapshots || !last || !line) return [];
  const forecast = last.value + line.slope * weeksAhead;
  const growth = (forecast - last.value) / Math.max(1, Math.abs(last.value));
  const probability = Math.min(1, Math.max(0, growth)) * line.fit;
  return [{ category, latest: last.value, forecast: round(forecast), probability: round(probability) }];
}

const round = (value: number) => Math.round(value * 1000) / 1000;

/** Least squares; `undefined` if all snapshots have the same time. A level line fits completely. */
function fitLine(points: readonly Point[]): { readonly slope: number; readonly fit: number } | undefined {
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [week, value] = [mean((point) => point.week), mean((point) => point.value)];
  const [weeks, values, both] = [
    mean((point) => (point.week - week) ** 2),
    mean((point) => (point.value - value) ** 2),
    mean((point) => (point.week - week) * (point.value - value)),
  ];
  if (!(weeks > 0)) return undefined;
  return { slope: both / weeks, fit: values === 0 ? 1 : both ** 2 / (weeks * values) };
}

/** Generates docs/workflows/mission-lanes.svg: the 24 features of the benchmark in four lanes, as the rules schedule them. */
import {
  lowerBoundMs,
  makespanMs,
  type ScheduledCall,
  sampleFeatures,
  scheduleByRules,
} from '@harness/core/testing/lane-schedule';

export const chartLanes = 4;

const lineHeight = 34;
const barHeight = 26;
const leftMargin = 56;
const topMargin = 34;
const chartWidth = 900;

export function laneChart(): string {
  const stretches = scheduleByRules(sampleFeatures, chartLanes);
  const [least, took] = [lowerBoundMs(sampleFeatures, chartLanes), makespanMs(stretches)];
  const x = (ms: number) => Math.round(leftMargin + (ms / took) * (chartWidth - leftMargin - 20));
  const height = topMargin + chartLanes * lineHeight + 34;
  const bottom = topMargin + chartLanes * lineHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${chartWidth} ${height}" font-family="ui-monospace, monospace" font-size="11">`,
    '<title>24 features in 4 lanes: dark while a feature is built, light while it is judged and merged</title>',
    `<rect width="${chartWidth}" height="${height}" fill="#ffffff"/>`,
    ...Array.from({ length: chartLanes }, (_, lane) => label(lane)),
    ...stretches.map((one) => bar(one, x)),
    `<line x1="${x(least)}" y1="${topMargin - 8}" x2="${x(least)}" y2="${bottom}" stroke="#c2410c" stroke-dasharray="4 3"/>`,
    `<text x="${x(least)}" y="${topMargin - 14}" text-anchor="end" fill="#c2410c">no schedule ends before ${seconds(least)}</text>`,
    `<text x="${x(took)}" y="${bottom + 20}" text-anchor="end" fill="#334155">ends after ${seconds(took)}</text>`,
    '</svg>',
    '',
  ].join('\n');
}

const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;

const topOf = (lane: number) => topMargin + lane * lineHeight;

const label = (lane: number) => `<text x="6" y="${topOf(lane) + 17}" fill="#334155">lane ${lane + 1}</text>`;

function bar({ feature, is, lane, fromMs, toMs }: ScheduledCall, x: (ms: number) => number): string {
  const [left, right, top] = [x(fromMs), x(toMs), topOf(lane)];
  const fill = is === 'worker' ? '#1d4ed8' : '#bfdbfe';
  const box = `<rect x="${left}" y="${top}" width="${right - left - 1}" height="${barHeight}" rx="3" fill="${fill}"/>`;
  if (is === 'validator') return box;
  return `${box}<text x="${left + 5}" y="${top + 17}" fill="#ffffff">${feature.replace('F-0', '')}</text>`;
}

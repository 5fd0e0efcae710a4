/** Tests every path from an address to a spec. */
import { describe, expect, test } from 'vitest';
import type { EffectVocabulary } from '../../effects/kinds.ts';
import { emitPlans, surveyPlans } from '../../effects/plans.ts';
import { captureSite, type SiteCapture, writeSite } from '../../effects/site.ts';
import { ok, sampleFailure } from '../../failure/failure.ts';
import { endOfState, type Machine } from '../../machine/machine.ts';
import { type Exploration, explore, type Move } from '../../testing/explore.ts';
import { replay } from '../../testing/replay.ts';
import { roles } from '../loaded.ts';
import { planning } from '../planning/machine.ts';
import { plannerModes, type SiteJob, type SiteReverseState, siteReverse } from './machine.ts';
import { siteAnalyst } from './site-analyst.ts';

const job: SiteJob = {
  url: 'https://shop.example/',
  slug: 'shop-example',
  force: false,
  planner: 'skip',
  planDir: 'plans',
  completedDir: 'completed',
  contextDir: 'context',
};
const sampleCaptured = captureSite.samples[0] as SiteCapture;
const captured = { captured: ok(sampleCaptured) };
const analysed = { analysis: ok(siteAnalyst.samples[0]) };
const written = { written: ok({ files: ['a', 'b'], spec: 'docs/product-specs/shop-example.md' }) };
const after = (rounds: readonly Readonly<Record<string, unknown>>[], input = job) => replay(siteReverse, input, rounds);
const needs = (state: SiteReverseState) => siteReverse.steps.get(state.at)?.needs(state) ?? {};

describe('a site', () => {
  test('DO-22 is captured with at most five pages, analysed, and written', () => {
    expect(needs(after([]))['captured']?.input).toEqual({ op: 'capture-site', args: { url: job.url, most: 5 } });
    expect(needs(after([captured]))['analysis']?.input).toMatchObject({ role: 'plans.site-analyst' });
    expect(needs(after([captured, analysed]))['written']?.input).toMatchObject({ args: { force: false } });
    const end = after([captured, analysed, written]);
    expect(end).toMatchObject({ at: 'written', files: ['a', 'b'], pages: sampleCaptured.pages });
    expect(endOfState(siteReverse as Machine, end)).toBe('done');
  });

  test.each([
    ['emit', false],
    ['preview', true],
  ] as const)('DO-22 is planned from its spec with --planner %s', (planner, preview) => {
    const state = after([captured, analysed, written], { ...job, planner });
    expect(needs(state)['planned']?.input).toMatchObject({
      machine: 'planning',
      input: { spec: 'docs/product-specs/shop-example.md', preview },
    });
    const ended = (result: unknown) =>
      after([captured, analysed, written, { planned: { result } }], { ...job, planner });
    expect(ended({ at: 'shown' })).toMatchObject({ at: 'written', files: ['a', 'b'] });
    expect(endOfState(siteReverse as Machine, ended({ at: 'nothing', skipped: [] }))).toBe('nothing-planned');
    expect(endOfState(siteReverse as Machine, ended(null))).toBe('stopped');
    expect(
      endOfState(siteReverse as Machine, ended({ at: 'failed', because: { code: 'agent.schema', params: {} } })),
    ).toBe('unreadable');
  });

  test.each(['site.unreachable', 'site.no-pages', 'browser.missing', 'browser.failed'] as const)(
    'that cannot be captured (%s) ends the run',
    (code) => {
      expect(after([{ captured: sampleFailure(code) }])).toMatchObject({ at: 'failed', because: { code } });
    },
  );
});

interface Seen {
  readonly isAnalysed: boolean;
  readonly isWritten: boolean;
}
const promises: NonNullable<Exploration<SiteJob, SiteReverseState, Seen>['states']> = {
  'no files before capture and analysis': (state, _, { isAnalysed }) => state.at !== 'writing' || isAnalysed,
  'no planning and no end before the files are written': (state, _, { isWritten }) =>
    !['planning', 'written', 'unplanned'].includes(state.at) || isWritten,
  'no planning unless requested': (state) => state.at !== 'planning' || state.job.planner !== 'skip',
};

test('every path from an address to a spec keeps its invariants, and ends', () => {
  const after = (seen: Seen, { from, to }: Omit<Move<SiteReverseState, Seen>, 'seen'>): Seen => ({
    isAnalysed: seen.isAnalysed || (from.at === 'analysing' && to.at === 'writing'),
    isWritten: seen.isWritten || (from.at === 'writing' && to.at !== 'failed'),
  });
  const operations = [captureSite, writeSite, surveyPlans, emitPlans];
  const words: EffectVocabulary = { roles, operations, machines: { planning } };
  const inputs = plannerModes.map((planner) => ({ ...job, planner }));
  const history = { start: { isAnalysed: false, isWritten: false }, after };
  const { states, moves, broken } = explore(siteReverse, { inputs, words, history, states: promises, limit: 1_000 });
  console.log(`site-reverse: ${states} states, ${moves} moves`);
  expect(broken).toEqual([]);
});

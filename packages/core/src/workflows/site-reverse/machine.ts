/** Drafts a product spec from captured pages of a web site, written all or none; the planner may continue with it. */
import { agent } from '../../effects/agent.ts';
import { call } from '../../effects/call.ts';
import { act } from '../../effects/operation.ts';
import type { PlanPaths } from '../../effects/plans.ts';
import { captureSite, type SiteCapture, writeSite } from '../../effects/site.ts';
import type { Failure } from '../../failure/failure.ts';
import { defineMachine, defineStep } from '../../machine/machine.ts';
import { maxNewPlans } from '../../plans/guardrails.ts';
import type { Analysis } from '../../site/analysis.ts';
import { maxPages } from '../../site/capture.ts';
import { planning } from '../planning/machine.ts';
import { siteAnalyst } from './site-analyst.ts';

export const plannerModes = ['emit', 'preview', 'skip'] as const;
export type PlannerMode = (typeof plannerModes)[number];

export interface SiteJob extends PlanPaths {
  readonly url: string;
  readonly slug: string;
  readonly force: boolean;
  readonly planner: PlannerMode;
}

interface Written {
  readonly files: readonly string[];
  readonly spec: string;
  readonly pages: readonly string[];
}

export type SiteReverseState =
  | { readonly at: 'capturing'; readonly job: SiteJob }
  | { readonly at: 'analysing'; readonly job: SiteJob; readonly captured: SiteCapture }
  | { readonly at: 'writing'; readonly job: SiteJob; readonly captured: SiteCapture; readonly analysis: Analysis }
  | ({ readonly at: 'planning'; readonly job: SiteJob } & Written)
  | ({ readonly at: 'written' } & Written)
  | ({ readonly at: 'unplanned' } & Written)
  | { readonly at: 'stopped' }
  | { readonly at: 'failed'; readonly because: Failure };

export type SiteReverseResult = Extract<SiteReverseState, { at: 'written' | 'unplanned' | 'stopped' | 'failed' }>;

/** A role without tools changes nothing, so it may run in the checkout and be called again after a crash. */
const checkout = { cwd: '.', checkpoint: null };

const step = defineStep<SiteReverseState>();

export const siteReverse = defineMachine<SiteJob, SiteReverseState, SiteReverseResult>()({
  id: 'site-reverse',
  version: 1,
  start: (job) => ({ at: 'capturing', job }),
  steps: [
    step({
      at: 'capturing',
      to: ['analysing', 'failed'],
      needs: ({ job: { url } }) => ({ captured: act(captureSite, { url, most: maxPages }) }),
      next: ({ job }, { captured }) =>
        captured.ok ? { at: 'analysing', job, captured: captured.value } : { at: 'failed', because: captured.failure },
    }),
    step({
      at: 'analysing',
      to: ['writing', 'failed'],
      needs: ({ job: { url }, captured: { digest, pages } }) => ({
        analysis: agent(siteAnalyst, checkout, { url, digest, pages }),
      }),
      next: ({ job, captured }, { analysis }) =>
        analysis.ok
          ? { at: 'writing', job, captured, analysis: analysis.value }
          : { at: 'failed', because: analysis.failure },
    }),
    step({
      at: 'writing',
      to: ['planning', 'written', 'failed'],
      needs: ({ job: { url, slug, contextDir, force }, captured, analysis }) => ({
        written: act(writeSite, { url, slug, contextDir, captured, analysis, force }),
      }),
      next: ({ job, captured: { pages } }, { written }) => {
        if (!written.ok) return { at: 'failed', because: written.failure };
        const result = { ...written.value, pages };
        return job.planner === 'skip' ? { at: 'written', ...result } : { at: 'planning', job, ...result };
      },
    }),
    step({
      at: 'planning',
      to: ['written', 'unplanned', 'stopped', 'failed'],
      needs: ({ job: { planner, planDir, completedDir, contextDir }, spec }) => ({
        planned: call(planning, `Plan ${spec}`, {
          spec,
          planDir,
          completedDir,
          contextDir,
          most: maxNewPlans,
          preview: planner === 'preview',
        }),
      }),
      next: ({ files, spec, pages }, { planned: { result } }) => {
        if (result === null) return { at: 'stopped' };
        if (result.at === 'failed') return result;
        return { at: result.at === 'nothing' ? 'unplanned' : 'written', files, spec, pages };
      },
    }),
  ],
  ends: { written: 'done', unplanned: 'nothing-planned', stopped: 'stopped', failed: 'by-failure' },
  result: (state) => state,
  results: [
    { at: 'written', files: [], spec: 'docs/product-specs/x.md', pages: [] },
    { at: 'unplanned', files: [], spec: 'docs/product-specs/x.md', pages: [] },
    { at: 'stopped' },
    { at: 'failed', because: { code: 'site.unreachable', params: {} } },
  ],
});

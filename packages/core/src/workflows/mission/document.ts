/**
 * Writes the pages of a finished mission in a separate lane (M-10, MO-24).
 *
 *   P1. Only Markdown pages below `docs/features` that instruct no agent reach the base, in one merge, with green checks
 *       on exactly that tree. If features are not merged, the pages are kept on their own branch on top of all features.
 *   P2. The mission is done even if the pages fail; the lane is always closed. After a red check, the base itself is
 *       checked, because it may be red without the pages.
 */
import { nextCheck } from '../../checks/check-round.ts';
import { agent } from '../../effects/agent.ts';
import { outlineFeatures } from '../../effects/features.ts';
import { checkpoint, closeLane, openLane } from '../../effects/git.ts';
import { type KeptLane, keepLane } from '../../effects/keep-lane.ts';
import { act } from '../../effects/operation.ts';
import { inspectScope, type PublishResult, publishLane } from '../../effects/publish-lane.ts';
import { defineStep, type Effect } from '../../machine/machine.ts';
import { documenter, pagesFolder } from './roles/documenter.ts';
import { allPassedWork } from './stacked-base.ts';
import { loopState, type Mission, type PagesState } from './state.ts';

const step = defineStep<Mission>();

const pagesOf = (state: PagesState): PagesState => ({
  ...loopState(state),
  pages: state.pages,
  ...(state.isRed ? { isRed: true } : {}),
});
const toClosing = (state: PagesState) => ({ ...pagesOf(state), at: 'closing-pages' }) as const;

export const documentSteps = [
  step({
    at: 'opening-pages',
    to: ['documenting', 'closing-pages', 'closing'],
    needs: (state) => ({
      lane: act(openLane, {
        slug: 'pages',
        from: state.job.base,
        ...(state.job.onPass ? { onto: allPassedWork(state) } : {}),
        ...(state.job.allots ? { allots: state.job.allots } : {}), // its checks need the installed dependencies
      }),
      outline: act(outlineFeatures, { plan: state.plan }),
    }),
    next: (state, { lane: opened, outline }) => {
      if (!opened.ok) return { ...loopState(state), at: 'closing', ending: { is: 'done' } };
      const { conflicts, ...lane } = opened.value;
      const pages = { ...loopState(state), pages: lane };
      return outline.ok && conflicts === undefined
        ? { ...pages, at: 'documenting', outline: outline.value }
        : toClosing(pages);
    },
  }),
  step({
    at: 'documenting',
    to: ['saving-pages', 'closing-pages'],
    needs: ({ features, outline, pages: { path, base } }) => ({
      documented: agent(
        documenter,
        { cwd: path, checkpoint: base },
        { features: features.map(({ id }) => id), outline, cwd: path },
      ),
    }),
    next: (state, { documented }) => (documented.ok ? { ...pagesOf(state), at: 'saving-pages' } : toClosing(state)),
  }),
  step({
    at: 'saving-pages',
    to: ['scoping-pages', 'closing-pages'],
    needs: ({ pages }) => ({ saved: act(checkpoint, { lane: pages }) }),
    next: (state, { saved }) =>
      saved.ok ? { ...pagesOf(state), at: 'scoping-pages', checkpoint: saved.value.commit } : toClosing(state),
  }),
  step({
    at: 'scoping-pages',
    to: ['checking-pages', 'publishing-pages', 'closing-pages'],
    needs: ({ pages: lane, checkpoint: commit, job: { guardsDocuments } }) => ({
      looked: act(inspectScope, {
        lane,
        checkpoint: commit,
        files: [`${pagesFolder}/**`],
        ...(guardsDocuments ? { onlyDocuments: true } : {}),
      }),
    }),
    next: (state, { looked }) => {
      if (!looked.ok || looked.value.outside.length > 0) return toClosing(state);
      return checkOrPublish(state, state.checkpoint, state.job.checks);
    },
  }),
  step({
    at: 'checking-pages',
    to: ['checking-pages', 'publishing-pages', 'closing-pages'],
    needs: ({ job, pages: { path }, checkpoint: commit, left }) => ({
      report: nextCheck(job, { path, commit, all: job.checks }, left),
    }),
    next: (state, { report }) =>
      report.ok && report.value.green
        ? checkOrPublish(state, state.checkpoint, state.left.slice(1))
        : toClosing({ ...state, isRed: true }),
  }),
  step({
    at: 'publishing-pages',
    to: ['closing-pages'],
    needs: (state): { done: Effect<PublishResult | KeptLane> } => {
      const { pages: lane, checkpoint: commit, job } = state;
      const landing = { lane, checkpoint: commit, base: job.base, message: 'docs: the features of the mission' };
      return {
        done: job.onPass ? act(keepLane, { ...landing, onto: allPassedWork(state) }) : act(publishLane, landing),
      };
    },
    next: (state, { done }) =>
      toClosing(done.ok && done.value.is !== 'base-moved' ? { ...state, pages: done.value.lane } : state),
  }),
  step({
    at: 'closing-pages',
    to: ['finding-base', 'closing'],
    needs: ({ pages: lane }) => ({ closed: act(closeLane, { lane }) }),
    next: (state) =>
      state.isRed && state.job.finalChecks && state.job.onPass === undefined
        ? { ...loopState(state), at: 'finding-base', isDocumented: true }
        : { ...loopState(state), at: 'closing', ending: { is: 'done' } },
  }),
];

const checkOrPublish = (state: PagesState, commit: string, left: readonly string[]) =>
  left.length > 0
    ? ({ ...pagesOf(state), at: 'checking-pages', checkpoint: commit, left } as const)
    : ({ ...pagesOf(state), at: 'publishing-pages', checkpoint: commit } as const);

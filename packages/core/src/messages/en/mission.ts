/** English: what a mission says, and what is wrong with its plan. */
import type { CompetitionVerdict } from '../../workflows/mission/competition/job.ts';
import type { MissionProgressCode } from '../../workflows/mission/progress-codes.ts';
import type { Messages, Sentence } from '../messages.ts';
import { defects } from './problems.ts';

export const missionDefects: Messages['missionDefects'] = {
  ...defects,
  'no-claims': ({ ids }) => `The feature ${ids} claims nothing: it could never be seen to be done.`,
  'unknown-claim': ({ ids }) => `A claim is no assertion of the contract (the feature, then the claim): ${ids}.`,
  'duplicate-assertion': ({ ids }) => `The assertion ${ids} is there more than once.`,
  'unclaimed-assertion': ({ ids }) => `No feature claims the assertion ${ids}.`,
  'removed-begun': ({ ids }) =>
    `The feature ${ids} has work in its lane and cannot be taken out: leave it in, or stop the mission.`,
};

const chosenBy: Readonly<Record<string, string>> = {
  ...{ alone: 'the only lane that passed', judge: 'chosen by the judge' },
  ...{ smallest: 'the smallest change; the judge could not be heard', nobody: 'no lane passed' },
} satisfies Record<CompetitionVerdict['by'], string>;

export const missionTellings: Readonly<Record<MissionProgressCode, Sentence>> = {
  'lane.proved': ({ paths }) => `the new tests fail without the feature, as they should: ${paths}`,
  'lane.unproven': ({ paths }) => `the new tests are green without the feature, so they prove nothing: ${paths}`,
  'lane.untried': ({ paths }) => `the test command does not run these tests, so they prove nothing: ${paths}`,
  'lane.undocumented': ({ why }) => `its page is left out, and the feature is merged without it: ${why}`,
  'mission.planned': ({ count }) => `the plan has ${count} ${Number(count) === 1 ? 'feature' : 'features'}`,
  'mission.decided': ({ n, choice }) => `iteration ${n}: ${choice}`,
  'mission.ghost': ({ n, choice, why }) => `iteration ${n}: ${choice} is refused: ${why}`,
  'mission.landed': ({ item, why }) => `${item} did not pass: ${why}`,
  'mission.merged': ({ item, commit }) =>
    commit
      ? `${item} passed and is merged as ${String(commit).slice(0, 10)}`
      : `${item} passed; there was nothing to merge`,
  'mission.kept': ({ item, branch }) => `${item} passed and stays on ${branch}; nothing is merged`,
  'mission.smoke-apart': ({ files }) =>
    `the features do not fit together yet, so there is no product to look at; both sides changed ${files}`,
  'mission.winner': ({ item, choice, by }) => `${item}: ${choice} (${chosenBy[String(by)] ?? by})`,
  'mission.left': ({ why }) => `a checkout stays as it is: ${why}`,
  'mission.remembered': ({ count }) =>
    `the memory of the mission is written; ${count} ${Number(count) === 1 ? 'line' : 'lines'} for missions to come`,
  'mission.unremembered': ({ why }) => `nothing more is written into its memory: ${why}`,
  'mission.documented': ({ commit }) => `pages about its features are merged as ${String(commit).slice(0, 10)}`,
  'mission.undocumented': ({ why }) => `no page about its features is merged: ${why}`,
  'mission.smoke-passed': () => 'the smoke test passed',
  'mission.smoke-failed': ({ item, why }) => `the smoke test failed and reopens ${item}: ${why}`,
};

export const missionReasons: Messages['missionReasons'] = {
  attempts: ({ about }) => `${about} fails again and again, also after the architect spoke`,
  blocked: ({ about }) => `several features are blocked (${about})`,
  'nothing-can-go-on': () => 'no feature can go on: each waits for one that is blocked',
  smoke: ({ about }) => `the smoke test could not be run (${about})`,
  pull: ({ about }) => `a pull request could not be opened (${about})`,
  checkout: ({ about }) =>
    `the checkout stands elsewhere (${about || 'on no branch'}): go back to the branch of the mission`,
  dependencies: ({ about }) => `the dependencies could not be installed: "${about}" failed; run it in your checkout`,
};

export const missionEnding: Messages['missionEnding'] = {
  escalated: ({ reason }) => `escalated, because ${reason}; .harness/escalation.md says more. Nothing is lost`,
  limit: ({ most }) => `all ${most} iterations are used; nothing is lost`,
  capped: () => 'the cap is reached; nothing is lost',
  merged: ({ count, of, base }) => `${count} of ${of} features merged into ${base}`,
  branches: ({ count, of, base, branches }) =>
    `${count} of ${of} features passed; ${base} is where it was. ${branches === '' ? 'No branch is kept' : `Kept: ${branches}`}`,
  attempts: ({ count }) => `${count} ${Number(count) === 1 ? 'attempt' : 'attempts'}`,
  kept: ({ path }) => `its lane is kept in ${path}`,
  noCheckpoint: () => 'No checkpoint waits.',
  granted: ({ name }) => `granted: ${name}`,
  goingOn: ({ run }) => `Going on with ${run}, which is not finished.`,
};

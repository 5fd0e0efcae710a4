/** The English texts of mission. */
import type { Catalogue } from '../../codes.ts';
import type { missionCodes } from './codes.ts';
import type { CompetitionVerdict } from './competition/job.ts';

const chosenBy: Readonly<Record<string, string>> = {
  alone: 'the only lane that passed',
  judge: 'chosen by the judge',
  smallest: 'the smallest change; the judge could not be heard',
  nobody: 'no lane passed',
} satisfies Record<CompetitionVerdict['by'], string>;

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const en: Catalogue<typeof missionCodes> = {
  refusals: {
    'features.disorder': ({ problems }) => ({
      message: `The plan in .harness/features.json and .harness/validation-contract.md is not in order: ${problems}`,
      next: 'harness mission --help',
    }),
    'mission.unfinished': ({ run, spec }) => ({
      message: `A mission about ${spec} is not finished here: ${run}.`,
      next: `harness stop ${run}`,
    }),
    'mission.unsupported': ({ detail }) => ({
      message: `A mission cannot work with this setting yet: ${detail}.`,
      next: 'harness doctor',
    }),
    'checkpoint.unknown': ({ name, known }) => ({
      message: `No checkpoint "${name}" waits here${known ? `; these do: ${known}` : ''}.`,
      next: known === undefined ? 'harness questions' : 'harness checkpoint list',
    }),
    'checkpoint.unset': ({ name }) => ({
      message: `No mission that is not finished has the checkpoint "${name}" before it.`,
      next: 'harness runs',
    }),
    'checkpoint.pending': ({ name, paths }) => ({
      message: `A checkpoint waits here for a person: ${paths}. Read it; a mission begins when it is granted.`,
      next: `harness checkpoint grant ${name}`,
    }),
  },
  questions: {
    checkpoint: {
      question: ({ name }) => `The mission has come to the checkpoint ${name}. May it go on?`,
      options: {
        Grant: 'It may go on.',
        Stop: 'End the mission. What was written stays reachable.',
      },
    },
    'features-file': {
      question: ({ problems }) =>
        `.harness/features.json or validation-contract.md was changed by hand.${problems ? ` It cannot be taken over as it is: ${problems}.` : ''} Which one holds: the files, or what the mission knows?`,
      options: {
        'Take over': 'Go on with what the files say, if they are in order.',
        Overwrite: 'Go on with what the mission knows; your files are kept as <name>.yours-<n>.',
      },
    },
    scope: {
      question: ({ item, files }) =>
        `The change of ${item} touches files that are not of this feature: ${files}. How shall it go on?`,
      options: {
        Allow: 'It is right so. These files are not asked about again.',
        'Send back': 'Let them be brought back as they were.',
        Stop: 'Go no further. What was written is not lost.',
      },
    },
  },
  progress: {
    'lane.proved': ({ paths }) => `the new tests fail without the feature, as they should: ${paths}`,
    'lane.unproven': ({ paths }) => `the new tests are green without the feature, so they prove nothing: ${paths}`,
    'lane.untried': ({ paths }) => `the test command does not run these tests, so they prove nothing: ${paths}`,
    'lane.undocumented': ({ why }) => `its page is left out, and the feature is merged without it: ${why}`,
    'mission.planned': ({ count }) => `the plan has ${plural(count, 'feature')}`,
    'mission.decided': ({ n, choice }) => `iteration ${n}: ${choice}`,
    'mission.ghost': ({ n, choice, why }) => `iteration ${n}: ${choice} is refused: ${why}`,
    'mission.landed': ({ item, why }) => `${item} did not pass: ${why}`,
    'mission.merged': ({ item, commit }) =>
      commit ? `${item} passed and is merged as ${commit.slice(0, 10)}` : `${item} passed; there was nothing to merge`,
    'mission.left': ({ why }) => `a checkout stays as it is: ${why}`,
    'mission.kept': ({ item, branch }) => `${item} passed and stays on ${branch}; nothing is merged`,
    'mission.smoke-apart': ({ files }) =>
      `the features do not fit together yet, so there is no product to look at; both sides changed ${files}`,
    'mission.winner': ({ item, choice, by }) => `${item}: ${choice} (${chosenBy[by] ?? by})`,
    'mission.remembered': ({ count }) =>
      `the memory of the mission is written; ${plural(count, 'line')} for missions to come`,
    'mission.unremembered': ({ why }) => `nothing more is written into its memory: ${why}`,
    'mission.documented': ({ commit }) => `pages about its features are merged as ${commit.slice(0, 10)}`,
    'mission.undocumented': ({ why }) => `no page about its features is merged: ${why}`,
    'mission.smoke-passed': () => 'the smoke test passed',
    'mission.smoke-failed': ({ item, why }) => `the smoke test failed and reopens ${item}: ${why}`,
  },
  notifications: {
    escalate: ({ title, detail, next }) => `${title} needs a person: ${detail}. ${next}`,
    'max-iter': ({ title, detail, next }) => `${title} has used all ${detail} iterations. ${next}`,
    'cost-cap': ({ title, next }) => `${title} has reached its cap. ${next}`,
    'cost-warn': ({ title, detail, next }) => `${title} comes near its cap: ${detail}. ${next}`,
    checkpoint: ({ title, detail, next }) => `${title} waits at a checkpoint. ${detail} ${next}`,
    'review-pending': ({ title, detail, next }) => `${title} leaves a decision to you: ${detail}. ${next}`,
  },
  sentences: {
    'defect.no-claims': ({ ids }) => `The feature ${ids} claims nothing: it could never be seen to be done.`,
    'defect.unknown-claim': ({ ids }) =>
      `A claim is no assertion of the contract (the feature, then the claim): ${ids}.`,
    'defect.duplicate-assertion': ({ ids }) => `The assertion ${ids} is there more than once.`,
    'defect.unclaimed-assertion': ({ ids }) => `No feature claims the assertion ${ids}.`,
    'defect.removed-begun': ({ ids }) =>
      `The feature ${ids} has work in its lane and cannot be taken out: leave it in, or stop the mission.`,
    'reason.attempts': ({ about }) => `${about} fails again and again, also after the architect spoke`,
    'reason.blocked': ({ about }) => `several features are blocked (${about})`,
    'reason.nothing-can-go-on': () => 'no feature can go on: each waits for one that is blocked',
    'reason.smoke': ({ about }) => `the smoke test could not be run (${about})`,
    'reason.pull': ({ about }) => `a pull request could not be opened (${about})`,
    'reason.checkout': ({ about }) =>
      `the checkout stands elsewhere (${about || 'on no branch'}): go back to the branch of the mission`,
    'reason.dependencies': ({ about }) =>
      `the dependencies could not be installed: "${about}" failed; run it in your checkout`,
    escalated: ({ reason }) => `escalated, because ${reason}; .harness/escalation.md says more. Nothing is lost`,
    limit: ({ most }) => `all ${most} iterations are used; nothing is lost`,
    capped: () => 'the cap is reached; nothing is lost',
    merged: ({ count, of, base }) => `${count} of ${of} features merged into ${base}`,
    branches: ({ count, of, base, branches }) =>
      `${count} of ${of} features passed; ${base} is where it was. ${branches === '' ? 'No branch is kept' : `Kept: ${branches}`}`,
    attempts: ({ count }) => plural(count, 'attempt'),
    noCheckpoint: () => 'No checkpoint waits.',
    granted: ({ name }) => `granted: ${name}`,
    goingOn: ({ run }) => `Going on with ${run}, which is not finished.`,
  },
};

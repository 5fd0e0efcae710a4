/** The English texts of mission. */
import type { Catalogue } from '../../codes.ts';
import type { missionCodes } from './codes.ts';
import type { CompetitionVerdict } from './competition/job.ts';

const chosenBy: Readonly<Record<string, string>> = {
  alone: 'the only lane that passed',
  judge: 'chosen by the judge',
  smallest: 'the smallest change, because the judge gave no usable answer',
  nobody: 'no lane passed',
} satisfies Record<CompetitionVerdict['by'], string>;

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const en: Catalogue<typeof missionCodes> = {
  refusals: {
    'features.disorder': ({ problems }) => ({
      message: `The plan in .harness/features.json and .harness/validation-contract.md is invalid: ${problems}`,
      next: 'harness mission --help',
    }),
    'mission.unfinished': ({ run, spec }) => ({
      message: `Another mission is unfinished: ${run}, for ${spec}. Stop it before you start a new one.`,
      next: `harness stop ${run}`,
    }),
    'mission.unsupported': ({ detail }) => ({
      message: `A mission does not support this setting yet: ${detail}.`,
      next: 'harness doctor',
    }),
    'checkpoint.unknown': ({ name, known }) => ({
      message: `No checkpoint "${name}" is waiting${known ? `. Waiting: ${known}` : ''}.`,
      next: known === undefined ? 'harness questions' : 'harness checkpoint list',
    }),
    'checkpoint.unset': ({ name }) => ({
      message: `No unfinished mission has a checkpoint "${name}" ahead of it.`,
      next: 'harness runs',
    }),
    'checkpoint.pending': ({ name, paths }) => ({
      message: `A checkpoint waits for a person: ${paths}. Read it; a mission starts only after it is granted.`,
      next: `harness checkpoint grant ${name}`,
    }),
  },
  questions: {
    checkpoint: {
      question: ({ name }) => `The mission reached the checkpoint ${name}. May it continue?`,
      options: {
        Grant: 'Continue the mission.',
        Stop: 'End the mission. No work is lost.',
      },
    },
    'features-file': {
      question: ({ problems }) =>
        `.harness/features.json or validation-contract.md was edited by hand.${problems ? ` The edit is invalid: ${problems}.` : ''} Which version should the mission use: the files, or its own?`,
      options: {
        'Take over': 'Use the files, if they are valid.',
        Overwrite: 'Use the version of the mission. Your files are kept as <name>.yours-<n>.',
      },
    },
    scope: {
      question: ({ item, files }) =>
        `The change of ${item} touches files outside this feature: ${files}. How should the run continue?`,
      options: {
        Allow: 'The change is intended. You are asked again if one of these files changes further.',
        'Send back': 'Have the agent restore them.',
        Stop: 'Stop here. No work is lost.',
      },
    },
  },
  progress: {
    'lane.undocumented': ({ why }) => `the feature is merged without its documentation page: ${why}`,
    'mission.planned': ({ count }) => `the plan has ${plural(count, 'feature')}`,
    'mission.green-claims': ({ commands }) =>
      `these commands of the plan pass without the features, so they prove nothing: ${commands}`,
    'mission.decided': ({ n, choice }) => `iteration ${n}: ${choice}`,
    'mission.ghost': ({ n, choice, why }) => `iteration ${n}: ${choice} was refused: ${why}`,
    'mission.landed': ({ item, why }) => `${item} did not pass: ${why}`,
    'mission.merged': ({ item, commit }) =>
      commit ? `${item} passed and is merged as ${commit.slice(0, 10)}` : `${item} passed; there is nothing to merge`,
    'mission.left': ({ why }) => `a checkout is out of date: ${why}`,
    'mission.user-file-touched': ({ path, how, command }) =>
      `your file ${path} was ${how === 'deleted' ? 'deleted' : 'changed'} during the mission. It is kept; restore it with: ${command}`,
    'mission.user-files-touched': ({ count }) =>
      `${count} of your files differ in total; \`harness show\` names the ref that keeps them`,
    'mission.kept': ({ item, branch }) => `${item} passed and stays on ${branch}; it is not merged`,
    'mission.smoke-apart': ({ files }) =>
      `the features conflict, so there is no product to test yet; both sides changed ${files}`,
    'mission.winner': ({ item, choice, by }) => `${item}: ${choice} (${chosenBy[by] ?? by})`,
    'mission.remembered': ({ count }) => `the mission memory was saved; ${plural(count, 'line')} for later missions`,
    'mission.unremembered': ({ why }) => `the mission memory is incomplete: ${why}`,
    'mission.documented': ({ commit }) => `the documentation of the features is merged as ${commit.slice(0, 10)}`,
    'mission.undocumented': ({ why }) => `the documentation of the features is not merged: ${why}`,
    'mission.smoke-passed': () => 'the smoke test passed',
    'mission.smoke-failed': ({ item, why }) => `the smoke test failed and reopens ${item}: ${why}`,
  },
  notifications: {
    escalate: ({ title, detail, next }) => `${title} needs a person: ${detail}. ${next}`,
    'max-iter': ({ title, detail, next }) => `${title} has used all ${detail} iterations. ${next}`,
    'cost-cap': ({ title, next }) => `${title} has reached its cap. ${next}`,
    'cost-warn': ({ title, detail, next }) => `${title} is close to its cap: ${detail}. ${next}`,
    checkpoint: ({ title, detail, next }) => `${title} waits at a checkpoint. ${detail} ${next}`,
    'review-pending': ({ title, detail, next }) => `${title} needs your decision: ${detail}. ${next}`,
  },
  sentences: {
    'defect.no-claims': ({ ids }) => `The feature ${ids} claims no assertion, so it could never be verified.`,
    'defect.unknown-claim': ({ ids }) =>
      `A feature claims an assertion that is not in the contract (feature, then claim): ${ids}.`,
    'defect.duplicate-assertion': ({ ids }) => `The assertion ${ids} exists more than once.`,
    'defect.unclaimed-assertion': ({ ids }) => `No feature claims the assertion ${ids}.`,
    'defect.removed-begun': ({ ids }) =>
      `The feature ${ids} has work in its lane and cannot be removed: keep it, or stop the mission.`,
    'reason.attempts': ({ about }) => `${about} keeps failing, even after the decision of the architect`,
    'reason.blocked': ({ about }) => `several features are blocked (${about})`,
    'reason.nothing-can-go-on': () => 'no feature can continue: each one waits for a blocked feature',
    'reason.smoke': ({ about }) => `the smoke test could not be run (${about})`,
    'reason.pull': ({ about }) => `a pull request could not be opened (${about})`,
    'reason.checkout': ({ about }) =>
      `the checkout is not on the branch of the mission (${about || 'on no branch'}): switch back to it`,
    'reason.dependencies': ({ about }) =>
      `the dependencies could not be installed: "${about}" failed; run it in your checkout`,
    'reason.red-base': ({ about }) => `the checks are red on the base after the last merge: ${about}`,
    escalated: ({ reason }) => `escalated because ${reason}. See .harness/escalation.md; no work is lost`,
    limit: ({ most }) => `all ${most} iterations are used; no work is lost`,
    capped: () => 'the cap is reached; no work is lost',
    merged: ({ count, of, base }) => `${count} of ${of} features merged into ${base}`,
    branches: ({ count, of, base, branches }) =>
      `${count} of ${of} features passed; ${base} was not changed. ${branches === '' ? 'No branch was kept' : `Kept: ${branches}`}`,
    attempts: ({ count }) => plural(count, 'attempt'),
    noCheckpoint: () => 'No checkpoint is waiting.',
    granted: ({ name }) => `granted: ${name}`,
    goingOn: ({ run }) => `Resuming the unfinished run ${run}.`,
  },
};

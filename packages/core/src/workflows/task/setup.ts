/** Step 1: creates the folders first, so that a crash leaves a session to find; then branch, mode, models (W-44 to W-74, W-176). */
import { openBranch, prepareSession } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import { toBase } from './base.ts';
import { taskCodes } from './codes.ts';
import { configOf, type Model, type ModelConfig, presetNames, readModelText } from './models.ts';
import { newTaskSession, type TaskMode, taskModes } from './session.ts';
import { type SessionSetup, step, type Task, taskFailed } from './state.ts';
import { failureOfNeed, keepNeed, withUserFiles } from './user-files.ts';

/** W-63. */
const modelTries = 3;

export const setupSteps = [
  step({
    at: 'preparing',
    to: ['branching', 'asking-mode', 'asking-model', 'checking-base', 'looking', 'failed'],
    needs: ({ setup: { job } }) => ({
      prepared: act(prepareSession, { docsPath: job.docsPath, hasGit: job.hasGit }),
      ...(job.hasGit ? {} : keepNeed(job)),
    }),
    next: ({ setup: chosen }, { prepared, kept }) => {
      if (!prepared.ok) return taskFailed(prepared.failure);
      const unkept = failureOfNeed(kept);
      if (unkept) return taskFailed(unkept);
      const { manifest } = prepared.value;
      if (chosen.job.hasGit) return { at: 'branching', setup: chosen, manifest };
      return chooseMode(chosen, { branch: null, base: null, foreign: [], manifest, ...withUserFiles(kept) });
    },
  }),
  step({
    at: 'branching',
    to: ['asking-mode', 'asking-model', 'checking-base', 'looking', 'failed'],
    // No agent works before the user's own files are kept.
    needs: ({ setup: { job } }) => ({ opened: act(openBranch, { slug: job.slug }), ...keepNeed(job) }),
    next: ({ setup: chosen, manifest }, { opened, kept }) => {
      if (!opened.ok) return taskFailed(opened.failure);
      const unkept = failureOfNeed(kept);
      if (unkept) return taskFailed(unkept);
      return chooseMode(chosen, { ...opened.value, manifest, ...withUserFiles(kept) });
    },
  }),
  step({
    at: 'asking-mode',
    to: ['asking-model', 'checking-base', 'looking'],
    needs: () => ({ answer: ask(taskCodes, 'mode', {}) }),
    next: ({ setup: chosen, branched }, { answer }) => chooseModel(chosen, branched, modeIn(answer.choice)),
  }),
  step({
    at: 'asking-model',
    to: ['asking-model', 'checking-base', 'looking'],
    needs: ({ triesLeft }) => ({ answer: ask(taskCodes, 'model', { triesLeft }) }),
    next: ({ setup: chosen, branched, mode, triesLeft }, { answer }) => {
      const model = modelIn(answer.choice, verifierOf(chosen));
      if (model) return toLooking(chosen, branched, mode, model);
      if (triesLeft > 1) return { at: 'asking-model', setup: chosen, branched, mode, triesLeft: triesLeft - 1 };
      return toLooking(chosen, branched, mode, configOf('balanced', verifierOf(chosen)));
    },
  }),
] as const;

type Branched = Extract<Task, { at: 'asking-mode' }>['branched'];

/** Asks only for choices that no flag has chosen (W-61, W-62). */
function chooseMode(chosen: SessionSetup, branched: Branched) {
  if (chosen.mode === null) return { at: 'asking-mode', setup: chosen, branched } as const;
  return chooseModel(chosen, branched, chosen.mode);
}
function chooseModel(chosen: SessionSetup, branched: Branched, mode: TaskMode) {
  if (chosen.model !== null) return toLooking(chosen, branched, mode, chosen.model);
  return { at: 'asking-model', setup: chosen, branched, mode, triesLeft: modelTries } as const;
}

/** The label is `standard (Recommended)`; the mode is its first word. */
const modeIn = (label: string): TaskMode => taskModes.find((mode) => label.startsWith(mode)) ?? 'standard';

function modelIn(text: string, verifier: Model): ModelConfig | undefined {
  const preset = presetNames.find((name) => text === name || text.startsWith(`${name} (`));
  return preset ? configOf(preset, verifier) : readModelText(text, verifier);
}

/** W-65. */
const verifierOf = ({ job }: SessionSetup): Model => job.flags.verifierModel ?? 'haiku';

const toLooking = ({ job, style }: SessionSetup, branched: Branched, mode: TaskMode, model: ModelConfig) =>
  toBase(newTaskSession({ job, style, mode, model, ...branched }));

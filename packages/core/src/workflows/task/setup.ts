/** Step 1: folders first, so that a crash leaves a session that can be found; then the branch, the mode, the models (W-44 to W-74, W-176). */
import { openBranch, prepareSession } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import { ask } from '../../effects/question.ts';
import { taskCodes } from './codes.ts';
import { configOf, type Model, type ModelConfig, presetNames, readModelText } from './models.ts';
import { emptyLayer, type Session, type TaskMode, taskModes } from './session.ts';
import { type SessionSetup, step, type Task, taskFailed } from './state.ts';

/** W-63. */
const modelTries = 3;

export const setup = [
  step({
    at: 'preparing',
    to: ['branching', 'asking-mode', 'asking-model', 'looking', 'failed'],
    needs: ({ setup: { job } }) => ({
      prepared: act(prepareSession, { docsPath: job.docsPath, hasGit: job.hasGit }),
    }),
    next: ({ setup: made }, { prepared }) => {
      if (!prepared.ok) return taskFailed(prepared.failure);
      const { manifest } = prepared.value;
      if (made.job.hasGit) return { at: 'branching', setup: made, manifest };
      return chooseMode(made, { branch: null, base: null, foreign: [], manifest });
    },
  }),
  step({
    at: 'branching',
    to: ['asking-mode', 'asking-model', 'looking', 'failed'],
    needs: ({ setup: { job } }) => ({ opened: act(openBranch, { slug: job.slug }) }),
    next: ({ setup: made, manifest }, { opened }) =>
      opened.ok ? chooseMode(made, { ...opened.value, manifest }) : taskFailed(opened.failure),
  }),
  step({
    at: 'asking-mode',
    to: ['asking-model', 'looking'],
    needs: () => ({ answer: ask(taskCodes, 'mode', {}) }),
    next: ({ setup: made, branched }, { answer }) => chooseModel(made, branched, modeIn(answer.choice)),
  }),
  step({
    at: 'asking-model',
    to: ['asking-model', 'looking'],
    needs: ({ triesLeft }) => ({ answer: ask(taskCodes, 'model', { triesLeft }) }),
    next: ({ setup: made, branched, mode, triesLeft }, { answer }) => {
      const model = modelIn(answer.choice, verifierOf(made));
      if (model) return begun(made, branched, mode, model);
      if (triesLeft > 1) return { at: 'asking-model', setup: made, branched, mode, triesLeft: triesLeft - 1 };
      return begun(made, branched, mode, configOf('balanced', verifierOf(made)));
    },
  }),
] as const;

type Branched = Extract<Task, { at: 'asking-mode' }>['branched'];

/** What a flag has said is not asked (W-61, W-62). */
function chooseMode(made: SessionSetup, branched: Branched) {
  if (made.mode === null) return { at: 'asking-mode', setup: made, branched } as const;
  return chooseModel(made, branched, made.mode);
}
function chooseModel(made: SessionSetup, branched: Branched, mode: TaskMode) {
  if (made.model !== null) return begun(made, branched, mode, made.model);
  return { at: 'asking-model', setup: made, branched, mode, triesLeft: modelTries } as const;
}

/** The label is `standard (Recommended)`; the mode is its first word. */
const modeIn = (label: string): TaskMode => taskModes.find((mode) => label.startsWith(mode)) ?? 'standard';

function modelIn(text: string, verifier: Model): ModelConfig | undefined {
  const preset = presetNames.find((name) => text === name || text.startsWith(`${name} (`));
  return preset ? configOf(preset, verifier) : readModelText(text, verifier);
}

/** W-65. */
const verifierOf = ({ job }: SessionSetup): Model => job.flags.verifierModel ?? 'haiku';

const begun = ({ job, style }: SessionSetup, branched: Branched, mode: TaskMode, model: ModelConfig) =>
  ({ ...newSession({ job, style, mode, model, ...branched }), at: 'looking' }) as const;

export const newSession = (
  made: Pick<Session, 'job' | 'style' | 'mode' | 'model' | 'branch' | 'base' | 'foreign' | 'manifest'>,
): Session => ({
  ...made,
  v1: null,
  round: 1,
  layer1: emptyLayer,
  layer2: emptyLayer,
  todoBlocking: false,
  autofix: null,
  attempted: false,
  conventions: null,
  allowed: [],
});

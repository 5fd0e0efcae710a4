/** Steps a machine of autopilot, and reads what a person, an agent and an operation get. */
import type { AgentInput } from '../../../effects/agent.ts';
import type { CallInput } from '../../../effects/call.ts';
import type { OperationInput } from '../../../effects/operation.ts';
import { headerOf, type QuestionInput } from '../../../effects/question.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import type { Effect, Machine, State } from '../../../machine/machine.ts';
import { messagesFor } from '../../../messages/index.ts';
import { lineText, questionText } from '../../../messages/lookup.ts';
import { type Role, stablePart } from '../../../role/role.ts';
import { isArtifact, isLabelled, type ReadText } from '../../../text/text.ts';
import { logic } from '../logic.ts';
import { autopilotRoles } from '../roles/index.ts';

export type Round = Readonly<Record<string, unknown>>;
type Steps<S extends State> = Pick<Machine<never, S>, 'id' | 'steps'>;

const english = messagesFor('en');

export const artifact = (path: string): Artifact => ({ path, sha256: '', bytes: 0 });

/** A prompt shows the name of each text instead of its content. */
const readName: ReadText = (text) => (isLabelled(text) ? '' : `text of ${isArtifact(text) ? text.path : text.file}`);

/** The answer of a person. */
export const person = (choice: string, note = ''): Round => ({
  answer: { choice, note, by: 'ann', channel: 'command' },
});

/** The state after these rounds of answers, and the lines that the run told on the way. */
export function walk<S extends State>(machine: Steps<S>, start: S, ...rounds: readonly Round[]) {
  const progress = logic.progress?.[machine.id];
  const lines: string[] = [];
  const state = rounds.reduce<S>((from, answers) => {
    const to = stepOf(machine, from).next(from, answers);
    lines.push(...(progress?.move(from, answers, to) ?? []).map((message) => lineText(english, message)));
    return to;
  }, start);
  return { state, lines };
}

function stepOf<S extends State>({ id, steps }: Steps<S>, state: S) {
  const step = steps.get(state.at);
  if (!step) throw new Error(`${id}: ${state.at} has no step`);
  return step;
}

/** The names and effects that a state waits for. */
const needsOf = <S extends State>(machine: Steps<S>, state: S): readonly Effect[] =>
  Object.values(stepOf(machine, state).needs(state));

function effectIn<S extends State>(machine: Steps<S>, state: S, fits: (effect: Effect) => boolean): Effect {
  const effect = needsOf(machine, state).find(fits);
  if (!effect) throw new Error(`${machine.id}: ${state.at} has no such effect`);
  return effect;
}

/** The question of this state, as a person reads it in English. */
export function questionIn<S extends State>(machine: Steps<S>, state: S) {
  const input = effectIn(machine, state, ({ kind }) => kind === 'question').input as QuestionInput;
  const { choices, evidence, item, edits = null } = input;
  const text = questionText(english, input.code).question(input.params);
  return { header: headerOf(input), choices, text, evidence, item, edits };
}

/** The call of an agent in this state, with its whole prompt. */
export function agentIn<S extends State>(machine: Steps<S>, state: S) {
  const {
    role: id,
    item,
    workplace,
    input,
  } = effectIn(machine, state, ({ kind }) => kind === 'agent').input as AgentInput;
  const role = (autopilotRoles as Readonly<Record<string, Role<unknown, unknown>>>)[id];
  if (!role) throw new Error(`${id} is no role of autopilot`);
  const sent = role.prompt(input, readName);
  return {
    role: id,
    persona: role.persona,
    mode: role.mode,
    item,
    workplace,
    sent,
    whole: `${stablePart(role)}\n${sent}`,
  };
}

/** The arguments of an operation in this state. */
export const operationIn = <S extends State>(machine: Steps<S>, state: S, op: string): unknown =>
  (effectIn(machine, state, ({ input }) => (input as Partial<OperationInput>).op === op).input as OperationInput).args;

/** The run that this state starts. */
export const callIn = <S extends State>(machine: Steps<S>, state: S): CallInput =>
  effectIn(machine, state, ({ kind }) => kind === 'call').input as CallInput;

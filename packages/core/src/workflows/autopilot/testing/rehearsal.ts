/** Writes the journals of a session in memory, with chosen answers. An answer that is not chosen is the first sample. */
import type { AgentInput } from '../../../effects/agent.ts';
import type { CallInput } from '../../../effects/call.ts';
import { answerOf, isWait, sampleAnswers } from '../../../effects/kinds.ts';
import type { OperationInput } from '../../../effects/operation.ts';
import { headerOf, type QuestionInput } from '../../../effects/question.ts';
import { type Outcome, ok } from '../../../failure/failure.ts';
import type { NewEntry } from '../../../journal/entry.ts';
import type { Entry } from '../../../journal/journal.ts';
import type { RunTree } from '../../../journal/run-tree.ts';
import { type Effect, endOfState, type Machine } from '../../../machine/machine.ts';
import { autopilot } from '../machine.ts';
import type { AutopilotJob } from '../session.ts';
import { autopilotWords } from './jobs.ts';

/** By header, role or operation: the answers in their order. A question gets a choice, or a choice and a note. */
export type ChosenAnswers = Readonly<Record<string, readonly unknown[]>>;

/** The run waits at this answer. */
export const wait = Symbol('wait');

/** A minute passes with every entry. */
const stepMs = 60_000;
const firstMs = Date.UTC(2026, 0, 1);

export function rehearse(job: AutopilotJob, chosen: ChosenAnswers = {}): RunTree {
  const members = new Map<string, Entry[]>();
  const used = new Map<string, number>();
  let now = firstMs;
  const write = (run: string, entry: NewEntry) => {
    const entries = members.get(run) ?? [];
    members.set(run, entries);
    now += stepMs;
    entries.push({ ...entry, atMs: now } as Entry);
  };
  const choose = (effect: Effect, name: string): Outcome<unknown> | typeof wait => {
    const key = nameOf(effect);
    const [answers, at] = [chosen[key], used.get(key) ?? 0];
    used.set(key, at + 1);
    const answer = answers?.[Math.min(at, answers.length - 1)];
    if (answer === wait || (answer === undefined && effect.kind === 'signal')) return wait;
    if (answer === undefined) return sampleAnswers(effect, name, autopilotWords)[0] ?? wait;
    return ok(effect.kind === 'question' ? personal(answer) : answer);
  };
  /** The state in which the run ended; `null` if it waits. */
  const run = (id: string, machine: Machine, title: string, input: unknown): { result: unknown } | null => {
    let state = machine.start(input);
    write(id, { type: 'started', machine: machine.id, version: machine.version, title, settings: {}, input, state });
    for (let move = 0; ; move++) {
      const step = machine.steps.get(state.at);
      if (!step) break;
      const answers: Record<string, unknown> = {};
      for (const [name, effect] of Object.entries(step.needs(state))) {
        const key = `${move}/${name}`;
        write(id, { type: 'asked', key, effect });
        const outcome = effect.kind === 'call' ? callChild(`${id}.${members.size}`, effect) : choose(effect, name);
        if (outcome === wait) return null;
        write(id, { type: 'answered', key, outcome });
        answers[name] = isWait(effect) ? answerOf(effect, outcome) : outcome;
      }
      state = step.next(state, answers);
      write(id, { type: 'moved', state });
    }
    const result = machine.result(state);
    write(id, { type: 'ended', end: endOfState(machine, state), result: result ?? null });
    return { result };
  };
  const callChild = (id: string, { input }: Effect): Outcome<unknown> | typeof wait => {
    const { machine, title, input: job } = input as CallInput;
    const called = autopilotWords.machines[machine] as Machine;
    if (machine === 'base-checks' || machine === 'proof') {
      const [result] = called.results;
      return ok({ child: id, end: 'done', result });
    }
    const ended = run(id, called, title, job);
    return ended === null ? wait : ok({ child: id, end: 'done', result: ended.result });
  };
  run('session', autopilot as Machine, job.settings.specPath, job);
  return [...members].map(([name, entries]) => ({ run: name, entries })) as unknown as RunTree;
}

function nameOf({ kind, input }: Effect): string {
  if (kind === 'question') return headerOf(input as QuestionInput);
  return kind === 'agent' ? (input as AgentInput).role : ((input as Partial<OperationInput>).op ?? kind);
}

function personal(answer: unknown) {
  const [choice, note = ''] = Array.isArray(answer) ? (answer as string[]) : [String(answer)];
  return { choice, note, by: 'ann', channel: 'command' };
}

/** Implements the provider `scripted` for tests, demos and rehearsals: plays a script, without cost or network. */
import { type CallCost, noCost } from '@harness/core/budget/usage';
import type { AgentEvent, AgentRequest, AgentResult, Provider } from '../provider.ts';
import { type AnswerUses, countUses } from './answer-uses.ts';
import { findMatchingAnswer } from './match.ts';
import { runStep, type StepContext } from './run-steps.ts';
import type { Script, ScriptedAnswer } from './script.ts';
import type { StepOf } from './step.ts';
import { fillVariables } from './variables.ts';

export interface ScriptedOptions {
  readonly script: Script;
  readonly sha256: string;
  /** Source of the environment of commands (by allow-list); default `process.env`. */
  readonly environment?: NodeJS.ProcessEnv;
}

export function scriptedProvider({ script, sha256, environment = process.env }: ScriptedOptions): Provider {
  const uses = countUses(script);
  return {
    id: 'scripted',
    async *run(request, signal) {
      const index = takeAnswer(script, request, uses);
      const answer = index === undefined ? undefined : script.answers[index];
      if (index === undefined || answer === undefined) {
        yield { type: 'result', result: unscripted(request) };
        return;
      }
      yield {
        type: 'started',
        params: { provider: 'scripted', model: request.model ?? '', script: sha256, answer: uses.names[index] ?? '' },
      };
      const result = yield* play(answer, { request, signal, environment });
      yield { type: 'result', result };
    },
  };
}

/** Finds the answer and counts its use synchronously, so that no other call can take it. */
function takeAnswer(script: Script, { role, item, attempt, stable, prompt, family }: AgentRequest, uses: AnswerUses) {
  const call = { role, item, attempt, text: `${stable}\n\n${prompt}` };
  const index = findMatchingAnswer(script, call, (at) => uses.of(family, at));
  if (index !== undefined) uses.take(family, index);
  return index;
}

async function* play(answer: ScriptedAnswer, context: StepContext): AsyncGenerator<AgentEvent, AgentResult> {
  const { costUsd, ...usage } = answer.usage;
  const spent: CallCost = { usage, costUsd };
  try {
    yield { type: 'usage', usage, costUsd };
    for (const step of answer.steps) {
      context.signal.throwIfAborted();
      if (step.kind === 'fail') return { ...failureOf(step), spent };
      yield* runStep({ ...step, raw: step.raw || answer.raw }, context);
    }
    context.signal.throwIfAborted();
  } catch (error) {
    if (!context.signal.aborted) throw error;
    return { outcome: 'aborted', error: { detail: 'stopped from outside' }, spent };
  }
  const text = answer.raw ? answer.reply : fillVariables(answer.reply, context.request.variables);
  yield { type: 'text', text };
  return { outcome: 'ok', text, ...(answer.json === undefined ? {} : { json: answer.json }), spent };
}

const failureOf = ({ body: { kind, detail = `scripted: ${kind}`, ...more } }: StepOf<'fail'>) => ({
  outcome: kind,
  error: { detail, ...more },
});

const unscripted = ({ role, item, attempt }: AgentRequest): AgentResult => ({
  outcome: 'unscripted',
  error: { detail: `the script has no answer for role ${role}, item ${item ?? 'none'}, attempt ${attempt}` },
  spent: noCost,
});

/** Hello: a person chooses the tone, then the greeter writes the greeting. */
import { agent } from '../../effects/agent.ts';
import { ask } from '../../effects/question.ts';
import type { Failure } from '../../failure/failure.ts';
import { defineMachine, defineStep } from '../../machine/machine.ts';
import { helloCodes } from './codes.ts';
import { greeter } from './greeter.ts';

export interface HelloJob {
  readonly name: string;
}

export type HelloState =
  | { readonly at: 'asking'; readonly job: HelloJob }
  | { readonly at: 'greeting'; readonly job: HelloJob; readonly tone: 'Warm' | 'Short' }
  | { readonly at: 'greeted'; readonly name: string; readonly greeting: string }
  | { readonly at: 'failed'; readonly because: Failure };

export type HelloResult = Extract<HelloState, { at: 'greeted' | 'failed' }>;

const step = defineStep<HelloState>();

export const hello = defineMachine<HelloJob, HelloState, HelloResult>()({
  id: 'hello',
  version: 1,
  start: (job) => ({ at: 'asking', job }),
  steps: [
    step({
      at: 'asking',
      to: ['greeting'],
      needs: ({ job: { name } }) => ({ tone: ask(helloCodes, 'hello.tone', { name }) }),
      next: ({ job }, { tone }) => ({ at: 'greeting', job, tone: tone.choice }),
    }),
    step({
      at: 'greeting',
      to: ['greeted', 'failed'],
      needs: ({ job: { name }, tone }) => ({
        greeting: agent(greeter, { cwd: '.', checkpoint: null }, { name, tone }),
      }),
      next: ({ job: { name } }, { greeting }) =>
        greeting.ok ? { at: 'greeted', name, greeting: greeting.value } : { at: 'failed', because: greeting.failure },
    }),
  ],
  ends: { greeted: 'done', failed: 'by-failure' },
  result: (state) => state,
  results: [
    { at: 'greeted', name: 'Ann', greeting: 'Hello!' },
    { at: 'failed', because: { code: 'agent.crash', params: {} } },
  ],
});

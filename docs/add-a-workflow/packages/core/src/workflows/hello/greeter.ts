/** The role that writes a greeting. It has no tools. */
import { fail, ok } from '../../failure/failure.ts';
import type { Role } from '../../role/role.ts';

export interface GreeterInput {
  readonly name: string;
  readonly tone: string;
}

export const greeter: Role<GreeterInput, string> = {
  id: 'hello.greeter',
  mode: 'complete',
  instructions: 'You greet one person. Answer with one line and nothing else.',
  prompt: ({ name, tone }) => `Greet ${name}. Tone: ${tone}.`,
  read: ({ text }) => (text.trim() === '' ? fail('agent.schema', { reason: 'the answer is empty' }) : ok(text.trim())),
  samples: ['Hello!'],
};

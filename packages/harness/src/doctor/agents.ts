/** Who can be asked. A key is looked for by its name; what it says is never looked at, printed or written. */
import { en } from '@harness/core/messages/en';
import { claudeState } from '../claude-state.ts';
import { type Examined, fine, wrong } from './check.ts';

export const scripted: Examined = fine('provider.scripted', true, 'scripted agents need no key and no network');

export function claude(env: NodeJS.ProcessEnv): Examined {
  const { found, refusal } = claudeState(env);
  if (!refusal) return fine('provider.claude', false, found);
  return wrong('provider.claude', false, found, en.refusals[refusal.code](refusal.params).next);
}

/** Named and refused in this version; its key is told all the same. */
export function codex(env: NodeJS.ProcessEnv): Examined {
  const key = env['OPENAI_API_KEY'] ? 'OPENAI_API_KEY is set' : 'OPENAI_API_KEY is not set';
  const detail = `this version cannot ask codex yet (${key})`;
  return wrong('provider.codex', false, detail, 'harness converge "<text>" --script <file>');
}

/** Who can be asked. A key is looked for by its name; what it says is never looked at, printed or written. */
import { en } from '@harness/core/messages/en';
import { claudeState } from '../claude-state.ts';
import { codexState } from '../codex-state.ts';
import { type Examined, fine, wrong } from './check.ts';

export const scripted: Examined = fine('provider.scripted', true, 'scripted agents need no key and no network');

export function claude(env: NodeJS.ProcessEnv): Examined {
  const { found, refusal } = claudeState(env);
  if (!refusal) return fine('provider.claude', false, found);
  return wrong('provider.claude', false, found, en.refusals[refusal.code](refusal.params).next);
}

export function codex(env: NodeJS.ProcessEnv): Examined {
  const { found, refusal } = codexState(env);
  if (!refusal) return fine('provider.codex', false, found);
  return wrong('provider.codex', false, found, en.refusals[refusal.code](refusal.params).next);
}

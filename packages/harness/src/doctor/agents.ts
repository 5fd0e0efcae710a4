/** Who can be asked. A key is looked for by its name; what it says is never looked at, printed or written. */
import { en } from '@harness/core/messages/en';
import { providerState } from '../provider-state.ts';
import { type Examined, fine, wrong } from './check.ts';

export const scripted: Examined = fine('provider.scripted', true, 'scripted agents need no key and no network');

export function provider(name: 'claude' | 'codex', env: NodeJS.ProcessEnv): Examined {
  const { found, refusal } = providerState(name, env);
  if (!refusal) return fine(`provider.${name}`, false, found);
  return wrong(`provider.${name}`, false, found, en.refusals[refusal.code](refusal.params).next);
}

/** Who can be asked. A key is looked for by its name; what it says is never looked at, printed or written. */
import { en } from '@harness/core/messages/en';
import { refusalText } from '@harness/core/messages/lookup';
import { providerState } from '../providers/provider-state.ts';
import { type Diagnosis, failedWith, passed } from './diagnosis.ts';

export const scripted: Diagnosis = passed('provider.scripted', true, 'scripted agents need no key and no network');

export function provider(name: 'claude' | 'codex', env: NodeJS.ProcessEnv): Diagnosis {
  const { found, refusal } = providerState(name, env);
  if (!refusal) return passed(`provider.${name}`, false, found);
  return failedWith(`provider.${name}`, false, found, refusalText(en, refusal.code, refusal.params).next);
}

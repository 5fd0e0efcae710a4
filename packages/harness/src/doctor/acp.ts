/** Which agent that speaks the protocol can be asked: the one that the configuration names, else those that are installed. */
import { acpAgents } from '@harness/core/config/acp';
import { Refusal } from '@harness/core/failure/refusal';
import { en } from '@harness/core/messages/en';
import { refusalText } from '@harness/core/messages/lookup';
import { acpState } from '../providers/acp-state.ts';
import { loadConfig } from '../settings/config.ts';
import { type Diagnosis, failedWith, passed } from './diagnosis.ts';

export async function acp(root: string | undefined, env: NodeJS.ProcessEnv): Promise<Diagnosis> {
  const named = root === undefined ? undefined : await configured(root, env);
  if (named === undefined) return installed(env);
  const { found, refusal } = acpState(named, env);
  if (!refusal) return passed('provider.acp', false, found);
  return failedWith('provider.acp', false, found, refusalText(en, refusal.code, refusal.params).next);
}

/** A configuration that cannot be read names nobody; that it cannot be read is told by its own check. */
async function configured(root: string, env: NodeJS.ProcessEnv) {
  try {
    return (await loadConfig(root, {}, env)).agent.acp;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  }
}

function installed(env: NodeJS.ProcessEnv): Diagnosis {
  const states = acpAgents.map((name) => ({ name, ...acpState(name, env) }));
  const here = states.filter(({ refusal }) => refusal?.code !== 'provider.no-program');
  const detail = here.map(({ found }) => found).join('; ');
  if (here.some(({ refusal }) => refusal === undefined)) return passed('provider.acp', false, detail);
  const [first] = [...here, ...states];
  const fix = first?.refusal ? refusalText(en, first.refusal.code, first.refusal.params).next : '';
  return failedWith('provider.acp', false, detail || `none of ${acpAgents.join(', ')} is installed`, fix);
}

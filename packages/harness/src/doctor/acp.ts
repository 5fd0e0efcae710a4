/** Which agent that speaks the protocol can be asked: the one that the configuration names, else those that are installed. */
import { acpAgents } from '@harness/core/config/acp';
import { en } from '@harness/core/messages/en';
import { Refusal } from '@harness/core/refusal';
import { acpState } from '../acp-state.ts';
import { configFor } from '../config.ts';
import { type Examined, fine, wrong } from './check.ts';

export async function acp(root: string | undefined, env: NodeJS.ProcessEnv): Promise<Examined> {
  const named = root === undefined ? undefined : await configured(root, env);
  if (named === undefined) return installed(env);
  const { found, refusal } = acpState(named, env);
  if (!refusal) return fine('provider.acp', false, found);
  return wrong('provider.acp', false, found, en.refusals[refusal.code](refusal.params).next);
}

/** A configuration that cannot be read names nobody; that it cannot be read is told by its own check. */
async function configured(root: string, env: NodeJS.ProcessEnv) {
  try {
    return (await configFor(root, {}, env)).agent.acp;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return undefined;
  }
}

function installed(env: NodeJS.ProcessEnv): Examined {
  const states = acpAgents.map((name) => ({ name, ...acpState(name, env) }));
  const here = states.filter(({ refusal }) => refusal?.code !== 'provider.no-program');
  const detail = here.map(({ found }) => found).join('; ');
  if (here.some(({ refusal }) => refusal === undefined)) return fine('provider.acp', false, detail);
  const [first] = [...here, ...states];
  const fix = first?.refusal ? en.refusals[first.refusal.code](first.refusal.params).next : '';
  return wrong('provider.acp', false, detail || `none of ${acpAgents.join(', ')} is installed`, fix);
}

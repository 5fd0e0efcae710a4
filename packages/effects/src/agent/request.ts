/** What an agent is asked: the stable part of its role first, what this call is about last. */
import { join } from 'node:path';
import type { AgentInput } from '@harness/core/effects/agent';
import type { Failure } from '@harness/core/failure';
import { type ReadArtifact, type Role, stablePart } from '@harness/core/role';
import { attemptOf, type Journal } from '@harness/core/views/calls';
import { effectMark } from '../process/orphans.ts';
import type { AgentRequest } from './provider.ts';

export interface Asked {
  readonly run: string;
  readonly key: string;
  readonly call: AgentInput;
  readonly role: Role<never, unknown>;
  readonly earlier: Failure | undefined;
  readonly family: readonly Journal[];
  /** The absolute root of the repository. */
  readonly repo: string;
  readonly model: string | undefined;
}

export function requestFor(
  { run, key, call, role, earlier, family, repo, model }: Asked,
  read: ReadArtifact,
): AgentRequest {
  const attempt = attemptOf(family, run, key);
  const cwd = join(repo, call.workplace.cwd);
  const prompt = role.prompt(call.input as never, read);
  return {
    role: role.id,
    item: call.item,
    attempt,
    mode: role.mode,
    stable: stablePart(role),
    prompt: earlier?.code === 'agent.schema' ? `${prompt}\n\n${repair(earlier)}` : prompt,
    cwd,
    ...(model === undefined ? {} : { model }),
    variables: variablesOf(call, attempt, cwd),
    mark: effectMark(repo, `${run}/${key}`),
    family,
  };
}

const repair = ({ params }: Failure) =>
  [
    `Your last answer could not be read: ${params['reason'] ?? params['detail'] ?? 'it had not the required form'}.`,
    'Do what is asked above, and answer again in exactly the required form.',
  ].join('\n');

/** Every plain field of the role's input by its name. A call without an item has no `item`, so `{item}` stays as it is. */
function variablesOf({ input, item }: AgentInput, attempt: number, cwd: string): Readonly<Record<string, string>> {
  const plain = Object.entries((input ?? {}) as Record<string, unknown>)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => [name, String(value)] as const);
  return { ...Object.fromEntries(plain), ...(item === null ? {} : { item }), attempt: String(attempt), cwd };
}

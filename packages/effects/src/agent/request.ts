/** What an agent is asked: the stable part of its role first, what this call is about last. */

import { join } from 'node:path';
import type { AgentInput } from '@harness/core/effects/agent';
import type { Failure } from '@harness/core/failure/failure';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { fenceText, type Role, stablePart } from '@harness/core/role/role';
import { isText, type ReadText } from '@harness/core/text/text';
import { attemptOf } from '@harness/core/views/calls';
import { savedDiff } from '@harness/core/views/resumable-session';
import { effectMark } from '../process/orphans.ts';
import type { OutputPlace } from './output-file.ts';
import type { AgentRequest } from './provider.ts';
import { emptyRoleMemory, type RoleMemory } from './role-memory.ts';

export interface RequestInput {
  readonly run: string;
  readonly key: string;
  readonly call: AgentInput;
  readonly role: Role<never, unknown>;
  readonly earlier: Failure | undefined;
  readonly family: readonly RunJournal[];
  /** The absolute root of the repository. */
  readonly repo: string;
  /** The absolute folder of the run. */
  readonly runFolder: string;
  readonly model: string | undefined;
  /** What the repository itself says to agents. */
  readonly words: string;
  /** What the role brings along from earlier; nothing outside of missions. */
  readonly remembered?: RoleMemory;
  /** What people dropped for this call, fenced already. */
  readonly heard: string;
  /** The conversation to go on with. */
  readonly session: string | null;
  readonly output: OutputPlace | undefined;
}

export function createRequest(asked: RequestInput, read: ReadText): AgentRequest {
  const { run, key, call, role, earlier, family, repo, runFolder, model, words, heard, session, output } = asked;
  const { identity, added, summary } = asked.remembered ?? emptyRoleMemory;
  const attempt = attemptOf(family, run, key);
  const cwd = join(repo, call.workplace.cwd);
  const parts = [
    summary,
    words,
    role.prompt(call.input as never, read),
    heard, // after what is the same in every call of a run, so that a drop that comes meanwhile costs no cache
    earlier?.code === 'agent.schema' ? repair(earlier) : '',
  ];
  const opening = joined([summary, words, role.opening?.(call.input as never) ?? '']);
  return {
    role: role.id,
    item: call.item,
    attempt,
    mode: role.mode,
    stable: stablePart(role, { identity, added }),
    prompt: joined(parts),
    ...(opening === '' ? {} : { opening }),
    ...(words === '' ? {} : { words }),
    cwd,
    runFolder,
    ...(session === null ? {} : { session, ...recapOf(family, run, read) }),
    ...(role.schema === undefined ? {} : { schema: role.schema }),
    ...(model === undefined ? {} : { model }),
    ...(output === undefined ? {} : { output: output.path }),
    variables: variablesOf(call, attempt, cwd, read),
    mark: effectMark(repo, `${run}/${key}`),
    family,
  };
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n\n');

function recapOf(family: readonly RunJournal[], run: string, read: ReadText): { readonly recap?: string } {
  const diff = savedDiff(family.find((journal) => journal.run === run)?.entries ?? []);
  return diff === null ? {} : { recap: fenceText('diff', read(diff)) };
}

const repair = ({ params }: Failure) =>
  [
    `Your last answer could not be read: ${params['reason'] ?? params['detail'] ?? 'it had not the required form'}.`,
    'Do what is asked above, and answer again in exactly the required form.',
  ].join('\n');

/** Every field of the role's input by its name, texts as what they say. A call without an item has no `item`, so `{item}` stays as it is. */
function variablesOf({ input, item }: AgentInput, attempt: number, cwd: string, read: ReadText) {
  const named = Object.entries((input ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
    if (['string', 'number', 'boolean'].includes(typeof value)) return [[name, String(value)] as const];
    return isText(value) ? [[name, read(value)] as const] : [];
  });
  return { ...Object.fromEntries(named), ...(item === null ? {} : { item }), attempt: String(attempt), cwd };
}

/** Prepares a call: collects its instructions, memory, context files, session and environment; builds the request. */
import { join } from 'node:path';
import type { AgentInput } from '@harness/core/effects/agent';
import type { PerformContext } from '@harness/core/effects/performer';
import { spokenLanguage } from '@harness/core/journal/language';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { agentEnvironment } from '@harness/core/lane/lane-resources';
import type { Role } from '@harness/core/role/role';
import { isArtifact, isText, type ReadText } from '@harness/core/text/text';
import { readLaneResources } from '../git/dependencies/lane-resources.ts';
import { pythonVariables } from '../python/python-variables.ts';
import { recordCallContext } from './call-context.ts';
import { resolveModel, resumedSession } from './call-start.ts';
import { namedPathsOf } from './named-paths.ts';
import type { AgentOptions, RoleAgent } from './options.ts';
import { clearOutput, type OutputPlace, outputPlace } from './output-file.ts';
import type { AgentRequest } from './provider.ts';
import { readRepositoryInstructions } from './repository-instructions.ts';
import { createRequest } from './request.ts';
import { readRoleMemory } from './role-memory.ts';
import { textReader } from './texts.ts';

export interface PreparedCall {
  readonly asking: RoleAgent;
  readonly request: AgentRequest;
  readonly output: OutputPlace | undefined;
  readonly cwd: string;
  readonly runFolder: string;
}

export async function prepareCall(
  call: AgentInput,
  role: Role<never, unknown>,
  context: PerformContext<AbortSignal>,
  options: AgentOptions,
): Promise<PreparedCall> {
  const { run, key, earlier } = context;
  const { repo } = options;
  const asking = options.agentFor(role.id);
  const runFolder = options.runFolder(run);
  const family = await options.family(run);
  const cwd = join(repo, call.workplace.cwd);
  const output = outputPlace(role, call.input, cwd);
  const writes = namedPathsOf(role, call.input, cwd);
  const read = textReader(runFolder, cwd);
  const instructions = await readRepositoryInstructions(repo, role, taskText(call, family, run, read));
  const remembered = readRoleMemory(role, repo, options.runFolder(family[0]?.run ?? run));
  const contextText = await recordCallContext(call, role, options, runFolder, context);
  const asked = {
    run,
    key,
    call,
    role,
    earlier,
    family,
    repo,
    runFolder,
    words: instructions,
    heard: contextText,
    language: spokenLanguage(family),
    writes,
    remembered,
    model: resolveModel(asking, call),
    session: resumedSession(context, role, asking.provider, family),
  };
  const request = createRequest(asked, read); // before the output is cleared: the prompt may quote it
  if (output) await clearOutput(output, runFolder, key);
  const environment = await laneVariables(repo, call.workplace.cwd);
  const isEmpty = Object.keys(environment).length === 0;
  return { asking, request: isEmpty ? request : { ...request, environment }, output, cwd, runFolder };
}

/** Variables of the lane; none in the checkout. */
async function laneVariables(repo: string, cwd: string): Promise<Readonly<Record<string, string>>> {
  const lane = await readLaneResources(repo, cwd);
  const python = await pythonVariables({ repo, cwd, environment: process.env });
  return lane ? { ...python, ...agentEnvironment(lane) } : python;
}

/** The task in words, for the choice of skills: the titles of the run and of its root, and the task of the call. */
function taskText({ input }: AgentInput, family: readonly RunJournal[], run: string, read: ReadText): string {
  const titles = family.flatMap(({ run: one, entries: [first] }, n) =>
    (n === 0 || one === run) && first?.type === 'started' ? [first.title] : [],
  );
  const { task, task_description: description } = Object(input) as Readonly<Record<string, unknown>>;
  const brief = isText(task) && isArtifact(task) ? read(task) : task;
  return [...titles, brief, description].filter((part) => typeof part === 'string').join('\n');
}

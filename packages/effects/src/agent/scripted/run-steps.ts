/**
 * Runs the steps of a scripted answer, one function per kind.
 *
 *   T1. A step that is denied or has nothing to act on is skipped and noted, and the answer continues.
 *   T2. Only a role in the mode `exec` runs commands. A role changes only files that it may write (see write-access).
 *   T3. A command starts only after its process is in the journal, and ends with the call.
 */

import { once } from 'node:events';
import { isAbsolute, normalize, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { NoteParams } from '@harness/core/journal/note';
import { type ContainedPath, containLink, resolveContained } from '../../contained-path.ts';
import { childEnvironment } from '../../process/environment.ts';
import { effectVariable } from '../../process/orphans.ts';
import { startProcess } from '../../process/start-command.ts';
import { timerMs } from '../../process/timer.ts';
import { deniedEvents } from '../call-events.ts';
import { mayWrite } from '../named-paths.ts';
import type { AgentEvent, AgentRequest } from '../provider.ts';
import { failureReasonOf, fileSteps } from './file-steps.ts';
import type { ScriptStep, StepKind, StepOf } from './step.ts';
import { fillVariables } from './variables.ts';

export interface StepContext {
  readonly request: AgentRequest;
  readonly signal: AbortSignal;
  readonly environment: NodeJS.ProcessEnv;
}

type StepEvents = AsyncGenerator<AgentEvent, void>;
/** `fail` ends the answer instead (see provider). */
type RunnableKind = Exclude<StepKind, 'fail'>;

const runners: { readonly [Kind in RunnableKind]: (step: StepOf<Kind>, scene: StepContext) => StepEvents } = {
  write: (step, scene) =>
    runFileStep('write', step.body.path, step, scene, (target) =>
      fileSteps.write(target, step.body, fill(step.body.text ?? '', step, scene)),
    ),
  edit: (step, scene) =>
    runFileStep('edit', step.body.path, step, scene, (target) => fileSteps.edit(target, step.body)),
  delete: (step, scene) => runFileStep('delete', step.body, step, scene, (target) => fileSteps.delete(target)),
  link: (step, scene) =>
    runFileStep('link', step.body.path, step, scene, (target) =>
      fileSteps.link(target, step.body, fill(step.body.to ?? '', step, scene)),
    ),
  unlink: (step, scene) => runFileStep('unlink', step.body, step, scene, (target) => fileSteps.unlink(target)),
  run,
  async *sleep({ body }, { signal }) {
    yield { type: 'tool', tool: 'sleep', detail: `${body} ms` };
    await delay(timerMs(body), undefined, { signal });
  },
  async *hang(_, { signal }) {
    yield { type: 'tool', tool: 'hang', detail: '' };
    if (!signal.aborted) await once(signal, 'abort');
    signal.throwIfAborted();
  },
};

export const runStep = (step: StepOf<RunnableKind>, scene: StepContext): StepEvents =>
  (runners[step.kind] as (step: ScriptStep, scene: StepContext) => StepEvents)(step, scene);

/** How each step checks its path: `link` and `unlink` may name a link; the others must not pass through one. */
const pathChecks = {
  write: resolveContained,
  edit: resolveContained,
  delete: resolveContained,
  link: containLink,
  unlink: containLink,
} as const;
type FileTool = keyof typeof pathChecks;

async function* runFileStep(
  tool: FileTool,
  path: string,
  step: ScriptStep,
  scene: StepContext,
  act: (target: string) => Promise<string | undefined>,
): StepEvents {
  const filled = fill(path, step, scene);
  yield { type: 'tool', tool, detail: filled };
  const place = placeOf(filled, scene.request, pathChecks[tool]);
  if (!place.ok) return yield* deniedEvents(tool, filled, place.why);
  const trouble = await failureReasonOf(act(place.path));
  if (trouble !== undefined) yield stepFailed({ step: tool, path: filled, detail: trouble });
  yield { type: 'tool-result', tool, ok: trouble === undefined };
}

async function* run(step: StepOf<'run'>, scene: StepContext): StepEvents {
  const { request, signal, environment } = scene;
  const command = fill(step.body, step, scene);
  yield { type: 'tool', tool: 'run', detail: command };
  if (request.mode !== 'exec') return yield* deniedEvents('run', '.', 'read-only');
  const env = childEnvironment(environment, { ...request.environment, [effectVariable]: request.mark });
  const child = await startProcess({ command, cwd: request.cwd, env, box: request.box, signal });
  try {
    yield { type: 'process', pid: child.pid, startedAt: child.startedAt };
    child.go();
    const exit = await child.done;
    signal.throwIfAborted();
    if (exit.exitCode !== 0) yield stepFailed({ step: 'run', exitCode: exit.exitCode ?? exit.signal ?? '' });
    yield { type: 'tool-result', tool: 'run', ok: exit.exitCode === 0 };
  } finally {
    child.kill();
    await child.done;
  }
}

const stepFailed = (params: NoteParams<'agent.step-failed'>): AgentEvent => ({
  type: 'noted',
  code: 'agent.step-failed',
  params,
});

type Place = ContainedPath | { readonly ok: false; readonly why: 'read-only' };

/** A script may also use an absolute path `{cwd}/…` below the folder. */
function placeOf(path: string, request: AgentRequest, contained: typeof resolveContained): Place {
  const { cwd } = request;
  const inside = normalize(isAbsolute(path) ? relative(cwd, path) : path);
  return mayWrite(request, inside) ? contained(cwd, inside) : { ok: false, why: 'read-only' };
}

const fill = (text: string, { raw }: ScriptStep, { request }: StepContext) =>
  raw ? text : fillVariables(text, request.variables);

/**
 * Does the steps of a scripted answer, one function a kind.
 *
 *   T1. A step that is denied or has nothing to act on is skipped and noted, and the answer goes on.
 *   T2. Only a role that works in the lane changes files or runs commands.
 *   T3. A command is at its gate until its process is in the journal, and ends with the call.
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
import type { AgentEvent, AgentRequest } from '../provider.ts';
import { fileSteps, troubleOf } from './file-steps.ts';
import type { Step, StepKind, StepOf } from './step.ts';
import { fillVariables } from './variables.ts';

export interface StepContext {
  readonly request: AgentRequest;
  readonly signal: AbortSignal;
  /** What commands may inherit from, by the allow-list. */
  readonly environment: NodeJS.ProcessEnv;
}

type Doing = AsyncGenerator<AgentEvent, void>;
/** `fail` is no doing: it ends the answer (see the provider). */
type DoingKind = Exclude<StepKind, 'fail'>;

const table: { readonly [Kind in DoingKind]: (step: StepOf<Kind>, scene: StepContext) => Doing } = {
  write: (step, scene) =>
    onFile('write', step.body.path, step, scene, (target) =>
      fileSteps.write(target, step.body, fill(step.body.text ?? '', step, scene)),
    ),
  edit: (step, scene) => onFile('edit', step.body.path, step, scene, (target) => fileSteps.edit(target, step.body)),
  delete: (step, scene) => onFile('delete', step.body, step, scene, (target) => fileSteps.delete(target)),
  link: (step, scene) =>
    onFile('link', step.body.path, step, scene, (target) =>
      fileSteps.link(target, step.body, fill(step.body.to ?? '', step, scene)),
    ),
  unlink: (step, scene) => onFile('unlink', step.body, step, scene, (target) => fileSteps.unlink(target)),
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

export const runStep = (step: StepOf<DoingKind>, scene: StepContext): Doing =>
  (table[step.kind] as (step: Step, scene: StepContext) => Doing)(step, scene);

/** The steps that name a place. A link is the place itself for those that make or remove one, and for the others in the way. */
const places = {
  write: resolveContained,
  edit: resolveContained,
  delete: resolveContained,
  link: containLink,
  unlink: containLink,
} as const;
type FileTool = keyof typeof places;

async function* onFile(
  tool: FileTool,
  path: string,
  step: Step,
  scene: StepContext,
  act: (target: string) => Promise<string | undefined>,
): Doing {
  const named = fill(path, step, scene);
  yield { type: 'tool', tool, detail: named };
  const place = placeOf(named, scene.request, places[tool]);
  if (!place.ok) return yield* denied(tool, named, place.why);
  const trouble = await troubleOf(act(place.path));
  if (trouble !== undefined) yield stepFailed({ step: tool, path: named, detail: trouble });
  yield { type: 'tool-result', tool, ok: trouble === undefined };
}

async function* run(step: StepOf<'run'>, scene: StepContext): Doing {
  const { request, signal, environment } = scene;
  const command = fill(step.body, step, scene);
  yield { type: 'tool', tool: 'run', detail: command };
  if (request.mode !== 'exec') return yield* denied('run', '.', 'read-only');
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

async function* denied(step: StepKind, path: string, why: string): Doing {
  yield { type: 'noted', code: 'agent.denied', params: { path, step, why } };
  yield { type: 'denied', tool: step, path };
}

const stepFailed = (params: NoteParams<'agent.step-failed'>): AgentEvent => ({
  type: 'noted',
  code: 'agent.step-failed',
  params,
});

type Place = ContainedPath | { readonly ok: false; readonly why: 'read-only' };

/** A script may name a place by `{cwd}/…` too: that is still below the folder. */
function placeOf(path: string, { mode, cwd, output }: AgentRequest, contained: typeof resolveContained): Place {
  const inside = isAbsolute(path) ? relative(cwd, path) : path;
  if (mode !== 'exec' && (output === undefined || normalize(inside) !== normalize(output)))
    return { ok: false, why: 'read-only' };
  return contained(cwd, inside);
}

const fill = (text: string, { raw }: Step, { request }: StepContext) =>
  raw ? text : fillVariables(text, request.variables);

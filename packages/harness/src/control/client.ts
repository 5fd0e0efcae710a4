/** Asks the control server of a repository, in the words of its table of routes. What comes back is read by the same schemas. */
import { type Route, type RouteName, type Routes, routes } from '@harness/core/control/routes';
import { refusedDocument } from '@harness/core/documents/server';
import { Refusal } from '@harness/core/failure/refusal';
import type * as z from 'zod';
import { printable } from '../render/printable.ts';
import { loadConfig } from '../settings/config.ts';
import { type ControlFile, readControlFile } from './control-file.ts';
import { controlPath } from './control-path.ts';
import { queueStartCommand } from './queue.ts';

/** A server on this machine answers at once, or hangs. */
const patienceMs = 10_000;

type Plain = Exclude<RouteName, 'events' | 'analyze'>;
type BodyOf<Name extends RouteName> = Routes[Name] extends { body: infer Body extends z.ZodType }
  ? z.input<Body>
  : undefined;

export interface RouteCall<Name extends RouteName> {
  /** What stands for `:id` and `:name` in its path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: BodyOf<Name>;
}

export interface ControlClient extends Pick<ControlFile, 'url' | 'pid'> {
  /** What was refused is a refusal here too, with its sentence and its command. */
  ask<Name extends Plain>(name: Name, request?: RouteCall<Name>): Promise<z.output<Routes[Name]['answer']>>;
}

/** The client of the server that runs here; refuses with the command that starts one where none does. */
export async function controlClient(root: string): Promise<ControlClient> {
  const { stateDir } = await loadConfig(root, {}, process.env);
  return clientOf(living(readControlFile(controlPath(root, stateDir))));
}

export interface StartedServer extends Pick<ControlFile, 'url' | 'pid'> {
  /** Whether a daemon works plans off there, or it is there for looking alone. */
  readonly queue: boolean;
}

/** Whether a server is alive here: the file, its process, and an answer of that very process. */
export async function readStartedServer(root: string): Promise<StartedServer | undefined> {
  try {
    const { ask, url, pid } = await controlClient(root);
    const { pid: own, queue } = await ask('health');
    return own === pid ? { url, pid, queue } : undefined;
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'control.none' || error.code === 'control.silent'))
      return undefined;
    throw error;
  }
}

/** A file whose process is gone was left by a crash: it is said to be so, and not asked. */
function living(file: ControlFile | undefined): ControlFile {
  if (file && isRunning(file.pid)) return file;
  throw new Refusal('control.none', { command: queueStartCommand, ...(file ? { pid: file.pid } : {}) });
}

/** A process of somebody else has the number of one of ours that is gone. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if (['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

const clientOf = ({ url, pid, token }: ControlFile): ControlClient => ({
  url,
  pid,
  async ask(name, { params = {}, query = {}, body } = {}) {
    const { method, path, answer }: Route = routes[name];
    const filled = path.replaceAll(/:(\w+)/g, (_, part: string) => encodeURIComponent(params[part] ?? ''));
    const target = `${url}${filled}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`;
    const response = await reached({ url, pid }, target, {
      method: method.toUpperCase(),
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const document = (await response.json().catch(() => undefined)) as unknown;
    const read = answer.safeParse(document);
    // What a newer server adds is handed on, not cut off.
    if (response.ok && read.success) return document as never;
    throw refusalIn(document, { url, pid, status: response.status });
  },
});

async function reached(
  { url, pid }: Pick<ControlFile, 'url' | 'pid'>,
  target: string,
  request: RequestInit,
): Promise<Response> {
  try {
    return await fetch(target, { ...request, redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
  } catch (error) {
    throw new Refusal('control.silent', { url, pid, detail: (error as Error).message });
  }
}

/** Whoever does not know our token is another server, on the port of one that is gone. */
function refusalIn(
  document: unknown,
  { url, pid, status }: { readonly url: string; readonly pid: number; readonly status: number },
): Refusal {
  const { data } = refusedDocument.safeParse(document);
  if (!data || status === 401) return new Refusal('control.silent', { url, pid });
  const { code, message, next } = data.error;
  if (code === 'queue.none') return new Refusal('control.none', { command: queueStartCommand });
  return new Refusal('control.refused', { detail: printable(message), next: printable(next), code });
}

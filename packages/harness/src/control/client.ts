/** Calls the control server of a repository and validates its answers with the schemas of the routes. */
import { type Route, type RouteName, type Routes, routes } from '@harness/core/control/routes';
import { refusedDocument } from '@harness/core/documents/server';
import { Refusal } from '@harness/core/failure/refusal';
import type * as z from 'zod';
import { printable } from '../render/printable.ts';
import { loadConfig } from '../settings/config.ts';
import { type ControlFile, controlPath, readControlFile } from './control-file.ts';
import { queueStartCommand } from './queue.ts';

/** A server on this machine answers at once or hangs. */
const timeoutMs = 10_000;

type JsonRoute = Exclude<RouteName, 'events' | 'analyze' | 'mcp'>;
type BodyOf<Name extends RouteName> = Routes[Name] extends { body: infer Body extends z.ZodType }
  ? z.input<Body>
  : undefined;

export interface RouteCall<Name extends RouteName> {
  /** Values for `:id` and `:name` in the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: BodyOf<Name>;
}

export interface ControlClient extends Pick<ControlFile, 'url' | 'pid'> {
  /** Throws the server's refusal, with its message and its next command. */
  ask<Name extends JsonRoute>(name: Name, request?: RouteCall<Name>): Promise<z.output<Routes[Name]['answer']>>;
}

/** The client of the running server; refuses with the command that starts one if there is none. */
export async function controlClient(root: string): Promise<ControlClient> {
  const { stateDir } = await loadConfig(root);
  return clientOf(requireRunning(readControlFile(controlPath(root, stateDir))));
}

/**
 * `undefined` unless the control file exists, its process runs, and that process answers. `queue` is true if a daemon
 * runs plans there, and false if the server only reads and answers.
 */
export async function readStartedServer(root: string) {
  try {
    const { ask, url, pid } = await controlClient(root);
    const { pid: answeringPid, queue } = await ask('health');
    return answeringPid === pid ? { url, pid, queue } : undefined;
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'control.none' || error.code === 'control.silent'))
      return undefined;
    throw error;
  }
}

/** A control file without its process is left over from a crash. */
function requireRunning(file: ControlFile | undefined): ControlFile {
  if (file && isRunning(file.pid)) return file;
  throw new Refusal('control.none', { command: queueStartCommand, ...(file ? { pid: file.pid } : {}) });
}

/** EPERM: another user's process has reused the pid. */
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
    const response = await fetchOrRefuse({ url, pid }, target, {
      method: method.toUpperCase(),
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const document = (await response.json().catch(() => undefined)) as unknown;
    const read = answer.safeParse(document);
    // Return the document unparsed, to keep fields that a newer server adds.
    if (response.ok && read.success) return document as never;
    throw refusalIn(document, { url, pid, status: response.status });
  },
});

async function fetchOrRefuse(
  { url, pid }: Pick<ControlFile, 'url' | 'pid'>,
  target: string,
  request: RequestInit,
): Promise<Response> {
  try {
    return await fetch(target, { ...request, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    throw new Refusal('control.silent', { url, pid, detail: (error as Error).message });
  }
}

/** A server that rejects the token is another server on a reused port. */
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

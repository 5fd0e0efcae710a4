/**
 * Reads a log of strace: the files that programs outside a box opened, and the programs that were executed there. The file
 * recorder does not see these, because git reads its files itself.
 */
import { resolve } from 'node:path';

export interface NativeEvent {
  readonly operation: 'open' | 'execute';
  /** Name of the program that opened the file, without its folder. */
  readonly by: string;
  readonly path: string;
}

/** Options of strace: follows child processes and shows the folder of a relative path. */
export const traceOptions = [
  ...['-f', '-y', '-qq', '-s', '4096', '--seccomp-bpf', '--pidns-translation'],
  ...['-e', 'trace=execve,open,openat,clone,clone3,fork,vfork'],
];

const text = String.raw`"((?:[^"\\]|\\.)*)"`;
const lineForm = /^(\d+)\s+(.*)$/;
const executeForm = new RegExp(String.raw`^execve\(${text}`);
const openForm = new RegExp(String.raw`^open(?:at\([^<]*<([^>]*)>, |\()${text}, ([A-Z_|]+)`);
const childForm = /^(?:clone3?|v?fork)\(.*= (\d+)(?: \/\* (\d+) in strace's PID NS \*\/)?$/;

interface Call {
  readonly pid: string;
  readonly call: string;
}

/** Events from the line with `marker` on; without a marker, all. */
export function readTrace(log: string, marker: string | undefined): readonly NativeEvent[] {
  const calls = readCalls(log);
  const isBoxed = findBoxed(calls);
  const programs = new Map<string, string>();
  const parents = readParents(calls);
  const programOf = (pid: string | undefined): string =>
    pid === undefined ? 'node' : (programs.get(pid) ?? programOf(parents.get(pid)));
  const from = marker === undefined ? 0 : calls.findIndex(({ call }) => call.includes(marker));
  return calls.flatMap(({ pid, call }, at) => {
    const event = readCall(call, () => programOf(pid));
    if (event?.operation === 'execute') programs.set(pid, event.path.replace(/.*\//, ''));
    return event === undefined || at < from || from === -1 || isBoxed(pid) ? [] : [event];
  });
}

/** Joins the two lines of a call that another process interrupted. */
function readCalls(log: string): readonly Call[] {
  const unfinished = new Map<string, string>();
  return log.split('\n').flatMap((line): Call[] => {
    const [, pid = '', call = ''] = lineForm.exec(line) ?? [];
    const [, start] = /^(.*) <unfinished \.\.\.>$/.exec(call) ?? [];
    if (start !== undefined) unfinished.set(pid, start);
    const [, end] = /^<\.\.\. \w+ resumed>(.*)$/.exec(call) ?? [];
    const whole = end === undefined ? call : `${unfinished.get(pid) ?? ''}${end}`;
    return pid === '' || start !== undefined ? [] : [{ pid, call: whole }];
  });
}

function readCall(call: string, program: () => string): NativeEvent | undefined {
  if (/ = -1 E\w+/.test(call) && call.startsWith('execve')) return undefined; // a search along the PATH
  const [, executed] = executeForm.exec(call) ?? [];
  if (executed !== undefined) return { operation: 'execute', by: program(), path: executed };
  const [, folder = '/', opened, flags = ''] = openForm.exec(call) ?? [];
  if (opened === undefined || /O_WRONLY|O_PATH/.test(flags)) return undefined;
  return { operation: 'open', by: program(), path: resolve(folder, opened) };
}

const readParents = (calls: readonly Call[]): ReadonlyMap<string, string> =>
  new Map(
    calls.flatMap(({ pid, call }) => {
      const [, ownNumber, child = ownNumber] = childForm.exec(call) ?? [];
      return child === undefined ? [] : [[child, pid] as const];
    }),
  );

/** A process is in a box if it, or a process that started it, executed bubblewrap. */
function findBoxed(calls: readonly Call[]): (pid: string) => boolean {
  const boxes = new Set(calls.flatMap(({ pid, call }) => (/^execve\("[^"]*\/bwrap"/.test(call) ? [pid] : [])));
  const parents = readParents(calls);
  const isBoxed = (pid: string | undefined): boolean =>
    pid !== undefined && (boxes.has(pid) || isBoxed(parents.get(pid)));
  return isBoxed;
}

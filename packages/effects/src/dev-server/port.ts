/** Whether somebody answers at an address already, and who: a server of ours could not be told from theirs (D-68). */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { hasTable, pids } from '../process/table.ts';

const connectMs = 2_000;

export function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

/** Nobody answers a name that leads nowhere either: that is said when the server is waited for. */
export function isTaken(url: string): Promise<boolean> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: portOf(url), timeout: connectMs });
  return new Promise((resolve) => {
    const end = (taken: boolean) => () => {
      socket.destroy();
      resolve(taken);
    };
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false));
  });
}

/** `node, pid 4711`; empty where it cannot be told: another user's process, or a system without such a table. */
export function holderOf(port: number): string {
  if (!hasTable) return '';
  const sockets = new Set(listeningOn(port).map((inode) => `socket:[${inode}]`));
  const pid = pids().find((one) => filesOf(one).some((file) => sockets.has(file)));
  return pid === undefined ? '' : `${nameOf(pid)}, pid ${pid}`;
}

/** Rows of `/proc/net/tcp`: the second column is `address:port`, both in hex, the fourth the state, the tenth the inode. */
function listeningOn(port: number): readonly string[] {
  const listening = '0A';
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    readable(() => readFileSync(table, 'latin1'), '')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((row) => row[3] === listening && Number.parseInt(row[1]?.split(':')[1] ?? '', 16) === port)
      .flatMap((row) => row[9] ?? []),
  );
}

const filesOf = (pid: number): readonly string[] =>
  readable(() => readdirSync(`/proc/${pid}/fd`), []).map((fd) =>
    readable(() => readlinkSync(`/proc/${pid}/fd/${fd}`), ''),
  );

const nameOf = (pid: number) => readable(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim(), 'a process');

/** Not there any more, or not ours to see. */
function readable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (!['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return otherwise;
  }
}

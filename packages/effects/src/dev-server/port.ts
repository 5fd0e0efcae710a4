/** Checks whether an address is in use, and by which process: its answers could pass for those of our server (D-68). */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { hasTable, pids, readOr } from '../process/table.ts';

const connectMs = 2_000;

export function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

/** An unknown host name counts as free: the wait for the server reports it. */
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

/** For example `node, pid 4711`; empty if unknown: the process of another user, or a system without `/proc`. */
export function holderOf(port: number): string {
  if (!hasTable) return '';
  const sockets = new Set(listeningInodes(port).map((inode) => `socket:[${inode}]`));
  const pid = pids().find((one) => filesOf(one).some((file) => sockets.has(file)));
  return pid === undefined ? '' : `${nameOf(pid)}, pid ${pid}`;
}

/** Rows of `/proc/net/tcp`: column 2 is `address:port` in hex, column 4 the state, column 10 the inode. */
function listeningInodes(port: number): readonly string[] {
  const listening = '0A';
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    readOr(() => readFileSync(table, 'latin1'), '')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((row) => row[3] === listening && Number.parseInt(row[1]?.split(':')[1] ?? '', 16) === port)
      .flatMap((row) => row[9] ?? []),
  );
}

const filesOf = (pid: number): readonly string[] =>
  readOr(() => readdirSync(`/proc/${pid}/fd`), []).map((fd) => readOr(() => readlinkSync(`/proc/${pid}/fd/${fd}`), ''));

const nameOf = (pid: number) => readOr(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim(), 'a process');

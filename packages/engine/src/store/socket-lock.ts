/**
 * Locks a folder by a listening socket in it, across network namespaces and containers that share the folder.
 *
 *   K1. The kernel ends a socket with its process, also after `kill -9`. A connection tells whether the holder lives.
 *   K2. Each request binds a new socket. A socket that has ended never listens again.
 *   K3. Holders have numbers. A process takes the next number, by a link that only one process can create, after it
 *       saw that the socket of the number before has ended.
 *   K4. The highest number is never removed. A process whose number is not the highest has no lock.
 *
 * The obvious way, to remove an ended socket and bind its name again, has two winners: the second process removes
 * the new socket of the first.
 */
import { closeSync, linkSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { createFolder, uniqueName } from './durable-file.ts';

export interface Lock {
  release(): Promise<void>;
}

// Loaded on first use: most commands take no lock, and this module loads slowly.
const net = () => import('node:net');

/** `undefined` if another process has the lock. Throws the error of a file system that holds no sockets. */
export async function trySocketLock(folder: string): Promise<Lock | undefined> {
  createFolder(folder);
  const place = openPlace(folder);
  const draft = `${uniqueName()}${draftEnd}`;
  let server: Server | undefined;
  try {
    server = await listen(place.address(draft));
    const number = await takeNumber(folder, draft);
    if (number === undefined) return undefined;
    removeOld(folder, number);
    const held = server;
    server = undefined;
    return { release: () => close(held) };
  } finally {
    if (server) await close(server);
    rmSync(join(folder, draft), { force: true });
    place.close();
  }
}

export async function isSocketLocked(folder: string): Promise<boolean> {
  const number = highestIn(folder);
  return number > 0 && (await isListening(folder, number));
}

async function takeNumber(folder: string, draft: string): Promise<number | undefined> {
  for (;;) {
    const before = highestIn(folder);
    if (before > 0 && (await isListening(folder, before))) return undefined;
    if (linkOnce(join(folder, draft), join(folder, `${before + 1}`)))
      return highestIn(folder) === before + 1 ? before + 1 : undefined;
  }
}

function linkOnce(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function highestIn(folder: string): number {
  return namesIn(folder).reduce((highest, name) => Math.max(highest, numberOf(name)), 0);
}

const numberOf = (name: string) => (/^[1-9]\d{0,14}$/.test(name) ? Number(name) : 0);

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
}

const draftEnd = '.new';
/** A slow process may still list the folder: numbers just below the highest stay. */
const keptNumbers = 16;
const draftMs = 60_000;

/** Removes old numbers, and sockets of processes that ended while they asked. */
function removeOld(folder: string, number: number): void {
  for (const name of namesIn(folder)) {
    const found = numberOf(name);
    const isOld = found > 0 ? found <= number - keptNumbers : name.endsWith(draftEnd) && isOlder(join(folder, name));
    if (isOld) rmSync(join(folder, name), { force: true });
  }
}

function isOlder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.ctimeMs > draftMs;
}

/** The kernel's limit for the path of a socket is 108 bytes. A longer path is shortened by an open folder. */
const longestAddress = 100;

function openPlace(folder: string) {
  if (Buffer.byteLength(folder) + 1 + longestName <= longestAddress)
    return { address: (name: string) => join(folder, name), close: () => {} };
  const fd = openSync(folder, 'r');
  return { address: (name: string) => `/proc/self/fd/${fd}/${name}`, close: () => closeSync(fd) };
}

const longestName = 36 + draftEnd.length;

async function listen(path: string): Promise<Server> {
  const { createServer } = await net();
  return new Promise((resolve, reject) => {
    const server = createServer((client) => client.destroy());
    server.once('error', reject);
    server.listen({ path }, () => {
      server.unref();
      resolve(server);
    });
  });
}

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

/** Also a suspended process listens. Only a refusal of the kernel means that no process does. */
async function isListening(folder: string, number: number): Promise<boolean> {
  const { connect } = await net();
  const place = openPlace(folder);
  return new Promise<boolean>((resolve) => {
    const client = connect({ path: place.address(`${number}`) });
    const finish = (answer: boolean) => {
      client.destroy();
      resolve(answer);
    };
    client.once('connect', () => finish(true));
    client.once('error', ({ code }: NodeJS.ErrnoException) => finish(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
  }).finally(() => place.close());
}

/**
 * Locks by a bound address, where a file system holds no sockets. The kernel frees it when the process ends.
 *
 * An address belongs to one network: processes in another network namespace or container do not see the lock.
 */
import type { NetConnectOpts, Server } from 'node:net';
import type { Lock } from './socket-lock.ts';

// Loaded on first use: most commands take no lock, and these modules load slowly.
const net = () => import('node:net');
const hashes = () => import('node:crypto');

type Address = { readonly path: string } | { readonly host: string; readonly port: number };

/** Linux has addresses without files. Other systems use one of four loopback ports, as other programs may use one. */
async function addresses(name: string, abstract = process.platform === 'linux'): Promise<readonly Address[]> {
  const { createHash } = await hashes();
  const hash = createHash('sha256').update(name).digest();
  if (abstract) return [{ path: `\0harness-${hash.toString('hex', 0, 20)}` }];
  return [0, 1, 2, 3].map((n) => ({ host: '127.0.0.1', port: 20_000 + (hash.readUInt16BE(n * 2) % 40_000) }));
}

/** Takes the lock; `undefined` if another process has it. */
export async function tryAddressLock(name: string, abstract?: boolean): Promise<Lock | undefined> {
  for (const address of await addresses(name, abstract)) {
    const server = await listen(address, name);
    if (server) return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    if (await isHeld(address, name)) return undefined;
  }
  return undefined;
}

export async function isAddressLocked(name: string, abstract?: boolean): Promise<boolean> {
  for (const address of await addresses(name, abstract)) if (await isHeld(address, name)) return true;
  return false;
}

/** The owner's socket sends its name to every client, so that the port of another program does not count as a lock. */
async function listen(address: Address, name: string): Promise<Server | undefined> {
  const { createServer } = await net();
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy()); // a client that disconnected early
      socket.end(name);
    });
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

const replyTimeoutMs = 300;

/** On a port the owner sends its name; a silent port may belong to a suspended owner, so it counts as held. */
async function isHeld(address: Address, name: string): Promise<boolean> {
  const { connect } = await net();
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(address as NetConnectOpts);
    const timer = setTimeout(() => finish(true), replyTimeoutMs);
    const finish = (held: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(held);
    };
    if ('path' in address) socket.on('connect', () => finish(true));
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('end', () => finish(received === name));
    socket.on('error', () => finish(false)); // no process listens
  });
}

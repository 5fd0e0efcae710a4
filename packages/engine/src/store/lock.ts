/**
 * Who owns a run, held by the kernel: a bound address dies with its process, also by `kill -9`.
 *
 * A lock file would have to be judged stale by somebody, and two judges make two owners.
 */
import type { NetConnectOpts, Server } from 'node:net';

// Most looks ask nobody who owns what, and what is imported here takes longer to load than such a look.
const net = () => import('node:net');
const hashes = () => import('node:crypto');

export interface RunLock {
  release(): Promise<void>;
}

type Address = { readonly path: string } | { readonly host: string; readonly port: number };

/** Linux has addresses without files. Elsewhere a loopback port does the same; a few are tried in case a stranger has one. */
async function addresses(name: string, abstract = process.platform === 'linux'): Promise<readonly Address[]> {
  const { createHash } = await hashes();
  const hash = createHash('sha256').update(name).digest();
  if (abstract) return [{ path: `\0harness-${hash.toString('hex', 0, 20)}` }];
  return [0, 1, 2, 3].map((n) => ({ host: '127.0.0.1', port: 20_000 + (hash.readUInt16BE(n * 2) % 40_000) }));
}

/** The lock, or nothing when somebody has it. */
export async function tryLock(name: string, abstract?: boolean): Promise<RunLock | undefined> {
  for (const address of await addresses(name, abstract)) {
    const server = await listen(address, name);
    if (server) return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    if (await isHeld(address, name)) return undefined;
  }
  return undefined;
}

export async function isLocked(name: string, abstract?: boolean): Promise<boolean> {
  for (const address of await addresses(name, abstract)) if (await isHeld(address, name)) return true;
  return false;
}

/** The owner's socket says its name to whoever connects, so that a port that a stranger has is not taken for a lock. */
async function listen(address: Address, name: string): Promise<Server | undefined> {
  const { createServer } = await net();
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy()); // a prober that left early
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

const patienceMs = 300;

/**
 * Is this address held under this name? Nobody else can have an abstract address, so being heard is enough there.
 * On a port the owner says its name; one that says nothing may be an owner that was stopped, so it counts as held.
 */
async function isHeld(address: Address, name: string): Promise<boolean> {
  const { connect } = await net();
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(address as NetConnectOpts);
    const timer = setTimeout(() => finish(true), patienceMs);
    const finish = (held: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(held);
    };
    if ('path' in address) socket.on('connect', () => finish(true));
    socket.on('data', (chunk) => {
      said += chunk.toString();
    });
    socket.on('end', () => finish(said === name));
    socket.on('error', () => finish(false)); // nobody listens
  });
}

/**
 * Lets one process at a time use the local forge. The kernel holds the lock and frees it also after `kill -9`.
 *
 * Linux has addresses without files; other systems use a loopback port.
 */
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ForgeError } from '../forge-error.ts';

const timeoutMs = 60_000;

export async function withForgeLock<Value>(folder: string, act: () => Promise<Value>): Promise<Value> {
  const server = await takeLock(folder);
  try {
    return await act();
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

async function takeLock(folder: string): Promise<Server> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const server = await listen(addressOf(folder));
    if (server !== null) return server;
    if (performance.now() > giveUpAt)
      throw new ForgeError('forge.unavailable', { detail: `another process holds the lock of ${folder}` });
    await delay(10 + Math.random() * 20);
  }
}

function addressOf(folder: string) {
  const hash = createHash('sha256').update(folder).digest();
  if (process.platform === 'linux') return { path: `\0harness-forge-${hash.toString('hex', 0, 20)}` };
  return { host: '127.0.0.1', port: 20_000 + (hash.readUInt16BE(0) % 40_000) };
}

const listen = (address: { path: string } | { host: string; port: number }): Promise<Server | null> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(address, () => resolve(server));
  });

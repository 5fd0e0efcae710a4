/**
 * Opens the only way out of a box without network: to the model.
 *
 *   W1. A loopback URL is reached inside by the same port, which leads only to that port of the machine.
 *   W2. Everything else goes through a proxy, which allows known models, and refuses and reports the rest.
 *   W3. The connection is a socket in the file system, because the box has its own empty network. The program itself
 *       runs under a filter and can use no other socket of the file system.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { BoxedCommand } from './box.ts';
import { findFilterWrapper } from './filtered-program.ts';
import { withPortBridges } from './port-bridge.ts';
import { socketFilter } from './socket-filter.ts';

/** Path of the sockets inside the box. */
export const modelProxyPath = '/tmp/.harness-door';
const proxyName = 'proxy';
const proxyPort = 3_128;

export interface ModelProxy {
  /** The folder to mount at `modelProxyPath`. */
  readonly folder: string;
  /** Proxy variables for programs that use them. */
  readonly environment: Readonly<Record<string, string>>;
  /** Allows these URLs, and returns the command to run in the box, so that the program can reach them. */
  leadTo(addresses: readonly string[], command: BoxedCommand): BoxedCommand;
  close(): void;
}

export function openModelProxy(bwrap: string, onDenied: (host: string) => void): ModelProxy {
  const folder = mkdtempSync(join(tmpdir(), 'harness-door-'));
  const hosts = new Set<string>();
  const ports = new Set<number>();
  const open: { server: Server; sockets: Set<Socket> }[] = [];
  const listen = (server: Server, name: string) => {
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    server.listen(join(folder, name)); // a file system socket exists when this returns
    open.push({ server, sockets });
  };
  const proxy = createHttpServer((request, response) => {
    onDenied(hostOf(request));
    response.writeHead(403).end('The sandbox lets only the model through.\n');
  });
  proxy.on('connect', (request, socket, head) => tunnel(request, socket, head, hosts, onDenied));
  listen(proxy, proxyName);
  const url = `http://127.0.0.1:${proxyPort}`;
  const noProxy = '127.0.0.1,localhost,::1';
  return {
    folder,
    environment: Object.fromEntries([
      ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'].map((name) => [
        name,
        url,
      ]),
      ...['NO_PROXY', 'no_proxy'].map((name) => [name, noProxy]),
    ]) as Readonly<Record<string, string>>,
    leadTo(addresses, command) {
      for (const address of addresses.map((one) => new URL(one))) {
        const port = Number(address.port) || (address.protocol === 'https:' ? 443 : 80);
        if (!isLoopback(address.hostname)) hosts.add(`${address.hostname}:${port}`);
        else if (!ports.has(port)) {
          ports.add(port);
          listen(
            createServer((socket) => joinSockets(socket, connect(port, '127.0.0.1'))),
            String(port),
          );
        }
      }
      const bridges = [...ports].map((port) => ({ port, socket: `${modelProxyPath}/${port}` }));
      const all = [...bridges, { port: proxyPort, socket: `${modelProxyPath}/${proxyName}` }];
      return withPortBridges(all, command, (last) => filterSockets(bwrap, folder, last));
    },
    close() {
      for (const { server, sockets } of open) {
        for (const socket of sockets) socket.destroy();
        server.close();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const filterName = 'filter';

/** Without a way to install the filter, sockets in the file system stay reachable; the page about the sandbox says so. */
function filterSockets(bwrap: string, folder: string, command: BoxedCommand): BoxedCommand {
  const filter = socketFilter();
  const wrapper = findFilterWrapper(bwrap);
  if (filter === undefined || wrapper === null) return command;
  writeFileSync(join(folder, filterName), filter);
  return wrapper(join(modelProxyPath, filterName), command);
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);

function tunnel(
  { url = '' }: IncomingMessage,
  inside: Duplex,
  head: Buffer,
  hosts: ReadonlySet<string>,
  onDenied: (host: string) => void,
): void {
  if (!hosts.has(url)) {
    onDenied(url);
    inside.on('error', () => inside.destroy());
    inside.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    return;
  }
  const { hostname, port } = new URL(`tcp://${url}`);
  const outside = connect(Number(port), hostname, () => {
    inside.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    outside.write(head);
  });
  joinSockets(inside, outside);
}

/** Closes each end when the other one closes. */
function joinSockets(a: Duplex, b: Duplex): void {
  a.pipe(b);
  b.pipe(a);
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
}

function hostOf({ url = '', headers }: IncomingMessage): string {
  return URL.canParse(url) ? new URL(url).host : (headers.host ?? url);
}

/** Ports on the loopback of a box, each leading to a socket in the file system: they are there before the program begins. */
import { findProgram } from '../process/find.ts';
import type { BoxedCommand } from './box.ts';

export interface Bridge {
  readonly port: number;
  /** The path of the socket, inside. */
  readonly socket: string;
}

/** Whatever is in the command, it is an argument and no part of this text. */
export function withPortBridges(bridges: readonly Bridge[], { program, args }: BoxedCommand): BoxedCommand {
  const lines = [...bridges.map(started), ...bridges.map(awaited), 'exec "$@"'];
  return { program: '/bin/sh', args: ['-c', lines.join('\n'), 'harness', program, ...args] };
}

const started = ({ port, socket }: Bridge) => `${forwarding(port, socket)} < /dev/null > /dev/null 2>&1 &`;

/** socat is small and starts at once; where it is missing, Node does the same, a little later. */
const forwarding = (port: number, socket: string) =>
  findProgram('socat', process.env['PATH']) === undefined
    ? `'${process.execPath}' -e '${byNode}' ${port} ${socket}`
    : `socat TCP-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr UNIX-CONNECT:${socket}`;

const byNode = [
  'const { connect, createServer } = require("node:net");',
  'const [, port, path] = process.argv;',
  'const join = (a, b) => a.pipe(b).on("error", () => a.destroy()).on("close", () => a.destroy());',
  'createServer((a) => { const b = connect(path); join(a, b); join(b, a); }).listen(Number(port), "127.0.0.1");',
].join(' ');

/** The system's own table says who listens. It is looked at so often and no more: a program that finds nobody says so itself. */
const awaited = ({ port }: Bridge) => {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return `n=0; until grep -q ":${hex} 00000000:0000 0A" /proc/net/tcp || [ $((n=n+1)) -gt 1000 ]; do :; done`;
};

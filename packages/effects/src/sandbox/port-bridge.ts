/** Forwards ports on the loopback of a box to sockets in the file system, before the program starts. */
import { findProgram } from '../process/find.ts';
import type { BoxedCommand } from './box.ts';

export interface Bridge {
  readonly port: number;
  /** Path of the socket inside the box. */
  readonly socket: string;
}

/** The command is passed as arguments, so it is not interpreted as part of this script. */
export function withPortBridges(
  bridges: readonly Bridge[],
  { program, args }: BoxedCommand,
  filtered: (command: BoxedCommand) => BoxedCommand,
): BoxedCommand {
  const lines = [...bridges.map(startLine), ...bridges.map(waitLine), 'exec "$@"'];
  const last = filtered({ program, args }); // the bridges themselves need the sockets that the program may not have
  return { program: '/bin/sh', args: ['-c', lines.join('\n'), 'harness', last.program, ...last.args] };
}

const startLine = ({ port, socket }: Bridge) => `${forwardCommand(port, socket)} < /dev/null > /dev/null 2>&1 &`;

/** socat is small and starts at once; without it Node does the same, a little later. */
const forwardCommand = (port: number, socket: string) =>
  findProgram('socat', process.env['PATH']) === undefined
    ? `'${process.execPath}' -e '${nodeForwarder}' ${port} ${socket}`
    : `socat TCP-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr UNIX-CONNECT:${socket}`;

const nodeForwarder = [
  'const { connect, createServer } = require("node:net");',
  'const [, port, path] = process.argv;',
  'const join = (a, b) => a.pipe(b).on("error", () => a.destroy()).on("close", () => a.destroy());',
  'createServer((a) => { const b = connect(path); join(a, b); join(b, a); }).listen(Number(port), "127.0.0.1");',
].join(' ');

/** Waits for the port in the system's table, with a limit: after it the program reports the error itself. */
const waitLine = ({ port }: Bridge) => {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return `n=0; until grep -q ":${hex} 00000000:0000 0A" /proc/net/tcp || [ $((n=n+1)) -gt 1000 ]; do :; done`;
};

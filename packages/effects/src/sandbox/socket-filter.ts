/**
 * Builds the system call filter of a closed box, as a program of the kernel's packet filter (BPF).
 *
 *   N1. No process creates a Unix socket: otherwise it could connect to a server through a socket in the file system,
 *       also on a read-only mount. Nor a socket to the machine that hosts this one (vsock).
 *   N2. A connected pair is allowed, because programs talk to their children through it. A pair of datagram sockets is
 *       not: it can be connected again.
 *   N3. No io_uring, which makes the same calls past the filter, and no call of another architecture.
 */
import { endianness } from 'node:os';

interface Calls {
  readonly audit: number;
  readonly socket: number;
  readonly socketpair: number;
}

const architectures: Readonly<Partial<Record<string, Calls>>> = {
  x64: { audit: 0xc000003e, socket: 41, socketpair: 53 },
  arm64: { audit: 0xc00000b7, socket: 198, socketpair: 199 },
};

const [load, jumpEqual, jumpAtLeast, and, answer] = [0x20, 0x15, 0x35, 0x54, 0x06];
const [callAt, archAt, firstAt, secondAt] = [0, 4, 16, 24];
const [unix, vsock, stream, packets, typeBits] = [1, 40, 1, 5, 0xf];
const [allow, deny, missing] = [0x7fff0000, 0x00050000 + 13, 0x00050000 + 38];
const firstForeignCall = 0x40000000; // x32 calls on a 64-bit kernel
const ringCalls = [425, 426, 427];

/** `undefined` on an architecture whose calls are not known here. */
export function socketFilter(architecture: string = process.arch): Buffer | undefined {
  const calls = architectures[architecture];
  if (!calls || endianness() !== 'LE') return undefined;
  return assemble([
    [load, archAt],
    [jumpEqual, calls.audit, 'call', 'missing'],
    ['call'],
    [load, callAt],
    [jumpAtLeast, firstForeignCall, 'missing'],
    ...ringCalls.map((call): Line => [jumpEqual, call, 'missing']),
    [jumpEqual, calls.socket, 'socket'],
    [jumpEqual, calls.socketpair, 'pair', 'allow'],
    ['socket'],
    [load, firstAt],
    [jumpEqual, unix, 'deny'],
    [jumpEqual, vsock, 'deny', 'allow'],
    ['pair'],
    [load, secondAt],
    [and, typeBits],
    [jumpEqual, stream, 'allow'],
    [jumpEqual, packets, 'allow', 'deny'],
    ['allow'],
    [answer, allow],
    ['deny'],
    [answer, deny],
    ['missing'],
    [answer, missing],
  ]);
}

/** A label, or an instruction: code, value, and the labels to jump to if it is true and if it is false. */
type Line = readonly [string] | readonly [code: number, value: number, yes?: string, no?: string];

function assemble(lines: readonly Line[]): Buffer {
  const places = new Map<string, number>();
  const instructions: Exclude<Line, readonly [string]>[] = [];
  for (const line of lines) {
    if (line.length === 1) places.set(line[0], instructions.length);
    else instructions.push(line);
  }
  const size = 8;
  const program = Buffer.alloc(instructions.length * size);
  for (const [at, [code, value, yes, no]] of instructions.entries()) {
    const jump = (label: string | undefined) => (label === undefined ? 0 : (places.get(label) ?? 0) - at - 1);
    program.writeUInt16LE(code, at * size);
    program.writeUInt8(jump(yes), at * size + 2);
    program.writeUInt8(jump(no), at * size + 3);
    program.writeUInt32LE(value, at * size + 4);
  }
  return program;
}

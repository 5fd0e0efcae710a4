import { expect, test } from 'vitest';
import { socketFilter } from './socket-filter.ts';

const [allow, deny, missing] = [0x7fff0000, 0x0005000d, 0x00050026];

/** Runs the filter as the kernel does. */
function run(program: Buffer, data: { nr: number; arch: number; args: readonly number[] }): number {
  const input = Buffer.alloc(64);
  input.writeUInt32LE(data.nr, 0);
  input.writeUInt32LE(data.arch, 4);
  for (const [at, value] of data.args.entries()) input.writeUInt32LE(value, 16 + at * 8);
  let accumulator = 0;
  for (let at = 0; ; at++) {
    const code = program.readUInt16LE(at * 8);
    const value = program.readUInt32LE(at * 8 + 4);
    const jump = (isTrue: boolean) => program.readUInt8(at * 8 + (isTrue ? 2 : 3));
    if (code === 0x06) return value;
    if (code === 0x20) accumulator = input.readUInt32LE(value);
    if (code === 0x54) accumulator = (accumulator & value) >>> 0;
    if (code === 0x15) at += jump(accumulator === value);
    if (code === 0x35) at += jump(accumulator >= value);
  }
}

const machines = [
  ['x64', 0xc000003e, 41, 53],
  ['arm64', 0xc00000b7, 198, 199],
] as const;

test.each(machines)('X1 the filter of a closed network on %s', (name, arch, socket, pair) => {
  const program = socketFilter(name) ?? Buffer.alloc(0);
  const ask = (nr: number, ...args: readonly number[]) => run(program, { nr, arch, args });
  const [cloexec, nonblock] = [0o2000000, 0o4000];
  expect([ask(socket, 1, 1), ask(socket, 1, 2 | cloexec), ask(socket, 1, 5), ask(socket, 40, 1)]).toEqual([
    deny,
    deny,
    deny,
    deny,
  ]);
  expect([ask(socket, 2, 1), ask(socket, 10, 1), ask(socket, 16, 3)]).toEqual([allow, allow, allow]);
  expect([ask(pair, 1, 1 | cloexec | nonblock), ask(pair, 1, 5)]).toEqual([allow, allow]);
  expect([ask(pair, 1, 2), ask(pair, 1, 3 | cloexec)]).toEqual([deny, deny]); // datagrams can be connected again
  expect([425, 426, 427].map((call) => ask(call))).toEqual([missing, missing, missing]);
  expect([ask(0), ask(59), ask(435)]).toEqual([allow, allow, allow]);
  expect(run(program, { nr: 359, arch: 0x40000003, args: [1, 1] })).toBe(missing); // 32-bit calls
  expect(ask(0x40000000 + socket, 1, 1)).toBe(missing);
});

test('X1 an unknown architecture has no filter', () => {
  expect(socketFilter('riscv64')).toBeUndefined();
});

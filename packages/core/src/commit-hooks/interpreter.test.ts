/** Tests how the interpreter of a hook is found. */
import { expect, test } from 'vitest';
import { interpreterOf } from './interpreter.ts';

test.each<readonly [string, string | null]>([
  ['#!/bin/sh\nx', '/bin/sh'],
  ['#! /usr/bin/python3 -u\n', '/usr/bin/python3'],
  ['#!/usr/bin/env node\r\nx', 'node'],
  ['#!/usr/bin/env -S A=1 deno run\n', 'deno'],
  ['echo x\n', null],
  ['', null],
  ['#!\n', null],
])('the interpreter of %j is %j', (hook, program) => {
  expect(interpreterOf(hook)).toBe(program);
});

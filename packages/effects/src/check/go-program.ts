/**
 * Source of the program that makes `go test` report each test. It runs inside of the check, so it is plain JavaScript.
 *
 *   J1. Only `go test` is changed: `-json` has another meaning for other commands of go.
 *   J2. The output is that of `go test -v`, or JSON if the command asks for it.
 *   J3. A test that started has failed unless go printed its result: a process that ends early leaves no result, and old
 *       versions of go report its last test as passed.
 *   J4. The report says when go has ended by itself, with any exit code.
 */
import { shellQuote } from '@harness/core/text/shell-quote';
import { reportFunctions } from './report-programs.ts';

export const goProgramName = 'go-test.cjs';

/** A program `go` that comes first on the PATH. */
export const goLauncherSource = (go: string, node: string, program: string): string => `#!/bin/sh
[ "$1" = test ] || exec ${shellQuote(go)} "$@"
exec ${shellQuote(node)} ${shellQuote(program)} ${shellQuote(go)} "$@"
`;

/** Its arguments are the path of go, `test`, and the arguments of the command. */
export const goProgramSource = String.raw`'use strict';
const { spawn, spawnSync } = require('node:child_process');
const { mkdirSync, readFileSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { createInterface } = require('node:readline');

const reports = join(__dirname, '..', 'reports');
const maxSourceBytes = 1_000_000;

/** Options with which no test runs. */
const printOnly = /^--?(?:c|n|i|h|help|list(?:=.*)?)(?:=true)?$/;
const asksForJson = /^--?json(?:=true)?$/;
const testFunction = /^func ((?:Test|Fuzz|Example)\w*)\(/gm;

const [go, , ...args] = process.argv.slice(2);
const own = args.includes('-args') ? args.slice(0, args.indexOf('-args')) : args;
/** It must come before all other options. */
const folder = own.slice(0, /^--?C$/.test(own[0] || '') ? 2 : /^--?C=/.test(own[0] || '') ? 1 : 0);
removeOwnTraces();
if (own.some((one) => printOnly.test(one))) startAlone();
else startTests();

function startAlone() {
  spawn(go, ['test', ...args], { stdio: 'inherit' }).on('error', fail).on('exit', leave);
}

function startTests() {
  const isJson = [...own, ...(process.env.GOFLAGS || '').split(' ')].some((one) => asksForJson.test(one));
  const report = createReport('go');
  const rows = [];
  const started = new Map();
  const child = spawn(go, ['test', ...folder, '-json', ...args.slice(folder.length)], { stdio: ['inherit', 'pipe', 'inherit'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = parseEvent(line);
    note(event || {}, rows, started);
    print(isJson ? undefined : event, line);
  });
  child.on('error', fail).on('close', (status, signal) => {
    if (signal === null) writeFileSync(report, [...withFiles(rows), { end: true }].map((row) => JSON.stringify(row) + '\n').join(''));
    leave(status, signal);
  });
}

/** Undefined for a line that is no event, such as the error of a package that does not compile. */
function parseEvent(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    const event = JSON.parse(line);
    return typeof event.Action === 'string' ? event : undefined;
  } catch {
    return undefined;
  }
}

function print(event, line) {
  if (event === undefined) process.stdout.write(line + '\n');
  else if (event.Action === 'build-output') process.stderr.write(event.Output);
  else if (event.Action === 'output') process.stdout.write(event.Output);
}

/** J3. A result may stand behind other text of the same line. */
function note({ Action, Package = '', Test, Output = '' }, rows, started) {
  if (Action === 'run' && Test) {
    const row = { suites: [Package], name: Test, is: 'failed' };
    rows.push(row);
    started.set(Package + ' ' + Test, row);
  }
  const [, word, name] = (Action === 'output' && /--- (PASS|SKIP): (\S+) \(/.exec(Output)) || [];
  const row = started.get(Package + ' ' + name);
  if (row) row.is = word === 'PASS' ? 'passed' : 'skipped';
}

/** Go does not name the file of a test. */
function withFiles(rows) {
  const files = new Map();
  for (const [name, path, ...tests] of listPackages([...new Set(rows.map(({ suites }) => suites[0]))]))
    for (const file of tests.map((test) => join(path, test)))
      for (const [, test] of sourceOf(file).matchAll(testFunction)) files.set(name + ' ' + test, file);
  return rows.map((row) => ({ ...row, file: files.get(row.suites[0] + ' ' + row.name.split('/')[0]) }));
}

function listPackages(names) {
  if (names.length === 0) return [];
  const tests = ['TestGoFiles', 'XTestGoFiles'].map((list) => '{{range .' + list + '}}{{"\\t"}}{{.}}{{end}}').join('');
  const listed = spawnSync(go, ['list', ...folder, '-e', '-find', '-f', '{{.ImportPath}}{{"\\t"}}{{.Dir}}' + tests, ...names], { encoding: 'utf8', maxBuffer: 1e8 });
  return (listed.stdout || '').split('\n').map((line) => line.split('\t'));
}

function sourceOf(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.isFile() && found.size <= maxSourceBytes ? readFileSync(path, 'utf8') : '';
}

function fail(error) {
  throw error;
}

function leave(status, signal) {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else process.exitCode = status === null ? 1 : status;
}
${reportFunctions}`;

/**
 * Sources of the programs that make the test runners of Node report each test. They run inside of the check, in any
 * version of Node, so they are plain JavaScript that the harness writes to the disk.
 *
 *   G1. A process that runs no tests continues as it is.
 *   G2. The runner prints as usual; only the report is added. Ava, which has no report, prints TAP.
 *   G3. The processes of a runner do not load the file: a runner that a test starts is not the runner of the check.
 *   G4. The report file exists, empty, before the runner starts. It stays empty if the runner ends too early.
 */

import { shellQuote } from '@harness/core/text/shell-quote';

export const preloadName = 'preload.cjs';
export const nodeReporterName = 'node-reporter.mjs';

/** Functions of all programs that start a runner. G3, G4. */
export const reportFunctions = `
function createReport(name) {
  mkdirSync(reports, { recursive: true });
  const path = join(reports, name + '-' + process.pid + '-' + Date.now() + '.json');
  writeFileSync(path, '');
  return path;
}

function removeOwnTraces() {
  const { env } = process;
  const preload = join(__dirname, '${preloadName}');
  let options = env.NODE_OPTIONS || '';
  for (const path of [preload, JSON.stringify(preload)]) options = options.replace('--require=' + path, () => '').trim();
  if (options === '') delete env.NODE_OPTIONS;
  else env.NODE_OPTIONS = options;
  env.PATH = (env.PATH || '').split(':').filter((folder) => folder !== join(__dirname, 'bin')).join(':');
}
`;

/** Every process of Node loads it first. The folder for reports lies beside its own. */
export const preloadSource = String.raw`'use strict';
const { mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { isMainThread } = require('node:worker_threads');

const reports = join(__dirname, '..', 'reports');
const maxSourceBytes = 1_000_000;

const runners = {
  vitest: { program: /\/vitest\/vitest\.mjs$/, add: addVitestReport },
  jest: { program: /\/jest(?:-cli)?\/bin\/jest\.js$|\/react-scripts\/scripts\/test\.js$/, add: addJestReport },
  ava: { program: /\/ava\/entrypoints\/cli\.mjs$/, add: addTap },
};

/** Commands and options that print something and run no test. */
const printOnly = /^(?:list|init|bench|reset-cache|--?help|-h|--version|-[vV]|--showConfig|--listTests|--init|--clearCache)$/;

/** Reporters of vitest that write to its output file. */
const writesFile = /^(?:junit|html|tap|tap-flat|json|blob)$/;

if (isMainThread) start();

function start() {
  const program = realPath(process.argv[1] || '');
  const name = Object.keys(runners).find((one) => runners[one].program.test(program));
  if (name !== undefined) startRunner(name);
  else if (isNodeTest(program)) startNodeTest();
}

function startRunner(name) {
  const args = process.argv.slice(2);
  if (args.some((one) => printOnly.test(one))) return;
  removeOwnTraces();
  process.argv.splice(2, args.length, ...runners[name].add(args, name));
}

/** One file for all reporters also replaces the files of the configuration. */
function addVitestReport(args, name) {
  const report = createReport(name);
  const reporters = valuesOf(args, /^--reporter$/);
  const kept = without(args, /^--output-?[fF]ile(?:\.json)?$/);
  if (reporters.length === 0) return ['--reporter=default', '--reporter=json', '--outputFile=' + report, ...kept];
  if (!reporters.some((one) => writesFile.test(one))) return ['--reporter=json', '--outputFile=' + report, ...kept];
  const [file] = valuesOf(args, /^--output-?[fF]ile$/);
  const own = file === undefined ? [] : reporters.map((one) => '--outputFile.' + one + '=' + file);
  return ['--reporter=json', '--outputFile.json=' + report, ...own, ...kept];
}

/** With --json, jest prints its summary to stderr. */
function addJestReport(args, name) {
  return ['--json', '--outputFile=' + createReport(name), ...without(args, /^--outputFile$/).filter((one) => one !== '--json')];
}

function addTap(args) {
  return args.includes('--tap') || args.includes('-t') ? args : ['--tap', ...args];
}

/** A file that imports node:test is run by itself; other files may import it, too, but then only their output tells. */
function isNodeTest(program) {
  const { env, execArgv, allowedNodeEnvironmentFlags } = process;
  if (env.NODE_TEST_CONTEXT !== undefined || execArgv.includes('--watch')) return false;
  const isRunner = execArgv.includes('--test') || (!process.connected && importsNodeTest(program));
  return isRunner && allowedNodeEnvironmentFlags.has('--test-reporter');
}

function importsNodeTest(program) {
  const found = statSync(program, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size > maxSourceBytes) return false;
  return /['"]node:test['"]/.test(readFileSync(program, 'utf8'));
}

/**
 * Starts the process again with one more reporter. NODE_OPTIONS cannot name it: a command with a reporter of its own and
 * without a destination would fail.
 */
function startNodeTest() {
  const { spawnSync } = require('node:child_process');
  const { pathToFileURL } = require('node:url');
  removeOwnTraces();
  const options = [...process.execArgv];
  const given = [...options, process.env.NODE_OPTIONS || ''].join(' ');
  const isPrinting = /--test-reporter[= ]/.test(given);
  const hasDestination = given.includes('--test-reporter-destination');
  if (!isPrinting && !hasDestination) options.push('--test-reporter=' + usualReporter());
  if (!hasDestination) options.push('--test-reporter-destination=stdout');
  options.push('--test-reporter=' + pathToFileURL(join(__dirname, '${nodeReporterName}')).href);
  options.push('--test-reporter-destination=' + createReport('node'));
  const args = [...options, ...process.argv.slice(1)];
  const { status, signal, error } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (error) throw error;
  if (signal) process.kill(process.pid, signal);
  process.exit(status === null ? 1 : status);
}

/** Of a process without a terminal. */
function usualReporter() {
  return Number(process.versions.node.split('.')[0]) < 23 ? 'tap' : 'spec';
}

${reportFunctions}
/** The values of an option: "--name=value" or "--name value". */
function valuesOf(args, name) {
  return args.flatMap((one, at) => {
    const [option, ...value] = one.split('=');
    if (!name.test(option)) return [];
    return value.length > 0 ? [value.join('=')] : args.slice(at + 1, at + 2);
  });
}

function without(args, name) {
  return args.filter((one, at) => {
    const isValue = at > 0 && name.test(args[at - 1]);
    return !isValue && !name.test(one.split('=')[0]);
  });
}

function realPath(path) {
  try {
    return realpathSync(path);
  } catch {
    return path; // inside of an archive, or no file
  }
}
`;

/** A program `node` that comes first on the PATH, for commands that set NODE_OPTIONS themselves. */
export const nodeLauncherSource = (node: string, option: string): string => `#!/bin/sh
case "$NODE_OPTIONS" in
  *${shellQuote(option)}*) ;;
  *) export NODE_OPTIONS="$NODE_OPTIONS "${shellQuote(option)} ;;
esac
exec ${shellQuote(node)} "$@"
`;

/** Writes one line per test: suites, name, file and result. The last line says that the run ended by itself. */
export const nodeReporterSource = String.raw`export default async function* report(source) {
  const path = [];
  for await (const { type, data } of source) {
    if (type === 'test:start') path.splice(data.nesting, path.length, data.name);
    const isResult = type === 'test:pass' || type === 'test:fail';
    if (isResult && !(data.details && data.details.type === 'suite')) yield line(data, type, path.slice(0, data.nesting));
  }
  yield JSON.stringify({ end: true }) + '\n';
}

function line({ name, file, skip, todo }, type, suites) {
  const isSkipped = [skip, todo].some((one) => one !== undefined && one !== false);
  const is = isSkipped ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed';
  return JSON.stringify({ suites, name, file, is }) + '\n';
}
`;

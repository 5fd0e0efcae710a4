/** The closed list of reasons why a command refuses to run; `messages` has a sentence and a next command for each. */
import {
  type ModuleCode,
  moduleCode,
  type ParamArgs,
  type Params,
  type ParamsOf,
  type RefusalCodes,
} from '../codes.ts';

const path = { path: 'text' } as const;
const input = { path: 'text', command: 'text' } as const;
const trouble = { path: 'text', detail: 'text' } as const;

export const refusals = {
  'usage.invalid': { exitCode: 2, params: { detail: 'text', command: 'text?' } },
  'usage.unknown-command': { exitCode: 2, params: { command: 'text', suggestion: 'text' } },
  'usage.missing-input': { exitCode: 2, params: { what: 'text', command: 'text' } },
  'usage.exact': { exitCode: 2, params: { detail: 'text', command: 'text' } },
  'command.unfinished': { exitCode: 1, params: {} },
  'tree.dirty': { exitCode: 2, params: { files: 'text', next: 'text' } },
  'filter.unsupported': { exitCode: 2, params: trouble },
  'repo.missing': { exitCode: 2, params: path },
  'repo.none': { exitCode: 2, params: { path: 'text', detail: 'text?' } },
  'repo.no-commits': { exitCode: 2, params: path },
  'repo.bare': { exitCode: 2, params: path },
  'provider.unknown': { exitCode: 2, params: { provider: 'text', known: 'text' } },
  'provider.unnamed': { exitCode: 2, params: { provider: 'text', setting: 'text', known: 'text', example: 'text' } },
  'provider.no-program': { exitCode: 2, params: { provider: 'text', program: 'text', package: 'text' } },
  'provider.too-old': {
    exitCode: 2,
    params: { provider: 'text', program: 'text', version: 'text', least: 'text', update: 'text' },
  },
  'add-on.missing': { exitCode: 2, params: { name: 'text', package: 'text' } },
  'add-on.unconfirmed': { exitCode: 2, params: { name: 'text', packages: 'text', megabytes: 'text' } },
  'add-on.not-installed': { exitCode: 1, params: { name: 'text', detail: 'text' } },
  'provider.no-key': { exitCode: 2, params: { provider: 'text', keys: 'text', login: 'text' } },
  'sandbox.missing': { exitCode: 2, params: { install: 'text' } },
  'sandbox.unusable': { exitCode: 2, params: { detail: 'text', allow: 'text' } },
  'config.unreadable': { exitCode: 2, params: trouble },
  'config.invalid': { exitCode: 2, params: { path: 'text', problems: 'text' } },
  'config.changed': { exitCode: 2, params: path },
  'config.exists': { exitCode: 2, params: path },
  'script.missing': { exitCode: 2, params: { path: 'text?', run: 'text?' } },
  'script.invalid': { exitCode: 2, params: trouble },
  'record.exists': { exitCode: 2, params: { path: 'text', command: 'text', free: 'text', run: 'text?' } },
  'record.unwritable': {
    exitCode: 2,
    params: { path: 'text', folder: 'text?', command: 'text?', detail: 'text?', run: 'text?' },
  },
  'record.late': { exitCode: 2, params: { run: 'text' } },
  'input.missing': { exitCode: 2, params: input },
  'input.outside': { exitCode: 2, params: input },
  'input.too-large': { exitCode: 2, params: { path: 'text', maximum: 'number', command: 'text' } },
  'input.not-text': { exitCode: 2, params: input },
  'input.empty': { exitCode: 2, params: input },
  'plans.disorder': { exitCode: 2, params: { problems: 'text', file: 'text' } },
  'base.missing': { exitCode: 2, params: { branch: 'text' } },
  'forge.unusable': { exitCode: 2, params: { host: 'text?', detail: 'text?' } },
  'browser.missing': { exitCode: 2, params: { detail: 'text', install: 'text' } },
  'gate.no-spec': { exitCode: 2, params: { key: 'text', command: 'text' } },
  'gate.no-criteria': { exitCode: 2, params: { detail: 'text' } },
  'run.unknown': { exitCode: 1, params: { run: 'text' } },
  'run.ambiguous': { exitCode: 2, params: { run: 'text', matches: 'text' } },
  'run.none': { exitCode: 1, params: {} },
  'run.several': { exitCode: 2, params: { runs: 'text', first: 'text' } },
  'run.ended': { exitCode: 1, params: { run: 'text', end: 'text' } },
  'work.claimed': { exitCode: 1, params: { what: 'text' } },
  'run.owned': { exitCode: 1, params: { run: 'text', pid: 'number' } },
  'run.of-daemon': { exitCode: 1, params: { run: 'text' } },
  'run.deposed': { exitCode: 1, params: path },
  'run.unresponsive': { exitCode: 1, params: { run: 'text', pid: 'number' } },
  'run.broken': { exitCode: 1, params: { detail: 'text', run: 'text?' } },
  'question.unknown': { exitCode: 1, params: { question: 'text' } },
  'question.ambiguous': { exitCode: 2, params: { question: 'text', matches: 'text' } },
  'question.answered': { exitCode: 1, params: { question: 'text', choice: 'text?', by: 'text?', at: 'text?' } },
  'question.not-an-option': { exitCode: 2, params: { choice: 'text', options: 'text', question: 'text' } },
  'control.none': { exitCode: 1, params: { pid: 'number?', command: 'text' } },
  'control.silent': { exitCode: 1, params: { pid: 'number', url: 'text', detail: 'text?' } },
  'control.refused': { exitCode: 1, params: { detail: 'text', next: 'text', code: 'text' } },
  'control.port-taken': { exitCode: 1, params: { port: 'number', detail: 'text', command: 'text' } },
  'journal.damaged': { exitCode: 1, params: { path: 'text', line: 'number' } },
  'journal.unreadable': { exitCode: 1, params: trouble },
  'store.unwritable': { exitCode: 1, params: trouble },
} as const satisfies RefusalCodes;

export type RefusalCode = keyof typeof refusals;
export type RefusalTypes = { readonly [Code in RefusalCode]: (typeof refusals)[Code]['params'] };
type RefusalArgs = { [Code in RefusalCode]: [code: Code, ...params: ParamArgs<RefusalTypes[Code]>] }[RefusalCode];

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode | ModuleCode;
  readonly params: Params;
  readonly exitCode: 1 | 2 | 8;
  /** HTTP status of the control server; `undefined` if it follows from the code. */
  readonly status: number | undefined;

  constructor(...args: RefusalArgs);
  constructor(code: ModuleCode, params: Params, exitCode: 1 | 2 | 8, status?: number);
  constructor(
    code: RefusalCode | ModuleCode,
    params: object = {},
    exitCode: 1 | 2 | 8 = refusals[code as RefusalCode].exitCode,
    status?: number,
  ) {
    super(`${code} ${JSON.stringify(params)}`); // for a stack trace; users read the sentence in `messages`
    this.code = code;
    this.params = params as Params;
    this.exitCode = exitCode;
    this.status = status;
  }
}

export const refusalOf = <Table extends RefusalCodes, Code extends keyof Table & string>(
  { refusals: table }: { readonly refusals: Table },
  code: Code,
  params: ParamsOf<Table[Code]['params']>,
): Refusal => {
  const { exitCode, status } = table[code] as Table[Code];
  return new Refusal(moduleCode(code), params as Params, exitCode, status);
};

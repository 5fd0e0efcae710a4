/** Why a command did not do what it was asked: a closed list, each with one sentence and a command that helps. */
import {
  type ModuleCode,
  moduleCode,
  type ParamArgs,
  type Params,
  type ParamsOf,
  type ParamTypes,
  type RefusalCodes,
} from '../codes.ts';

export const refusals = {
  'usage.invalid': 2,
  'usage.unknown-command': 2,
  'usage.missing-input': 2,
  'usage.exact': 2,
  'tree.dirty': 2,
  'repo.missing': 2,
  'repo.none': 2,
  'repo.no-commits': 2,
  'repo.bare': 2,
  'provider.unknown': 2,
  'provider.unnamed': 2,
  'provider.no-program': 2,
  'provider.missing': 2,
  'provider.no-key': 2,
  'sandbox.missing': 2,
  'sandbox.unusable': 2,
  'config.unreadable': 2,
  'config.invalid': 2,
  'config.exists': 2,
  'script.missing': 2,
  'script.invalid': 2,
  'record.exists': 2,
  'record.unwritable': 2,
  'record.late': 2,
  'input.missing': 2,
  'input.outside': 2,
  'input.too-large': 2,
  'input.not-text': 2,
  'input.empty': 2,
  'plans.disorder': 2,
  'plan.unknown': 2,
  'plan.completed': 2,
  'plan.waits': 2,
  'plan.unfinished': 2,
  'plan.nothing-to-resume': 2,
  'phase.unknown': 2,
  'phase.unconfigured': 2,
  'phase.no-branch': 2,
  'phase.unreviewed': 2,
  'phase.nothing-to-fix': 2,
  'branch.checked-out': 2,
  'base.missing': 2,
  'browser.missing': 2,
  'gate.no-spec': 2,
  'gate.no-criteria': 2,
  'plan.in-work': 1,
  'plan.not-blocked': 1,
  'daemon.runs': 1,
  'daemon.none': 1,
  'daemon.lost': 1,
  'state.version': 1,
  'features.disorder': 2,
  'mission.unfinished': 2,
  'mission.unsupported': 2,
  'checkpoint.unknown': 1,
  'checkpoint.pending': 8,
  'run.unknown': 1,
  'run.ambiguous': 2,
  'run.none': 1,
  'run.several': 2,
  'run.ended': 1,
  'run.owned': 1,
  'run.of-daemon': 1,
  'run.deposed': 1,
  'run.unresponsive': 1,
  'run.broken': 1,
  'question.unknown': 1,
  'question.ambiguous': 2,
  'question.answered': 1,
  'question.not-an-option': 2,
  'control.none': 1,
  'control.silent': 1,
  'control.refused': 1,
  'control.port-taken': 1,
  'journal.damaged': 1,
  'journal.unreadable': 1,
  'store.unwritable': 1,
} as const satisfies Record<string, 1 | 2 | 8>;

export type RefusalCode = keyof typeof refusals;

const path = { path: 'text' } as const;
const input = { path: 'text', command: 'text' } as const;
const trouble = { path: 'text', detail: 'text' } as const;

/** The parameters of each. */
export const refusalParams = {
  'usage.invalid': { detail: 'text', command: 'text?' },
  'usage.unknown-command': { command: 'text', suggestion: 'text' },
  'usage.missing-input': { what: 'text', command: 'text' },
  'usage.exact': { detail: 'text', command: 'text' },
  'tree.dirty': { files: 'text', by: 'text' },
  'repo.missing': path,
  'repo.none': { path: 'text', detail: 'text?' },
  'repo.no-commits': path,
  'repo.bare': path,
  'provider.unknown': { provider: 'text', known: 'text' },
  'provider.unnamed': { provider: 'text', setting: 'text', known: 'text', example: 'text' },
  'provider.no-program': { provider: 'text', program: 'text', package: 'text' },
  'provider.missing': { provider: 'text', missing: 'text', root: 'text' },
  'provider.no-key': { provider: 'text', keys: 'text', login: 'text' },
  'sandbox.missing': { install: 'text' },
  'sandbox.unusable': { detail: 'text', allow: 'text' },
  'config.unreadable': trouble,
  'config.invalid': { path: 'text', problems: 'text' },
  'config.exists': path,
  'script.missing': { path: 'text?', run: 'text?' },
  'script.invalid': trouble,
  'record.exists': { path: 'text', command: 'text', free: 'text', run: 'text?' },
  'record.unwritable': { path: 'text', folder: 'text?', command: 'text?', detail: 'text?', run: 'text?' },
  'record.late': { run: 'text' },
  'input.missing': input,
  'input.outside': input,
  'input.too-large': { path: 'text', maximum: 'number', command: 'text' },
  'input.not-text': input,
  'input.empty': input,
  'plans.disorder': { problems: 'text', file: 'text' },
  'base.missing': { branch: 'text' },
  'browser.missing': { detail: 'text', install: 'text' },
  'gate.no-spec': { key: 'text', command: 'text' },
  'gate.no-criteria': { detail: 'text' },
  'run.unknown': { run: 'text' },
  'run.ambiguous': { run: 'text', matches: 'text' },
  'run.none': {},
  'run.several': { runs: 'text', first: 'text' },
  'run.ended': { run: 'text', end: 'text' },
  'run.owned': { run: 'text', pid: 'number' },
  'run.of-daemon': { run: 'text' },
  'run.deposed': path,
  'run.unresponsive': { run: 'text', pid: 'number' },
  'run.broken': { detail: 'text', run: 'text?' },
  'question.unknown': { question: 'text' },
  'question.ambiguous': { question: 'text', matches: 'text' },
  'question.answered': { question: 'text', choice: 'text?', by: 'text?', at: 'text?' },
  'question.not-an-option': { choice: 'text', options: 'text', question: 'text' },
  'control.none': { pid: 'number?', command: 'text' },
  'control.silent': { pid: 'number', url: 'text', detail: 'text?' },
  'control.refused': { detail: 'text', next: 'text', code: 'text' },
  'control.port-taken': { port: 'number', detail: 'text', command: 'text' },
  'journal.damaged': { path: 'text', line: 'number' },
  'journal.unreadable': trouble,
  'store.unwritable': trouble,
} as const satisfies Partial<Record<RefusalCode, ParamTypes>>;

export type RefusalTypes = {
  readonly [Code in RefusalCode]: Code extends keyof typeof refusalParams ? (typeof refusalParams)[Code] : ParamTypes;
};
type RefusalArgs = { [Code in RefusalCode]: [code: Code, ...params: ParamArgs<RefusalTypes[Code]>] }[RefusalCode];

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode | ModuleCode;
  readonly params: Params;
  readonly exitCode: 1 | 2 | 8;

  constructor(...args: RefusalArgs);
  /** A refusal of a module, with its exit code. */
  constructor(code: ModuleCode, params: Params, exitCode: 1 | 2 | 8);
  constructor(code: RefusalCode | ModuleCode, params: object = {}, exitCode = refusals[code as RefusalCode]) {
    super(`${code} ${JSON.stringify(params)}`); // for a stack trace; people read the sentence in `messages`
    this.code = code;
    this.params = params as Params;
    this.exitCode = exitCode;
  }
}

/** Creates a refusal of a module. */
export const refusalOf = <Table extends RefusalCodes, Code extends keyof Table & string>(
  { refusals: table }: { readonly refusals: Table },
  code: Code,
  params: ParamsOf<Table[Code]['params']>,
): Refusal => new Refusal(moduleCode(code), params as Params, (table[code] as Table[Code]).exitCode);

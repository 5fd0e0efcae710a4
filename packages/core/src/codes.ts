/** Types for tables of codes: each code declares its parameters, and every language must have a sentence for it. */

/** Parameters in a journal. The table of the code declares their types. */
export type Params = Readonly<Record<string, string | number>>;

/** `value` is text or a number, such as an exit code or the name of a signal. */
type Type = 'text' | 'number' | 'value';

/** Parameters by name; a question mark makes one optional. */
export type ParamTypes = Readonly<Record<string, Type | `${Type}?`>>;

type ValueOf<T> = T extends `text${string}` ? string : T extends `number${string}` ? number : string | number;
export type ParamsOf<Types extends ParamTypes> = {
  readonly [Name in keyof Types as Types[Name] extends Type ? Name : never]: ValueOf<Types[Name]>;
} & {
  readonly [Name in keyof Types as Types[Name] extends Type ? never : Name]?: ValueOf<Types[Name]>;
};

/** Arguments of a function that takes a code; the parameters are optional if the code requires none. */
export type ParamArgs<Types extends ParamTypes> =
  Record<never, never> extends ParamsOf<Types> ? [params?: ParamsOf<Types>] : [params: ParamsOf<Types>];

/** Declared as a method so that catalogues with different parameters fit into one list. */
type Sentence<Types extends ParamTypes, Text = string> = { say(params: ParamsOf<Types>): Text }['say'];

export const codesWith = <const Types extends ParamTypes, const Code extends string>(
  params: Types,
  ...codes: readonly Code[]
) => Object.fromEntries(codes.map((code) => [code, params])) as Readonly<Record<Code, Types>>;

export type Coded<Table extends SentenceCodes, Code extends keyof Table = keyof Table> = {
  readonly [Key in Code]: { readonly code: Key; readonly params: ParamsOf<Table[Key]> };
}[Code];

/** One sentence per code. A missing sentence, or one that reads an undeclared parameter, does not compile. */
export type SentenceCodes = Readonly<Record<string, ParamTypes>>;
export type SentencesOf<Table extends SentenceCodes> = {
  readonly [Code in keyof Table]: Sentence<Table[Code]>;
};

export interface RefusalText {
  readonly message: string;
  /** The next command for the user. */
  readonly next: string;
}

export interface RefusalDeclaration {
  readonly exitCode: 1 | 2 | 8;
  /** HTTP status of the control server, for a refusal of a route. */
  readonly status?: 404 | 409 | 422;
  readonly params: ParamTypes;
}
export type RefusalCodes = Readonly<Record<string, RefusalDeclaration>>;
export type RefusalSentences<Table extends RefusalCodes> = RefusalTexts<{
  readonly [Code in keyof Table]: Table[Code]['params'];
}>;
export type RefusalTexts<Table extends SentenceCodes> = {
  readonly [Code in keyof Table]: Sentence<Table[Code], RefusalText>;
};

/** Translates the messages of refusals; the next commands are the same in every language. */
export const translateRefusals = <English extends Readonly<Record<string, (params: never) => RefusalText>>>(
  english: English,
  messages: { readonly [Code in keyof English]: (params: Parameters<English[Code]>[0]) => string },
): English =>
  Object.fromEntries(
    Object.entries(english).map(([code, say]) => [
      code,
      (params: never): RefusalText => ({ message: messages[code as keyof English](params), next: say(params).next }),
    ]),
  ) as unknown as English;

export interface QuestionDeclaration {
  readonly header: string;
  readonly choices: readonly string[];
  /** Examples of free texts that also answer the question. */
  readonly texts?: readonly string[];
  /** Whether a run adds its own options before the choices, such as those of a plan; absent if it never does. */
  readonly opens?: true;
  readonly params: ParamTypes;
  /** Kind of the notification about it, from the notifications of its module; `question` by default. */
  readonly notification?: string;
}
export type QuestionCodes = Readonly<Record<string, QuestionDeclaration>>;
export type QuestionSentences<Table extends QuestionCodes> = {
  readonly [Code in keyof Table]: {
    readonly question: Sentence<Table[Code]['params']>;
    readonly options: Readonly<Record<Table[Code]['choices'][number], string>>;
  };
};

/** Title of the run, detail or question, and the next command. */
export type NotificationParams = Readonly<Record<'title' | 'detail' | 'next', string>>;

/** The codes of one module; it omits tables that it does not need. */
export interface Codes {
  readonly refusals?: RefusalCodes;
  readonly questions?: QuestionCodes;
  readonly progress?: SentenceCodes;
  /** Kinds of notifications that only its runs send; the documentation explains each with this text. */
  readonly notifications?: Readonly<Record<string, string>>;
  /** Other texts in the output of its commands. */
  readonly sentences?: SentenceCodes;
}

export const defineCodes = <const C extends Codes>(codes: C): C => codes;

type TableOf<C extends Codes, Name extends keyof Codes> = C extends Readonly<Record<Name, infer Table>> ? Table : never;

/** The texts of one module in one language, for exactly the tables that its codes have. */
export type Catalogue<C extends Codes> = {
  readonly [Name in keyof C]: Name extends 'refusals'
    ? RefusalSentences<Extract<TableOf<C, Name>, RefusalCodes>>
    : Name extends 'questions'
      ? QuestionSentences<Extract<TableOf<C, Name>, QuestionCodes>>
      : Name extends 'progress' | 'sentences'
        ? SentencesOf<Extract<TableOf<C, Name>, SentenceCodes>>
        : Name extends 'notifications'
          ? Readonly<Record<keyof TableOf<C, Name>, (params: NotificationParams) => string>>
          : never;
};

const languages = ['en', 'ko'] as const;
export type Language = (typeof languages)[number];
export type Catalogues<C extends Codes> = Readonly<Record<Language, Catalogue<C>>>;

/** `ko`, `ko-KR` and `ko_KR.UTF-8` are Korean; every unknown tag is English. */
export const languageOf = (tag: string | undefined): Language =>
  languages.find((one) => one === tag?.toLowerCase().split(/[-_.]/)[0]) ?? 'en';

/** A code of any module; the tables of that module define it. */
declare const ofModule: unique symbol;
export type ModuleCode = string & { readonly [ofModule]: true };
export const moduleCode = (code: string): ModuleCode => code as ModuleCode;

export interface ProgressMessage {
  readonly code: ModuleCode;
  readonly params: Params;
  readonly mark: 'good' | 'bad' | 'warn' | 'plain';
}

export const progressOf =
  <Table extends SentenceCodes>(_codes: { readonly progress: Table }) =>
  <Code extends keyof Table & string>(
    code: Code,
    params: ParamsOf<Table[Code]>,
    mark: ProgressMessage['mark'] = 'plain',
  ): ProgressMessage => ({ code: moduleCode(code), params: params as Params, mark });

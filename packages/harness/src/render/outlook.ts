/** Formats a dry run: obstacles, assumptions, checks, calls and the estimated total. */

import type { DryRun, SimulatedCall } from '@harness/core/dry-run/document';
import type { Messages } from '@harness/core/messages/messages';
import { isRehearsal } from '@harness/core/providers/providers';
import { firstLineOf, printable, printableLines } from './printable.ts';
import { type Colours, createColours, symbols } from './symbols.ts';

export function dryRunText(outlook: DryRun, { outlook: words }: Messages, colour: boolean): string {
  const colours = createColours(colour);
  const calls = numbered(outlook.calls);
  const linesOf = (when: SimulatedCall['when']) =>
    calls.filter(({ call }) => call.when === when).flatMap((one) => callLines(one, words, colours));
  const parts = [
    [colours.ask(words.nothingDone({ workflow: outlook.workflow })), ...about(outlook, words).map(indented)],
    section(words.obstacles({}), obstacleLines(outlook, colours)),
    section(
      words.assumed({}),
      outlook.assumed.map((one) => `${one.header}: ${one.choice}`),
    ),
    section(words.checks({}), checkLines(outlook, words)),
    section(words.calls({}), linesOf('always')),
    section(words.setback({}), linesOf('after-setback')),
    section(words.total({}), totalLines(outlook, words)),
    [colours.dim(words.guess({}))],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

type Words = Messages['outlook'];

const indented = (line: string) => (line === '' ? '' : `  ${line}`);
const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [title, ...lines.map(indented)];
interface Numbered {
  readonly call: SimulatedCall;
  readonly n: number;
  /** Number of the first call with the same role and stable part; only that call prints the stable part. */
  readonly shownIn: number;
}

const numbered = (calls: readonly SimulatedCall[]): readonly Numbered[] =>
  calls.map((call, at) => {
    const shownIn = calls.findIndex(({ role, stable }) => role === call.role && stable === call.stable) + 1;
    return { call, n: at + 1, shownIn };
  });

function about({ title, repository, branch, base, limits, notes }: DryRun, words: Words): readonly string[] {
  const caps = Object.entries(limits).flatMap(([limit, of]) => (of === null ? [] : [words.cap({ limit, of })]));
  return [
    firstLineOf(title),
    words.repository({ path: printable(repository) }),
    branch === null ? words.noBranch({}) : words.branch({ branch, base: base?.slice(0, 7) ?? '' }),
    ...(caps.length === 0 ? [words.noCap({})] : caps),
    ...notes.map(printable),
  ];
}

const obstacleLines = ({ obstacles }: DryRun, { bad, dim }: Colours) =>
  obstacles.flatMap(({ message, next }) => [
    `${bad(symbols.bad)} ${printable(message)}`,
    ...(next === '' ? [] : [`    ${dim('try:')} ${next}`]),
  ]);

const checkLines = ({ checks }: DryRun, words: Words) =>
  checks.map(
    ({ command, from, timeoutMs }, at) =>
      `${at + 1}. ${words.check({ command: printable(command), from: words[from]({}), timeoutMs })}`,
  );

function callLines({ call, n, shownIn }: Numbered, words: Words, { ask, dim }: Colours): readonly string[] {
  const { role, mode, provider, model, times, stable, prompt } = call;
  const who = model === null ? defaultModel(provider, words) : `${provider} ${model}`;
  const count = times.most === 1 ? words.once({ ...times }) : words.times({ ...times });
  return [
    '',
    [ask(`${n}. ${role}`), who, mode, count].join(' · '),
    `   ${words.limits(limitsOf(call))}`,
    `   ${estimateText(call, words)}`,
    ...(shownIn === n ? block(words.stable({}), stable, dim) : [`   ${dim(`╶ ${words.asBefore({ n: shownIn })}`)}`]),
    ...block(words.prompt({}), prompt, dim),
  ];
}

/** A script has no model. */
const defaultModel = (provider: string, words: Words) =>
  isRehearsal(provider) ? provider : words.ownModel({ provider });

/** Only limits that are set. */
const limitsOf = ({ limits: { wallMs, idleMs, turns, usd } }: SimulatedCall) => ({
  wallMs,
  idleMs,
  ...(turns === null ? {} : { turns }),
  ...(usd === null ? {} : { usd }),
});

function estimateText({ model, estimate }: SimulatedCall, words: Words): string {
  const { inputTokens, reservedTokens, price, costUsd } = estimate;
  const cost =
    price === 'none'
      ? words.rehearsed({})
      : costUsd === null
        ? words.noPrice({ model: model ?? '' })
        : words.cost({ ...costUsd });
  return `${words.tokens({ input: inputTokens, reserved: reservedTokens })}; ${cost}`;
}

const block = (title: string, text: string, dim: (text: string) => string) => [
  `   ${dim(`╭ ${title}`)}`,
  ...printableLines(text)
    .split('\n')
    .map((line) => `   ${dim('│')} ${line}`.trimEnd()),
  `   ${dim('╰')}`,
];

function totalLines({ totals, calls }: DryRun, words: Words): readonly string[] {
  const { calls: count, inputTokens, reservedTokens, costUsd } = totals;
  const reserved = { reservedLeast: reservedTokens.least, reservedMost: reservedTokens.most };
  const unpriced = calls.find(({ estimate }) => estimate.costUsd === null);
  const isRehearsal = calls.every(({ estimate }) => estimate.price === 'none');
  const cost = () => {
    if (isRehearsal) return words.rehearsed({});
    return costUsd === null ? words.noPrice({ model: unpriced?.model ?? '' }) : words.totalCost({ ...costUsd });
  };
  return [
    words.totalCalls({ ...count }),
    words.totalTokens({ ...inputTokens, ...reserved }),
    ...(calls.length === 0 ? [] : [cost()]),
  ];
}

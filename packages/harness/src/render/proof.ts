/** Formats a proof as a page of sections, one page per unit, for the terminal and Markdown. */
import type { Messages } from '@harness/core/messages/messages';
import type { Witness } from '@harness/core/views/proof/claims';
import type { RunProof } from '@harness/core/views/proof/proof';
import { proofRowText } from '@harness/core/workflows/proof/proof-row-text';
import { firstLineOf } from './printable.ts';
import { commandsOf, type Item, item, type Page, unprovenItems } from './report-sections.ts';
import { formatAge, formatDayAndClock } from './time-format.ts';

type Words = Messages['proof'];
type Claim = RunProof['claims'][number];

export function proofPage(proof: RunProof, messages: Messages): Page {
  const { proof: words, statuses } = messages;
  const count = (verdict: Claim['verdict']) => proof.claims.filter((claim) => claim.verdict === verdict).length;
  const counted = { most: proof.claims.length, n: count('witnessed'), red: count('refuted') + count('overruled') };
  const { run, title, status } = proof;
  return {
    lead: `${run} · ${statuses[status]} · ${firstLineOf(title)}`,
    counts: (proof.isProven ? words.proven : words.unproven)(counted),
    sections: [
      { heading: words.touches({}), items: touchItems(proof, words) },
      { heading: words.hours({}), items: hourItems(proof, words) },
      {
        heading: words.claims({}),
        items: [
          ...unprovenItems(proof.unproven, messages),
          ...proof.proofs.map((row) =>
            item(row.verdict === 'unwitnessed' ? 'bad' : 'good', proofRowText(row, messages)),
          ),
          ...proof.claims.map((claim) => claimItem(claim, words)),
        ],
      },
      { heading: words.world({}), items: worldItems(proof, words) },
    ].filter(({ items }) => items.length > 0),
  };
}

const isFine = (verdict: Claim['verdict']) => verdict !== 'unwitnessed' && verdict !== 'overruled';

function touchItems({ touches, script }: RunProof, words: Words): readonly Item[] {
  const people = touches.map(({ is, at, by, what }) =>
    item('plain', words[is]({ at: formatDayAndClock(at), by: by ?? '?', choice: what })),
  );
  const scripted = script.length > 0 ? [item('plain', words.byScript({ n: script.length }))] : [];
  return [...(people.length > 0 ? people : [item('good', words.untouched({}))]), ...scripted];
}

function hourItems({ hours, silence }: RunProof, words: Words): readonly Item[] {
  const { workedMs, waitedMs, downMs, unattendedMs } = hours;
  const longest = silence && {
    ago: formatAge(silence.ms),
    at: formatDayAndClock(silence.from),
    what: silence.during.join(', ') || '–',
  };
  return [
    item('plain', words.worked({ ago: formatAge(workedMs), waited: formatAge(waitedMs), after: formatAge(downMs) })),
    item('plain', words.unattended({ ago: formatAge(unattendedMs) })),
    item('plain', longest ? words.silence(longest) : words.noSilence({})),
  ];
}

function claimItem({ by, claims, said, verdict, witnesses }: Claim, words: Words): Item {
  const mark = isFine(verdict) ? (verdict === 'witnessed' ? 'good' : 'plain') : 'bad';
  const evidence = witnesses.map((witness) => witnessText(witness, words)).join(' · ');
  const line = [words[verdict]({}), ...(evidence === '' ? [] : [evidence])].join(': ');
  return item(mark, words[claims]({ by, said: firstLineOf(said) }), [line]);
}

function witnessText({ is, what, green, exitCode, tests }: Witness, words: Words): string {
  if (is === 'files') return words.files({ n: Number(what) });
  if (is === 'proof') return words.redWithout({ what });
  if (is !== 'check') return words[is]({ sha: what.slice(0, 10) });
  const text = (green ? words.green : words.red)({ command: what, exitCode: exitCode ?? '?' });
  return tests === null ? text : `${text}, ${words.tests({ executed: tests })}`;
}

function worldItems({ world, unsound, ignoredChecks, notCompared }: RunProof, words: Words): readonly Item[] {
  const wrong = world.flatMap(({ is, what, where, why }) => {
    if (why === null) return [];
    const named = is === 'log' ? `${where}/${what}` : what.slice(0, 10);
    return [item('bad', words[why]({ what: named, branch: where ?? '', base: where ?? '' }))];
  });
  const right = world.length - wrong.length;
  return [
    ...wrong,
    ...unsound.map(({ run, line, why }) => item('bad', words[why]({ run, line }))),
    ...(right > 0 ? [item('good', words.looked({ n: right }))] : []),
    ...commandsOf(ignoredChecks).map((command) => item('bad', words.ignoredCheck({ command }))),
    ...commandsOf(notCompared).map((command) => item('plain', words.notCompared({ command }))),
  ];
}

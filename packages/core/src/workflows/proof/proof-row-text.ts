/** Says how a change was proved: its verdict, and the witnesses or the reason. */
import { lineText } from '../../messages/lookup.ts';
import type { Messages } from '../../messages/messages.ts';
import type { ProofRow } from '../../views/proofs.ts';

/** Scripts look for the verdict, so it is the same in every language. */
export const proofRowText = (row: ProofRow, messages: Messages): string =>
  [...(row.item === null ? [] : [row.item]), `${row.verdict}: ${detailOf(row, messages)}`].join(' ');

function detailOf({ verdict, witnesses, why }: ProofRow, messages: Messages): string {
  switch (verdict) {
    case 'witnessed':
      return witnesses.join(', ');
    case 'by-kind':
      return lineText(messages, { code: 'proof.by-kind', params: {} });
    case 'unwitnessed':
      return why
        .map(({ code, names }) => {
          const text = lineText(messages, { code: 'proof.accepted', params: { why: code } });
          return names.length === 0 ? text : `${text} (${names.join(', ')})`;
        })
        .join('; ');
  }
}

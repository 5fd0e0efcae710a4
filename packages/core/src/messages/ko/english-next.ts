/** Joins Korean sentences with the commands of the English ones: a command is the same in every language. */
import type { ParamsOf, RefusalTexts, SentenceCodes, SentencesOf } from '../../codes.ts';

export const withEnglishNext = <Table extends SentenceCodes>(
  said: SentencesOf<Table>,
  english: RefusalTexts<Table>,
): RefusalTexts<Table> => {
  const joined = <Code extends keyof Table>(code: Code) => [
    code,
    (params: ParamsOf<Table[Code]>) => ({ message: said[code](params), next: english[code](params).next }),
  ];
  return Object.fromEntries(Object.keys(said).map(joined)) as RefusalTexts<Table>;
};

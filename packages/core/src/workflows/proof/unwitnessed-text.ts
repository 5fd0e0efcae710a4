/** Says that a change has no witness, and why. */
import { languageOf } from '../../codes.ts';
import type { Reason } from '../../trust/reason.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';

const words = { en: en.sentences, ko: ko.sentences };

/** Without names, which may contain text of an agent. */
export const unwitnessedText = ([first]: readonly Reason[], language: string): string =>
  words[languageOf(language)].unwitnessed({ why: first?.code ?? 'not-proved' });

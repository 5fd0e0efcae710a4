/** The language in which a command prints a run: the requested one, or that of the person behind the run (W-11, W-12). */
import type { Entry } from '@harness/core/journal/journal';
import { heardLanguage, isChosen, isUntranslated, spokenLanguage } from '@harness/core/journal/language';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { messagesFor } from '@harness/core/messages/index';
import { detectLanguage } from '@harness/core/text/language';
import type { Question } from '@harness/core/views/questions';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { rootOf } from '@harness/engine/store/store';
import { readRun } from '../runs/read-runs.ts';
import type { Settings } from '../settings/settings.ts';

export const languageOfFamily = (
  family: readonly Pick<RunJournal, 'entries'>[],
  requested: string | undefined,
): string | undefined => requested ?? spokenLanguage(family);

/** Finds the language of questions: their newest note counts before it is in the journal. Reads each run once. */
export function questionLanguages(store: JsonlStore, requested: string | undefined) {
  const families = new Map<string, Promise<{ readonly family: readonly RunJournal[] }>>();
  return async ({ run, notes }: Pick<Question, 'run' | 'notes'>): Promise<string | undefined> => {
    if (requested !== undefined) return requested;
    const root = rootOf(run);
    const reading = families.get(root) ?? readRun(store, root);
    families.set(root, reading);
    return spokenLanguage((await reading).family, languageOfNotes({ notes: notes ?? [] }));
  };
}

const languageOfNotes = ({ notes = [] }: Pick<Question, 'notes'>): string | undefined =>
  notes.map(({ text }) => detectLanguage(text)).findLast((tag) => tag !== undefined);

export interface LanguageTracker {
  now(): string;
  know(run: string, entries: readonly Entry[]): void;
  see(run: string, entry: Entry): void;
  /** Hears the notes of a question, which are not in the journal yet. */
  hear(question: Pick<Question, 'notes'>): void;
}

/** Follows the language of a person while their run is in the foreground. */
export function trackLanguage(settings: Pick<Settings, 'language' | 'languageFrom'>): LanguageTracker {
  let { language } = settings;
  const see = (_: string, entry: Entry) => {
    if (entry.type === 'answered') language = heardLanguage(settings, entry) ?? language;
  };
  return {
    now: () => language,
    know: (run, entries) => {
      for (const entry of entries) see(run, entry);
    },
    see,
    hear: (question) => {
      if (!isChosen(settings)) language = languageOfNotes(question) ?? language;
    },
  };
}

/** Says that the harness has no texts in this language; empty if it has. */
export const untranslatedNotice = (language: string): string =>
  isUntranslated(language) ? `${messagesFor(language).lines['language.untranslated']({ language })}\n` : '';

/** Combines the shared texts of each language with those of every workflow. */
import { type Language, languageOf } from '../codes.ts';
import { modules } from '../workflows/list.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';
import type { Messages } from './messages.ts';

const withModules = (shared: Messages, language: Language): Messages => {
  const words = modules.map((module) => module.words[language]);
  return {
    ...shared,
    refusals: Object.assign({ ...shared.refusals }, ...words.map(({ refusals }) => refusals)),
    questions: Object.assign({ ...shared.questions }, ...words.map(({ questions }) => questions)),
    progress: Object.assign({ ...shared.progress }, ...words.map(({ progress }) => progress)),
    news: Object.assign({ ...shared.news }, ...words.map(({ notifications }) => notifications)),
  };
};

const byLanguage: Readonly<Record<Language, Messages>> = { en: withModules(en, 'en'), ko: withModules(ko, 'ko') };

export const messagesFor = (tag: string | undefined): Messages => byLanguage[languageOf(tag)];

/** Every language that the product speaks, by its tag. */
import { en } from './en.ts';
import { ko } from './ko.ts';
import type { Messages } from './messages.ts';

const languages: ReadonlyMap<string, Messages> = new Map([
  ['en', en],
  ['ko', ko],
]);

/** The sentences of a language: `ko`, `ko-KR` and `ko_KR.UTF-8` are Korean; what nobody speaks here is English. */
export const messagesFor = (tag: string | undefined): Messages =>
  languages.get(tag?.toLowerCase().split(/[-_.]/)[0] ?? '') ?? en;

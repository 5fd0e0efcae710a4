/** English: what people who are not there are told, short enough for a phone. */
import type { Messages } from '../messages.ts';

export const news: Messages['news'] = {
  done: ({ title, next }) => `Done: ${title}. ${next}`,
  blocked: ({ title, why, next }) => `Blocked: ${title}. ${why} ${next}`,
  question: ({ title, detail, next }) => `${title} asks. ${detail} ${next}`,
  cap: ({ title, why, next }) => `Stopped at its cap: ${title}. ${why} ${next}`,
  crash: ({ title, detail, next }) => `Broke off: ${title}. ${detail} ${next}`,
  untold: ({ kind, detail }) =>
    `The command of the setting notify did not take the news "${kind}" (${detail}); the run goes on, and this is said once.`,
};

/** English notifications, short enough for a phone. */
import type { Messages } from '../messages.ts';

export const news: Messages['news'] = {
  done: ({ title, next }) => `Done: ${title}. ${next}`,
  blocked: ({ title, why, next }) => `Blocked: ${title}. ${why} ${next}`,
  question: ({ title, detail, next }) => `Question: ${title}. ${detail} ${next}`,
  cap: ({ title, why, next }) => `Stopped at its cap: ${title}. ${why} ${next}`,
  crash: ({ title, detail, next }) => `Crashed: ${title}. ${detail} ${next}`,
  untold: ({ kind, detail }) =>
    `The notify command failed for the notification "${kind}" (${detail}). The run continues; this is reported once.`,
};

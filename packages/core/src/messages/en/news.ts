/** English: what people who are not there are told, short enough for a phone. */
import type { Messages } from '../messages.ts';

export const news: Messages['news'] = {
  done: ({ title, next }) => `Done: ${title}. ${next}`,
  blocked: ({ title, why, next }) => `Blocked: ${title}. ${why} ${next}`,
  question: ({ title, question, next }) => `${title} asks. ${question} ${next}`,
  cap: ({ title, why, next }) => `Stopped at its cap: ${title}. ${why} ${next}`,
  crash: ({ title, detail, next }) => `Broke off: ${title}. ${detail} ${next}`,
  escalate: ({ title, detail, next }) => `${title} needs a person: ${detail}. ${next}`,
  'max-iter': ({ title, detail, next }) => `${title} has used all ${detail} iterations. ${next}`,
  'cost-cap': ({ title, next }) => `${title} has reached its cap. ${next}`,
  'cost-warn': ({ title, detail, next }) => `${title} comes near its cap: ${detail}. ${next}`,
  checkpoint: ({ title, question, next }) => `${title} waits at a checkpoint. ${question} ${next}`,
  'review-pending': ({ title, detail, next }) => `${title} leaves a decision to you: ${detail}. ${next}`,
  untold: ({ kind, detail }) =>
    `The command of the setting notify did not take the news "${kind}" (${detail}); the run goes on, and this is said once.`,
};

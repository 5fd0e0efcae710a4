/** Codes and parameters of a report's texts. */
import { codesWith, type SentenceCodes } from '../../codes.ts';

export const reportCodes = {
  // First lines.
  ...codesWith({ since: 'text', ago: 'text' }, 'since', 'nothing'),
  ...codesWith({ n: 'number' }, 'countLanded', 'countNeeds', 'countStuck', 'countWorking', 'countDamaged'),
  // Headings.
  ...codesWith({}, 'needsYou', 'landed', 'working', 'stuck', 'cost', 'meanwhile', 'damaged', 'userFiles'),
  // Landed units.
  merged: { base: 'text', branch: 'text', pull: 'number', at: 'text' },
  mergedBefore: { base: 'text', at: 'text' },
  committed: { branch: 'text', at: 'text' },
  planned: { n: 'number', at: 'text' },
  done: { at: 'text' },
  // Stuck units.
  stoppedBy: { by: 'text' },
  endedAs: { end: 'text' },
  onBranch: { branch: 'text' },
  keptUnder: { ref: 'text' },
  notBefore: { at: 'text' },
  ...codesWith({}, 'left', 'nobodys'),
  // Files of the user.
  userFilesIn: { path: 'text' },
  userFilesTouched: { n: 'number' },
  // Commands.
  asked: { title: 'text', at: 'text' },
  ...codesWith({}, 'answer', 'afterwards', 'look', 'resume', 'again', 'restore'),
  'working.since': { workflow: 'text', state: 'text', at: 'text' },
  // Cost.
  paid: { usd: 'text', tokens: 'text' },
  ...codesWith({ usd: 'text' }, 'rehearsed', 'amountRehearsed'),
  ...codesWith({ text: 'text' }, 'byWorkflow', 'byProvider'),
  free: {},
  // Activity.
  calls: { runs: 'number', calls: 'number', repeats: 'number', unreadable: 'number', passes: 'number' },
  checks: { green: 'number', red: 'number' },
  ignoredCheck: { command: 'text' },
  notCompared: { command: 'text' },
  limits: { times: 'number', waited: 'text' },
  answers: { people: 'number', script: 'number' },
  resumes: { times: 'number' },
} as const satisfies SentenceCodes;

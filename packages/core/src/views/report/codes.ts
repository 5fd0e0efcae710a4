/** What a report and a proof say: a closed list of codes, worded by `messages`. */
const reportCodes = [
  // The first lines.
  ...(['since', 'nothing', 'countLanded', 'countNeeds', 'countStuck', 'countWorking', 'countDamaged'] as const),
  // Headings.
  ...(['needsYou', 'landed', 'working', 'stuck', 'cost', 'meanwhile', 'damaged'] as const),
  // What landed.
  ...(['merged', 'mergedBefore', 'committed', 'planned', 'done'] as const),
  // What did not.
  ...(['stoppedBy', 'endedAs', 'left', 'onBranch', 'keptUnder', 'notBefore', 'nobodys'] as const),
  // What is typed.
  ...(['asked', 'answer', 'afterwards', 'look', 'resume', 'again', 'working.since'] as const),
  // What it cost.
  ...(['paid', 'rehearsed', 'byWorkflow', 'byProvider', 'amountRehearsed', 'free'] as const),
  // What happened meanwhile.
  ...(['calls', 'checks', 'limits', 'answers', 'resumes'] as const),
] as const;
export type ReportCode = (typeof reportCodes)[number];

/** Lists phrases that make a sentence hard to read, each with the words to use instead. */
export interface Sign {
  readonly pattern: RegExp;
  readonly instead: string;
}

export const signs: Readonly<Record<string, Sign>> = {
  'what-clause': {
    pattern:
      /(?:^|[.:;] )What (?!if\b|about\b|happens\b|changed\b|is new\b|to\b|you\b|['’]s\b)[a-z`'’ ]+\b(?![^.]*\?)/g,
    instead: 'the noun: "The files that …", "Options for …"',
  },
  'who-clause': {
    pattern:
      /(?:^|[.:;] )Who (?:is|was|has|may|only|else|looks|asks|reads|works|wants|calls)\b(?![^.]*\?)|\bwho(?:m|ever|soever)\b/gi,
    instead: 'the subject: caller, user, owner, worker',
  },
  nobody: {
    pattern: /\b(?:nobody|somebody|anybody|everybody)\b/gi,
    instead: 'the subject, or "no process", "another process"',
  },
  nothing: {
    pattern:
      /(?<!\b(?:do|does|did|doing|renders?|returns?|prints?) )\bnothing (?:when|where|if|for|of|as)\b|\bor nothing\b|\bset to nothing\b/gi,
    instead: '"`undefined` if …", "empty if …"',
  },
  'go-on': {
    pattern: /\b(?:go|goes|going|gone|went) on(?: with)?\b|\bleads? (?:on|back)\b|\bled on\b/gi,
    instead: 'continue, resume, proceed',
  },
  'work-off': {
    pattern: /\bwork(?:s|ed|ing)? (?:\w+ )?off\b|\bworked on by\b|\bis in work\b/gi,
    instead: 'process, run, execute',
  },
  stand: {
    pattern:
      /\bstands? (?:on|in|at|by|against|between|there|still|alone|before|beside|where)\b|\b(?:how|as) (?:it|they|things|the \w+|an? \w+) stands?\b|\bstood\b/gi,
    instead: 'is, status, depends on, requires',
  },
  told: {
    pattern:
      /\b(?:is|are|was|were|be|been) told\b|\btold (?:of|apart|by|in)\b|\btells? of\b|\bsaid (?:of|to be|so)\b|\bsay(?:s|ing)? of\b/gi,
    instead: 'report, print, log, receive',
  },
  passive: {
    pattern:
      /\b(?:is|are|was|were|be|been) (?:looked|waited|asked|held|spoken|thought|listened|cared|seen to|gone|come|led|put|brought|taken|given) (?:at|for|to|of|after|against|up|over|back|out|off|away|aside|into|along|apart|down|in)\b/gi,
    instead: 'active voice with a subject',
  },
  begun: {
    pattern: /\b(?:is|are|was|were|be|been|not|has|have|had) begun\b|\banew\b|\bmeanwhile\b/gi,
    instead: 'started, rebuilt, at the same time',
  },
  'second-article': {
    pattern:
      /\b(?:one|an?) [a-z]+ an? (?:run|line|kind|step|role|file|code|lane|key|feature|plan|unit|branch|call|try|end|event|phase|row|language|tool|session|check|runner|repository|command|person|family)\b/gi,
    instead: '"one row per code"',
  },
  'is-there': {
    pattern:
      /\b(?:is|are|was|were) (?:not )?there (?:already|any ?more|no more|yet|is|and|when|that|before)\b|\b(?:that|what|which|who) (?:is|are|was|were) (?:not )?there\b/gi,
    instead: 'exists, existing, missing',
  },
  'has-it': {
    pattern: /\bas (?:the|its|an?|their|every) [\w-]+ (?:has|have|had) (?:it|them)\b/gi,
    instead: '"as recorded in the journal"',
  },
  'so-many': {
    pattern:
      /\bso (?:many|long|often) (?:of|may|are|is|as is|[a-z]+s may)\b|\b(?:for|not|at most) so (?:many|long|often)\b|\bjust so\b|\bfor ever\b/gi,
    instead: 'a number: up to n, every n ms, forever',
  },
  'made-of': {
    pattern: /\b(?:is|are|was|were) made (?:of|from|out of)\b|\bcomes? of (?:it|an?|the)\b|\bbec(?:ame|omes?) of\b/gi,
    instead: 'generated from, result',
  },
  'where-none': {
    pattern: /\bwhere (?:none|nobody|nothing|there is (?:none|no|one)|one is|it (?:has|can))\b/gi,
    instead: '"if there is no …"',
  },
  archaic: {
    pattern:
      /\b(?:amidst|betimes|bidden|heed(?:s|ed)?|hence(?:forth)?|hither|lest|naught|nigh|thereof|thereby|thither|thrice|unto|whence|whereby|wherein|whereupon|whilst)\b/gi,
    instead: 'the everyday word',
  },
};

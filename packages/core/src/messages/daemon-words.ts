/** What the commands of the daemon say beside what happens to its queue: a closed list. */
export type DaemonWord =
  | 'started'
  | 'detached'
  | 'asked'
  | 'frozen'
  | 'thawed'
  | 'blocked'
  | 'waiting'
  | 'active'
  | 'merges'
  | 'rebuilt'
  | 'died'
  | 'hung'
  | 'givenUp'
  | 'parking';

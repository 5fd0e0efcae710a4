/** What the system says when a place cannot be written: full, read-only, forbidden, in the way, broken. */
export const diskErrorCodes: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EEXIST',
  'EISDIR',
  'EIO',
  'EFBIG',
  'EMFILE',
  'ENFILE',
]);

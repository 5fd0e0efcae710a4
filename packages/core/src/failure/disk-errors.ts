/** Error codes of the system for a path that cannot be written. */
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

/** Reads the file names in the headers of a diff. */
export interface DiffNames {
  /** `null` if the file is new or deleted. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Removes git's prefixes `a/` and `b/`, but only if both names have them. */
export function diffNames(old: string, now: string): DiffNames {
  const [from, to] = [nameOf(old), nameOf(now)];
  const isPrefixed = (from?.startsWith('a/') ?? true) && (to?.startsWith('b/') ?? true);
  const bare = (name: string | null) => (isPrefixed ? (name?.slice(2) ?? null) : name);
  return { from: bare(from), to: bare(to) };
}

/** A tab and a time may follow the name. */
function nameOf(text: string): string | null {
  const name = unquotePath(text.replace(/\t.*$/, '').trimEnd());
  return name === '/dev/null' ? null : name;
}

/** Decodes a name that git quoted, with its bytes in octal. */
export function unquotePath(text: string): string {
  const quoted = /^"(.*)"$/.exec(text)?.[1];
  if (quoted === undefined) return text;
  const encoded = quoted.replace(/\\([0-7]{3}|.)|%/g, (whole, code: string | undefined) => {
    if (whole === '%') return '%25';
    if (code !== undefined && /^[0-7]{3}$/.test(code))
      return `%${Number.parseInt(code, 8).toString(16).padStart(2, '0')}`;
    return escapes[code ?? ''] ?? code ?? '';
  });
  try {
    return decodeURIComponent(encoded);
  } catch {
    return text; // invalid UTF-8: no file has this name, so the quoted name is rejected later
  }
}
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\' };

/** Splits the names in `diff --git a/x b/x`. They may contain spaces, so both halves must be equal. */
export function parseGitHeader(line: string): DiffNames {
  const rest = line.slice('diff --git '.length);
  const [, old, now] = /^("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")$/.exec(rest) ?? [];
  if (old !== undefined && now !== undefined) return diffNames(old, now);
  const half = (rest.length - 1) / 2;
  const halves = diffNames(rest.slice(0, half), rest.slice(half + 1));
  return halves.from === halves.to ? halves : { from: rest, to: rest };
}

/** The names of files in the headers of a diff. */
export interface Names {
  /** Null for a file that is new, or that goes. */
  readonly from: string | null;
  readonly to: string | null;
}

/** `a/` and `b/` are git's own, but only when both names have them. */
export function diffNames(old: string, now: string): Names {
  const [from, to] = [nameOf(old), nameOf(now)];
  const isPrefixed = (from?.startsWith('a/') ?? true) && (to?.startsWith('b/') ?? true);
  const bare = (name: string | null) => (isPrefixed ? (name?.slice(2) ?? null) : name);
  return { from: bare(from), to: bare(to) };
}

/** A tab and a time may follow. */
function nameOf(text: string): string | null {
  const name = unquotePath(text.replace(/\t.*$/, '').trimEnd());
  return name === '/dev/null' ? null : name;
}

/** Git writes a name with unusual characters in quotes, its bytes in octal. */
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
    return text; // bytes that are no text: no file has this name, and it is refused as it stands
  }
}
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', '\\': '\\' };

/** `diff --git a/x b/x`: names are apart by a space, and may have spaces, so they are told by being the same. */
export function namedByGit(line: string): Names {
  const rest = line.slice('diff --git '.length);
  const [, old, now] = /^("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")$/.exec(rest) ?? [];
  if (old !== undefined && now !== undefined) return diffNames(old, now);
  const half = (rest.length - 1) / 2;
  const halves = diffNames(rest.slice(0, half), rest.slice(half + 1));
  return halves.from === halves.to ? halves : { from: rest, to: rest };
}

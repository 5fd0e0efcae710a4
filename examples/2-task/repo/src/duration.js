const units = { h: 3600, m: 60, s: 1 };

/** 5400 is 1h30m. */
export function format(seconds) {
  let rest = seconds;
  let text = '';
  for (const [unit, size] of Object.entries(units)) {
    if (rest >= size) text += `${Math.floor(rest / size)}${unit}`;
    rest %= size;
  }
  return text || '0s';
}

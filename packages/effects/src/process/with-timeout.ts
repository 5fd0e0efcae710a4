/** Waits for a promise with a time limit: a browser may never settle one. */
const late = Symbol('late');

/** Returns whether the promise resolved in time, with its value. A later rejection is ignored. */
export async function withTimeout<T>(
  promise: Promise<T>,
  ms: number,
): Promise<{ readonly came: true; readonly value: T } | { readonly came: false }> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<typeof late>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  promise.catch(() => undefined); // the race still rejects if the promise does so first
  try {
    const first = await Promise.race([promise, timeout]);
    return first === late ? { came: false } : { came: true, value: first };
  } finally {
    clearTimeout(timer);
  }
}

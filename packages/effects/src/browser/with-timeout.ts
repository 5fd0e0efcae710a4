/** A promise that is waited for only so long: what a browser promises may never come. */
const late = Symbol('late');

/** Whether it came in time, with what it brought. One that fails later is nobody's business any more. */
export async function withTimeout<T>(
  promise: Promise<T>,
  ms: number,
): Promise<{ readonly came: true; readonly value: T } | { readonly came: false }> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<typeof late>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  promise.catch(() => undefined); // whoever awaits the race still sees it when it comes first
  try {
    const first = await Promise.race([promise, over]);
    return first === late ? { came: false } : { came: true, value: first };
  } finally {
    clearTimeout(timer);
  }
}

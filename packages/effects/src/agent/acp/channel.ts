/** Queues items in order for one reader. */
export interface Channel<Item> {
  push(items: readonly Item[]): void;
  /** Yields items until the work is over and the queue is empty. */
  drain(work: Promise<unknown>): AsyncGenerator<Item, void>;
}

export function openChannel<Item>(): Channel<Item> {
  const waiting: Item[] = [];
  let wake: () => void = () => undefined;
  return {
    push(items) {
      waiting.push(...items);
      wake();
    },
    async *drain(work) {
      let isOver = false;
      const over = () => {
        isOver = true;
        wake();
      };
      work.then(over, over);
      for (;;) {
        for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) yield item;
        if (isOver) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (isOver || waiting.length > 0) resolve();
        });
      }
    },
  };
}

/** Something that happens at a time that it names itself, again and again. */
export interface Actor {
  nextAt(): number;
  act(at: number): void | Promise<void>;
}

/** Lets the earliest actor act, until the time is over. */
export async function runUntil(end: number, actors: Actor[]): Promise<void> {
  const heap: { at: number; actor: Actor }[] = [];
  for (const actor of actors) push({ at: actor.nextAt(), actor });
  for (;;) {
    const next = heap[0];
    if (!next || next.at >= end) return;
    pop();
    await next.actor.act(next.at);
    push({ at: Math.max(next.actor.nextAt(), next.at), actor: next.actor });
  }

  function push(item: { at: number; actor: Actor }): void {
    let place = heap.push(item) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (atOf(parent) <= item.at) break;
      swap(place, parent);
      place = parent;
    }
  }

  function pop(): void {
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    heap[0] = last;
    for (let place = 0; ; ) {
      let child = 2 * place + 1;
      if (child >= heap.length) return;
      if (atOf(child + 1) < atOf(child)) child += 1;
      if (atOf(child) >= last.at) return;
      swap(place, child);
      place = child;
    }
  }

  function atOf(place: number): number {
    return heap[place]?.at ?? Number.POSITIVE_INFINITY;
  }

  function swap(a: number, b: number): void {
    const [first, second] = [heap[a], heap[b]];
    if (!first || !second) return;
    heap[a] = second;
    heap[b] = first;
  }
}

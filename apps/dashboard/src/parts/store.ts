import { useSyncExternalStore } from 'react';

export interface Store<State extends object> {
  get(): State;
  set(change: Partial<State>): void;
  subscribe(listener: () => void): () => void;
}

/** A little state that several parts of the page share. */
export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useStore = <State extends object>(store: Store<State>): State =>
  useSyncExternalStore(store.subscribe, store.get);

const clock = createStore({ now: new Date() });
setInterval(() => clock.set({ now: new Date() }), 5000);

/** The time, in steps of a few seconds: what is relative to now stays true without being drawn all the time. */
export const useNow = (): Date => useStore(clock).now;

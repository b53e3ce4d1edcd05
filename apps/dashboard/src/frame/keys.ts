import { useEffect, useRef } from 'react';
import { createStore } from '../parts/store.js';

/** Every key of the page: the dialog of keys is made from this table, and tests walk it. */
export const KEYS = {
  find: { keys: ['mod k'], does: 'find a feed, host, page or action', group: 'Everywhere' },
  search: { keys: ['/'], does: 'search in this list', group: 'Everywhere' },
  goOverview: { keys: ['g o'], does: 'go to Overview', group: 'Everywhere' },
  goSources: { keys: ['g s'], does: 'go to Sources', group: 'Everywhere' },
  goHosts: { keys: ['g h'], does: 'go to Hosts', group: 'Everywhere' },
  goActivity: { keys: ['g a'], does: 'go to Activity', group: 'Everywhere' },
  goSettings: { keys: ['g ,'], does: 'go to Settings', group: 'Everywhere' },
  add: { keys: ['n'], does: 'add a source', group: 'Everywhere' },
  import: { keys: ['i'], does: 'import OPML', group: 'Everywhere' },
  undo: { keys: ['u'], does: 'undo the last action', group: 'Everywhere' },
  help: { keys: ['?'], does: 'show all keys', group: 'Everywhere' },
  next: { keys: ['j', 'ArrowDown'], does: 'next row', group: 'Lists' },
  previous: { keys: ['k', 'ArrowUp'], does: 'previous row', group: 'Lists' },
  open: { keys: ['o', 'Enter'], does: 'open', group: 'Lists' },
  select: { keys: ['x'], does: 'select', group: 'Lists' },
  selectTo: { keys: ['X'], does: 'select to here', group: 'Lists' },
  selectAll: { keys: ['a'], does: 'select all of the filter', group: 'Lists' },
  changes: { keys: ['.'], does: 'show waiting changes', group: 'Lists' },
  clear: { keys: ['Escape'], does: 'clear the selection, close', group: 'Lists' },
  poll: { keys: ['p'], does: 'poll now', group: 'A source' },
  toggle: { keys: ['d'], does: 'disable or enable', group: 'A source' },
  edit: { keys: ['e'], does: 'edit', group: 'A source' },
} as const satisfies Record<string, { keys: readonly string[]; does: string; group: string }>;
export type KeyName = keyof typeof KEYS;

export type KeyHandlers = Partial<Record<KeyName, (event: KeyboardEvent) => void>>;

const OFF = 'feedwarden.keys';
export const keySettings = createStore({ on: localStorage.getItem(OFF) !== 'off' });
export function switchKeys(on: boolean): void {
  localStorage.setItem(OFF, on ? 'on' : 'off');
  keySettings.set({ on });
}

const handlers: { current: KeyHandlers }[] = [];
let waitingFor = '';
let waitingSince = 0;

/** While the caller is shown, these keys do this. The latest caller comes first. */
export function useKeys(given: KeyHandlers): void {
  const ref = useRef(given);
  ref.current = given;
  useEffect(() => {
    handlers.push(ref);
    return () => {
      handlers.splice(handlers.indexOf(ref), 1);
    };
  }, []);
}

export function listenToKeys(): () => void {
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const pressed = keyOf(event);
  const isChord = pressed.startsWith('mod ');
  if (!isChord && (isTyping(event.target) || hasOpenDialog() || event.altKey)) return;
  if (!isChord && !keySettings.get().on && pressed !== 'Escape') return;
  const sequence = waitingFor && Date.now() - waitingSince < 1500 ? `${waitingFor} ${pressed}` : pressed;
  waitingFor = '';
  if (sequence === 'g') {
    waitingFor = 'g';
    waitingSince = Date.now();
    return;
  }
  for (const name of Object.keys(KEYS) as KeyName[]) {
    if (!(KEYS[name].keys as readonly string[]).includes(sequence)) continue;
    const handler = handlers.findLast(({ current }) => current[name])?.current[name];
    if (!handler || (isOnControl(event.target) && (name === 'open' || /^Arrow/.test(pressed)))) continue;
    event.preventDefault();
    handler(event);
    return;
  }
}

function keyOf({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  return ctrlKey || metaKey ? `mod ${key.toLowerCase()}` : key;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|file)$/.test(target.type);
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Enter on a link or a button is theirs. */
const isOnControl = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('a, button, summary, [role=menu]') !== null;

const hasOpenDialog = () => document.querySelector('dialog[open]') !== null;

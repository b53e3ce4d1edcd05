import { useEffect, useRef } from 'react';
import { createStore } from '../parts/store.js';

/** Every key of the page, by what it does; the dialog of keys has the words. */
export const KEYS = {
  find: ['mod k'],
  search: ['/'],
  goOverview: ['g o'],
  goSources: ['g s'],
  goHosts: ['g h'],
  goActivity: ['g a'],
  goSettings: ['g ,'],
  add: ['n'],
  import: ['i'],
  undo: ['u'],
  help: ['?'],
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  open: ['o', 'Enter'],
  select: ['x'],
  selectTo: ['X'],
  selectAll: ['a'],
  changes: ['.'],
  clear: ['Escape'],
  poll: ['p'],
  toggle: ['d'],
  edit: ['e'],
} as const satisfies Record<string, readonly string[]>;
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
    if (!(KEYS[name] as readonly string[]).includes(sequence)) continue;
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

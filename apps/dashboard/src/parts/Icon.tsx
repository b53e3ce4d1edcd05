const ICONS = {
  overview: 'M2 9h3l2-6 3 10 2-5h3',
  sources: 'M2 4h12M2 8h12M2 12h8',
  hosts:
    'M3 2.5h10a1 1 0 0 1 1 1V6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V3.5a1 1 0 0 1 1-1ZM3 9h10a1 1 0 0 1 1 1v2.5a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1ZM4.5 4.8h.01M4.5 11.2h.01',
  activity: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 5v3.2l2.2 1.3',
  settings:
    'M2 5h7M13 5h1M2 11h1M7 11h7M11 3.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6ZM5 9.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z',
  add: 'M8 3v10M3 8h10',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5 14 14',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  poll: 'M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3',
  back: 'M10 3 5 8l5 5',
  upload: 'M8 11V3M5 6l3-3 3 3M3 13h10',
  close: 'M4 4l8 8M12 4l-8 8',
};
export type IconName = keyof typeof ICONS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.4 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      <path d={ICONS[name]} />
    </svg>
  );
}

/** Past, now and next on one line: the horizon, as a mark. */
export function Mark() {
  return (
    <svg width="26" height="18" viewBox="0 0 26 18" fill="none" aria-hidden="true">
      <path d="M1 9h8" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
      <rect x="11" y="1" width="3.4" height="16" rx="1.2" fill="var(--failing)" />
      <circle cx="21" cy="9" r="3.8" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}

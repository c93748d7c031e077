import type { ReactNode } from 'react';

/** Strokes on a 24-unit grid; each is beside a word or in a labelled button. */
const PATHS = {
  home: 'M3 11 12 3l9 8M5 10v10h5v-6h4v6h5V10',
  deposit: 'M12 3v13M6 11l6 6 6-6M4 21h16',
  withdrawal: 'M12 21V8M6 13l6-6 6 6M4 3h16',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  list: 'M8 6h13M8 12h13M8 18h13M3 6h.01M3 12h.01M3 18h.01',
  alert: 'M12 3 2 20h20L12 3ZM12 10v4M12 17h.01',
  wallet: 'M3 7h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h12M17 13h.01',
  key: 'M15 9a5 5 0 1 0-4.600 5L13 16h2v2h2v2h4v-4l-6.400-6.400',
  webhook: 'M7 17a3 3 0 1 0 3 3h6M12 5a3 3 0 1 1 3 4l3 6M17 17a3 3 0 1 1-3 3M9 9l-3 6',
  log: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h7',
  play: 'M7 4v16l13-8z',
  percent: 'M5 19 19 5M7 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4M17 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.7.4-1 1-1 1.700M12 17h.01',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500 19 19M5 19l1.500-1.500M17.500 6.500 19 5',
  moon: 'M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10Z',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c1-8 15-8 16 0',
  menu: 'M4 6h16M4 12h16M4 18h16',
  more: 'M5 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2M12 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2M19 11a1 1 0 1 0 0 2 1 1 0 0 0 0-2',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M4 12l6 6L20 6',
  close: 'M6 6l12 12M18 6 6 18',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 2',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  plus: 'M12 5v14M5 12h14',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  refresh: 'M20 11a8 8 0 1 0-2 6M20 5v6h-6',
  returned: 'M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2',
  download: 'M12 3v12M7 11l5 5 5-5M4 21h16',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  eye: 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  users:
    'M9 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8M2 21c1-7 13-7 14 0M16 5a4 4 0 0 1 0 8M18 15c2 1 3.500 3 4 6',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z',
  bank: 'M3 10 12 4l9 6M4 10h16M6 10v8M10 10v8M14 10v8M18 10v8M3 20h18',
  send: 'M21 3 3 11l7 3 3 7zM10 14 21 3',
  swap: 'M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4',
  sparkle: 'M12 3v6M12 15v6M3 12h6M15 12h6',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      className="ui-icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.800"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

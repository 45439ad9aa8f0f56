import type { ReactNode } from 'react';

/** Drawings on a 20-unit grid: strokes only, round ends. The same thing has the same icon everywhere. */
export const DRAWINGS = {
  agents: (
    <>
      <rect x="3" y="3" width="6" height="6" rx="1.5" />
      <rect x="11" y="3" width="6" height="6" rx="1.5" />
      <rect x="3" y="11" width="6" height="6" rx="1.5" />
      <path d="M12 12.5l2 1.75-2 1.75M15.6 16.2h1.6" />
    </>
  ),
  alert: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6.3v4.4M10 13.4v.1" />
    </>
  ),
  bell: <path d="M5 8.5a5 5 0 0 1 10 0c0 4 1.5 5 1.5 5h-13S5 12.5 5 8.5zM8.3 16.3a1.9 1.9 0 0 0 3.4 0" />,
  busy: <path d="M10 3.5a6.5 6.5 0 1 1-6.5 6.5" />,
  channel: <path d="M8 3.5L6.5 16.5M13.5 3.5L12 16.5M3.8 7.5h13M3.2 12.5h13" />,
  check: <path d="M4 10.5l4 4 8-9" />,
  chevron: <path d="M5.5 8l4.5 4.5L14.5 8" />,
  chevronRight: <path d="M8 5.5l4.5 4.5L8 14.5" />,
  clock: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4.3l2.7 1.7" />
    </>
  ),
  close: <path d="M5 5l10 10M15 5L5 15" />,
  copy: (
    <>
      <rect x="7" y="7" width="9.5" height="9.5" rx="1.8" />
      <path d="M4.5 12.8A1.5 1.5 0 0 1 3.5 11.5V5.3A1.8 1.8 0 0 1 5.3 3.5h6.2c.6 0 1.1.4 1.3 1" />
    </>
  ),
  direct: <path d="M3 10h13.5M11.5 5l5 5-5 5" />,
  doctor: (
    <>
      <path d="M5 3v4.5a3.5 3.5 0 0 0 7 0V3M8.5 11v2.5a3.5 3.5 0 0 0 7 0V12" />
      <circle cx="15.5" cy="10" r="1.7" />
    </>
  ),
  down: <path d="M10 3.5v10M5.5 9.2L10 13.6l4.5-4.4M4.5 17h11" />,
  external: (
    <path d="M8 4H5.2A1.7 1.7 0 0 0 3.5 5.7v9A1.8 1.8 0 0 0 5.3 16.5h9a1.7 1.7 0 0 0 1.7-1.7V12M11.5 3.5h5v5M16.5 3.5L9.5 10.5" />
  ),
  eye: (
    <>
      <path d="M2.5 10c1.3-2.6 3.7-5.2 7.5-5.2s6.2 2.6 7.5 5.2c-1.3 2.6-3.7 5.2-7.5 5.2s-6.2-2.6-7.5-5.2z" />
      <circle cx="10" cy="10" r="2.5" />
    </>
  ),
  filter: <path d="M3.5 5h13M6 10h8M8.5 15h3" />,
  folder: (
    <path d="M3 6A1.8 1.8 0 0 1 4.8 4.2h3l1.8 2h5.6A1.8 1.8 0 0 1 17 8v6.2a1.8 1.8 0 0 1-1.8 1.8H4.8A1.8 1.8 0 0 1 3 14.2z" />
  ),
  hand: (
    <path d="M6.5 10.5V5.3a1.2 1.2 0 0 1 2.4 0V9.3M8.9 9V4a1.2 1.2 0 0 1 2.4 0v5M11.3 9.2V5.2a1.2 1.2 0 0 1 2.4 0v6.3c0 3.5-1.7 5.5-4.5 5.5-2.4 0-3.5-1.1-4.5-3.3L3.5 11a1.2 1.2 0 0 1 2.1-1.2l.9 1.5" />
  ),
  hourglass: (
    <path d="M5.5 3h9M5.5 17h9M6.5 3v2.5c0 2.2 3.5 3 3.5 4.5s-3.5 2.3-3.5 4.5V17M13.5 3v2.5c0 2.2-3.5 3-3.5 4.5s3.5 2.3 3.5 4.5V17" />
  ),
  info: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 9.2v4.3M10 6.5v.1" />
    </>
  ),
  keyboard: (
    <>
      <rect x="2" y="5" width="16" height="10" rx="1.8" />
      <path d="M5 8.3h.1M8.3 8.3h.1M11.6 8.3h.1M15 8.3h.1M5 11.8h.1M8 11.8h4M15 11.8h.1" />
    </>
  ),
  layers: <path d="M10 3l7 3.6-7 3.6-7-3.6zM3.2 10.2L10 13.7l6.8-3.5M3.2 13.6L10 17.1l6.8-3.5" />,
  list: <path d="M7 5h10M7 10h10M7 15h10M3.3 5h.1M3.3 10h.1M3.3 15h.1" />,
  live: <path d="M2.5 10c1.9-4 3.7-4 5 0s3.1 4 5 0 3.5-4 5 0" />,
  monitor: <path d="M2.5 10.5h3.2l2.1-6 3.9 11 2.4-7 1 2h2.4" />,
  more: (
    <>
      <circle cx="4.5" cy="10" r=".6" />
      <circle cx="10" cy="10" r=".6" />
      <circle cx="15.5" cy="10" r=".6" />
    </>
  ),
  panel: (
    <>
      <rect x="2.5" y="3.5" width="15" height="13" rx="2" />
      <path d="M12.5 3.5v13" />
    </>
  ),
  pause: <path d="M7 4.5v11M13 4.5v11" />,
  pencil: <path d="M4 16l.7-3.3L13.2 4.2a1.5 1.5 0 0 1 2.1 0l.5.5a1.5 1.5 0 0 1 0 2.1L7.3 15.3z" />,
  people: (
    <>
      <circle cx="8" cy="7" r="3" />
      <path d="M2.5 16.5c.5-3.2 2.7-4.8 5.5-4.8s5 1.6 5.5 4.8M12.8 4.3a3 3 0 0 1 0 5.4M15 12.4c1.4.7 2.3 2.1 2.6 4.1" />
    </>
  ),
  persona: (
    <path d="M10 5.5C8.5 4.3 6.3 4 3.5 4v11c2.8 0 5 .3 6.5 1.5 1.5-1.2 3.7-1.5 6.5-1.5V4c-2.8 0-5 .3-6.5 1.5zM10 5.5v11" />
  ),
  play: <path d="M6.5 4.5v11l9-5.5z" />,
  plus: <path d="M10 4v12M4 10h12" />,
  presence: (
    <>
      <circle cx="10" cy="10" r="1.6" />
      <path d="M6.3 6.3a5.2 5.2 0 0 0 0 7.4M13.7 6.3a5.2 5.2 0 0 1 0 7.4M3.8 3.8a8.8 8.8 0 0 0 0 12.4M16.2 3.8a8.8 8.8 0 0 1 0 12.4" />
    </>
  ),
  question: (
    <path d="M3.5 5.3A1.8 1.8 0 0 1 5.3 3.5h9.4a1.8 1.8 0 0 1 1.8 1.8v6.4a1.8 1.8 0 0 1-1.8 1.8H9L5.5 16.8v-3.3h-.2a1.8 1.8 0 0 1-1.8-1.8zM8.3 7.2a1.8 1.8 0 1 1 2.5 1.6c-.6.3-.8.6-.8 1.1M10 11.5v.1" />
  ),
  reply: <path d="M8 5L3.5 9.5 8 14M3.8 9.5h7.7a5 5 0 0 1 5 5v.5" />,
  restart: <path d="M15.8 7.5A6.5 6.5 0 1 0 16.5 11M16 3.5v4h-4" />,
  ring: <circle cx="10" cy="10" r="5" />,
  role: <path d="M3 10h4.5M7.5 10C11 10 11 4.5 17 4.5M7.5 10H17M7.5 10c3.5 0 3.5 5.5 9.5 5.5" />,
  search: (
    <>
      <circle cx="9" cy="9" r="5.5" />
      <path d="M13.2 13.2L17 17" />
    </>
  ),
  send: <path d="M10 16V4.5M5 9l5-5 5 5" />,
  server: (
    <>
      <rect x="3" y="3.5" width="14" height="5.5" rx="1.5" />
      <rect x="3" y="11" width="14" height="5.5" rx="1.5" />
      <path d="M6 6.2h.1M6 13.7h.1M9.5 6.2h4.5M9.5 13.7h4.5" />
    </>
  ),
  settings: (
    <>
      <path d="M3 6.2h7.2M15 6.2h2M3 13.8h2M9.8 13.8H17" />
      <circle cx="12.6" cy="6.2" r="2.2" />
      <circle cx="7.4" cy="13.8" r="2.2" />
    </>
  ),
  split: (
    <>
      <rect x="2.5" y="3.5" width="15" height="13" rx="2" />
      <path d="M10 3.5v13" />
    </>
  ),
  stop: <rect x="5" y="5" width="10" height="10" rx="1.8" />,
  sun: (
    <>
      <circle cx="10" cy="10" r="3.2" />
      <path d="M10 3v1.2M10 15.8V17M3 10h1.2M15.8 10H17M5.1 5.1l.8.8M14.1 14.1l.8.8M14.9 5.1l-.8.8M5.9 14.1l-.8.8" />
    </>
  ),
  terminal: (
    <>
      <rect x="2.5" y="3.5" width="15" height="13" rx="2" />
      <path d="M6 8l2.5 2.2L6 12.4M10.8 12.6h3.4" />
    </>
  ),
  traffic: <path d="M4 7h11M12 4l3 3-3 3M16 13H5M8 10l-3 3 3 3" />,
  trash: <path d="M4 5.5h12M8 5.5V3.8h4v1.7M5.5 5.5l.7 10.7h7.6l.7-10.7M8.4 8.5v5M11.6 8.5v5" />,
  undelivered: (
    <path d="M17 10V5.8A1.8 1.8 0 0 0 15.2 4H4.8A1.8 1.8 0 0 0 3 5.8v7.4A1.8 1.8 0 0 0 4.8 15H10M3.5 5.5L10 10.2l6.5-4.7M13 13l4 4M17 13l-4 4" />
  ),
  up: <path d="M5 9l5-5 5 5M10 4.5V16" />,
  userAdd: (
    <>
      <circle cx="8.5" cy="7" r="3" />
      <path d="M3 16.5c.5-3.2 2.7-4.8 5.5-4.8 1.3 0 2.4.3 3.3 1M15 11.5v5M12.5 14h5" />
    </>
  ),
  warning: <path d="M10 3.2l7.3 13H2.7zM10 8v3.6M10 14v.1" />,
} as const satisfies Record<string, ReactNode>;

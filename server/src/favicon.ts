/** The bridge of the dashboard's icon, which is 32 × 32. */
export const BRIDGE = 'M4 21h24M7 21v4M25 21v4M6 21c3-9 17-9 20 0M11 21v-5M16 21v-7M21 21v-5';

/** The icon of the gateway's own pages. */
export const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    '<rect width="32" height="32" rx="7" fill="#0b6563"/>' +
    `<path d="${BRIDGE}" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>`,
)}`;

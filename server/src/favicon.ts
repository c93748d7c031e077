/** The icon of the gateway's own pages. */
export const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">' +
    '<path fill="#0a6b58" d="m12 1 11 11-11 11L1 12z"/></svg>',
)}`;

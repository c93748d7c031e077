/** Downloads a file; nothing of it stays in the page or in an address. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  followDownload(href, name);
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** Without a name, the file keeps the one that it comes with. */
export function followDownload(href: string, name = ''): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}

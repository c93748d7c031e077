import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** No file needs an inline script or style, so the page's CSP can forbid them. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react()],
  publicDir: false,
  build: {
    target: 'es2022',
    manifest: true,
    // Bundled packages require their licences to be included.
    license: { fileName: 'licences.md' },
    sourcemap: false,
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
  },
});

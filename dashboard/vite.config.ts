import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** No file needs an inline script or style, so the policy of the page can refuse them. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react()],
  publicDir: false,
  build: {
    target: 'es2022',
    manifest: true,
    // What is bundled asks that its licence goes along.
    license: { fileName: 'licences.md' },
    sourcemap: false,
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
  },
});

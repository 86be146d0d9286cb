import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The running server that `npm run dev -w web` connects to. */
const server = process.env['SPANDREL_DEV_SERVER'] ?? 'http://127.0.0.1:6006';

export default defineConfig({
  // Relative, because the server may run below a path. It writes a <base> into the page.
  base: './',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Otherwise, a page would load a hundred small files. A lower `minShareCount` would make the
    // first load larger.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 8 }] } },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/graphql', '/auth', '/oauth2', '/docs', '/openapi.json'].map((path) => [
        path,
        { target: server },
      ]),
    ),
  },
});

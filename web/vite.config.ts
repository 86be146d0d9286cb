import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The running server that `npm run dev -w web` connects to. */
const server = process.env['SPANDREL_DEV_SERVER'] ?? 'http://127.0.0.1:6006';

/** As in `src/app/global.css`. The first style sheet determines the order of the layers. */
const LAYERS = '@layer base, mantine, global, components;';

/** Lets the styles of features win over those of shared components. */
const layeredComponents: Plugin = {
  name: 'layered-components',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/components\/.*\.css$/ },
    handler: (code) => `${LAYERS} @layer components {${code}}`,
  },
};

/** What every page runs on. Browsers keep it, and the packages below, when only our own code changes. */
const FRAMEWORK = {
  name: 'framework',
  test: /\/node_modules\/(react|react-dom|scheduler|@tanstack)\//,
  priority: 4,
};

/** Other packages of at least six pages or dialogs. */
const PACKAGES_OF_ALL = {
  name: 'packages',
  test: /\/node_modules\//,
  minShareCount: 6,
  priority: 3,
};

/** Our own modules of at least six pages or dialogs. A lower number would make the first load larger. */
const SHARED_BY_ALL = { name: 'common', minShareCount: 6, priority: 2 };

/** Of the rest, what the lists of a project share. */
const SHARED_BY_LISTS = {
  name: 'lists',
  test: /\/src\/(components\/(feedback|filters|layout)|features\/(datasets\/adding|onboarding|project)|lib\/time)\/|\/lucide-react\//,
  minShareCount: 2,
  priority: 1,
};

export default defineConfig({
  // Relative, because the server may run below a path. It writes a <base> into the page.
  base: './',
  plugins: [react(), layeredComponents],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Otherwise, a page would load a hundred small files (docs/adr/0024).
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [FRAMEWORK, PACKAGES_OF_ALL, SHARED_BY_ALL, SHARED_BY_LISTS] },
      },
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

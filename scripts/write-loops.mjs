import { readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { readEnv } from '../dist/src/config/env.js';
import { BackgroundLoops } from '../dist/src/database/background-loops.js';
import { createLogger } from '../dist/src/kernel/logging/logger.js';
import { createApp } from '../dist/src/server.js';

/**
 * Writes the table of background loops in docs/operating.md from what the built server declares. Run it after
 * every change to a declaration.
 */

// The table imports files as they are after they were compiled.
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier.startsWith('.') && context.parentURL?.endsWith('.ts')
        ? specifier.replace(/\.js$/, '.ts')
        : specifier,
      context,
    ),
});

const DOCUMENT = new URL('../docs/operating.md', import.meta.url);

/** Never used to connect, because loops are declared before they start. */
const NO_DATABASE = 'postgresql://nobody@127.0.0.1:1/none';

const { insertLoops } = await import('../test/database/background-loops-table.ts');
const env = readEnv({ SPANDREL_DATABASE_URL: NO_DATABASE });
const log = createLogger({ level: 'critical', structured: true });
const app = await createApp({ ...env, databaseUrl: NO_DATABASE }, log);
const declarations = [...app.get(BackgroundLoops).list().values()].map((loop) => loop.declaration);
await writeFile(DOCUMENT, await insertLoops(await readFile(DOCUMENT, 'utf8'), declarations));
process.stdout.write('docs/operating.md written\n');
await app.close();

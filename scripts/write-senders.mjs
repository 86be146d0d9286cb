import { readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';

/** Writes the table of senders in docs/sending-traces.md. Run it after every change to test/compatibility/senders. */

// Tests import each other as they are after they were compiled.
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier.startsWith('.') && context.parentURL?.endsWith('.ts')
        ? specifier.replace(/\.js$/, '.ts')
        : specifier,
      context,
    ),
});

const DOCUMENT = new URL('../docs/sending-traces.md', import.meta.url);

const { insertSenders } = await import('../test/compatibility/senders/senders-table.ts');
await writeFile(DOCUMENT, insertSenders(await readFile(DOCUMENT, 'utf8')));
process.stdout.write('docs/sending-traces.md written\n');

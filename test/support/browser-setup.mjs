import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import setUpDatabase from './global-setup.mjs';
// Jest imports this file untransformed, so Node itself strips the types from its imports.
import { requireChromium, requirePlatform } from './require-chromium.ts';
import { SetUpError } from './set-up-error.ts';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/chromium', import.meta.url));

/**
 * Does what `global-setup.mjs` does, and unpacks the Chromium that each worker starts. An npm package
 * provides it. On platforms where that build does not run, set TEST_CHROMIUM to the path of another
 * Chromium.
 */
export default async function setUp() {
  process.env.TEST_BROWSER = JSON.stringify(await browserSettings());
  await setUpDatabase();
}

async function browserSettings() {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--font-render-hinting=none',
    // Pages close too soon to benefit from the slower of the two optimizing compilers, or from spare
    // renderer processes.
    '--js-flags=--no-opt',
    '--renderer-process-limit=1',
  ];
  const settings = { ...(await findChromium()), args };
  await requireChromium(settings);
  return settings;
}

async function findChromium() {
  const { TEST_CHROMIUM: executablePath } = process.env;
  if (executablePath) return { executablePath };
  requirePlatform(process.platform, process.arch);
  const directory = await unpackedBrowser();
  const env = {
    LD_LIBRARY_PATH: join(directory, 'al2023/lib'),
    FONTCONFIG_PATH: join(directory, 'fonts'),
  };
  return { executablePath: join(directory, 'chromium'), env };
}

/** Returns the directory of the unpacked Chromium. Unpacks it, which takes seconds, only once. */
async function unpackedBrowser() {
  const { version } = JSON.parse(await readFile(await packageFile('package.json'), 'utf8'));
  const directory = join(CACHE, version);
  if (existsSync(directory)) return directory;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'unpacking-'));
  const before = { ...process.env };
  // The package unpacks into TMPDIR, and unpacks its libraries only for a Lambda runtime.
  Object.assign(process.env, { TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' });
  try {
    const { default: bundled } = await import('@sparticuz/chromium');
    await bundled.executablePath();
    // The packaged fonts.conf points to the directory where the package usually unpacks the fonts.
    await writeFile(join(draft, 'fonts/fonts.conf'), fontSettings(directory));
    await rename(draft, directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another run may have unpacked it in the meantime.
    if (!existsSync(directory)) {
      const reason = `Chromium cannot be unpacked to ${CACHE}: ${error.message}.`;
      throw new SetUpError(`${reason} If the disk is full, make room, then start again.`, {
        cause: error,
      });
    }
  } finally {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, before);
  }
  return directory;
}

function fontSettings(directory) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${directory}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${directory}/fonts-cache</cachedir>
</fontconfig>
`;
}

async function packageFile(name) {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  return join(entry, '../../..', name);
}

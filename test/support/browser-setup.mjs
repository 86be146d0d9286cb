import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import setUpDatabase from './global-setup.mjs';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/chromium', import.meta.url));

/** As `global-setup.mjs`, and unpacks the browser once for all workers. */
export default async function setUp() {
  if (!process.env.TEST_CHROMIUM) {
    const directory = await unpackedBrowser();
    process.env.TEST_CHROMIUM = join(directory, 'chromium');
    process.env.TEST_CHROMIUM_DIRECTORY = directory;
  }
  await setUpDatabase();
}

/** The directory with the unpacked Chromium; unpacking takes a few seconds and is done once. */
async function unpackedBrowser() {
  const { version } = JSON.parse(await readFile(await packageFile('package.json'), 'utf8'));
  const directory = join(CACHE, version);
  if (existsSync(directory)) return directory;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'unpacking-'));
  const before = { ...process.env };
  // The package unpacks into the temporary directory, and its libraries only for a Lambda runtime.
  Object.assign(process.env, { TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    // The one that comes along looks for fonts where the package usually unpacks them.
    await writeFile(join(draft, 'fonts/fonts.conf'), fontSettings(directory));
    await rename(draft, directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another run may have been faster.
    if (!existsSync(directory)) throw error;
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

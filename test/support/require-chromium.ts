import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SetUpError } from './set-up-error.ts';

const START_MS = 60_000;

interface Chromium {
  executablePath: string;
  env?: Record<string, string>;
}

/** @throws SetUpError where the Chromium that npm installs does not run. */
export function requirePlatform(platform: string, arch: string): void {
  if (platform === 'linux' && arch === 'x64') return;
  throw new SetUpError(
    'Browser tests need a Chromium, and the one that npm installs runs only on Linux with x64, not on ' +
      `${platform} with ${arch}. Set TEST_CHROMIUM to the path of your Chromium or Chrome.`,
  );
}

/** @throws SetUpError if the program does not start. */
export async function requireChromium({ executablePath, env }: Chromium): Promise<void> {
  try {
    await promisify(execFile)(executablePath, ['--version'], {
      env: { ...process.env, ...env },
      timeout: START_MS,
    });
  } catch (error) {
    throw new SetUpError(
      `Browser tests need a Chromium, and "${executablePath}" does not start (${reasonOf(error)}). Set ` +
        'TEST_CHROMIUM to the path of your Chromium or Chrome.',
      { cause: error },
    );
  }
}

function reasonOf(error: unknown): string {
  const { code, message, stderr } = error as { code?: unknown; message: string; stderr?: string };
  if (code === 'ENOENT') return 'the file does not exist';
  return stderr?.trim().split('\n')[0] || message.trim();
}

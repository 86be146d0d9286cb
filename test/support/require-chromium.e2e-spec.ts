import { requireChromium, requirePlatform } from './require-chromium.js';

const ADVICE = 'Set TEST_CHROMIUM to the path of your Chromium or Chrome.';

describe('browser tests without a browser', () => {
  it('say what to do if TEST_CHROMIUM names no file', async () => {
    await expect(requireChromium({ executablePath: '/missing/chrome' })).rejects.toThrow(
      `Browser tests need a Chromium, and "/missing/chrome" does not start (the file does not exist). ${ADVICE}`,
    );
  });

  it('say why it does not start', async () => {
    // Node.js refuses the option, like a Chromium that lacks a library.
    const env = { NODE_OPTIONS: '--missing-option' };
    const failure = requireChromium({ executablePath: process.execPath, env });
    await expect(failure).rejects.toThrow(
      `--missing-option is not allowed in NODE_OPTIONS). ${ADVICE}`,
    );
  });

  it('say what to do on other platforms than Linux with x64', () => {
    expect(() => requirePlatform('darwin', 'arm64')).toThrow(
      `runs only on Linux with x64, not on darwin with arm64. ${ADVICE}`,
    );
    expect(() => requirePlatform('linux', 'x64')).not.toThrow();
  });
});

import { screen } from '@testing-library/react/pure';
import type { Json } from '../../../lib/json/exact-json.js';
import { renderComponent } from '../../../testing/render-page.js';
import { PayloadSections } from './payload-sections.js';

/** Content that would do harm if shown as anything but text. */
const HOSTILE = {
  html: '<img src=x onerror="window.ran = true"><script>window.ran = true</script>',
  link: '[click](javascript:window.ran=true) ![pixel](https://pixel.invalid/p.png)',
  ['__proto__']: { polluted: true },
  constructor: 'own',
  '': 'no name',
  deep: Array.from({ length: 60 }).reduce<Json>((inner) => ({ inner }), 'bottom'),
  long: 'lorem ipsum '.repeat(20_000),
  direction: '\u202ecba',
};

describe('the content of an example', () => {
  it.each([false, true])('is shown as text, whatever it is (as JSON: %s)', async (isRaw) => {
    const payload = { input: HOSTILE as unknown as Json, output: {}, metadata: {} };
    await renderComponent(<PayloadSections payload={payload} isRaw={isRaw} />);
    const input = screen.getByRole('region', { name: 'Input' });
    expect(input.textContent).toContain(isRaw ? '<img src=x onerror=\\"' : HOSTILE.html);
    expect(input.textContent).toContain('own');
    expect(input.querySelector('img, script, iframe, [href^="javascript:"]')).toBeNull();
    expect(window).not.toHaveProperty('ran');
    expect({}).not.toHaveProperty('polluted');
    expect(screen.getAllByRole('button', { name: /^Show all/ })).not.toEqual([]);
  });
});

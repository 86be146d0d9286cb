import { renderComponent } from '../../testing/render-page.js';
import { TextValue } from './text-value.js';

describe('text', () => {
  it('shows characters instead of their escapes', async () => {
    await renderComponent(<TextValue text="She asked for caf\u00e9 and \\u0000" />);
    expect(document.body.textContent).toContain('She asked for café and \\u0000');
  });
});

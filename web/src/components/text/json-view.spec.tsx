import { screen } from '@testing-library/react/pure';
import { renderComponent } from '../../testing/render-page.js';
import { JsonView } from './json-view.js';

const encode = (bytes: string) => btoa(bytes + '\0'.repeat(60));

describe('JSON', () => {
  it('shows pictures whose bytes or data URLs it contains', async () => {
    const png = encode('\x89PNG\r\n\x1A\n');
    const url = `data:image/gif;base64,${encode('GIF89a')}`;
    await renderComponent(<JsonView value={{ data: [{ b64_json: png }], image_url: { url } }} />);
    expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([
      `data:image/png;base64,${png}`,
      url,
    ]);
  });

  it('shows characters instead of their escapes, which JSON within a string has', async () => {
    await renderComponent(
      <JsonView value={{ arguments: '{"word": "caf\\u00e9"}', control: '\\u001b' }} />,
    );
    expect(document.body.textContent).toContain('café');
    expect(document.body.textContent).toContain('"\\u001b"');
  });

  it('shows no other bytes as pictures', async () => {
    const drawing = btoa(`<svg onload="alert(1)">${' '.repeat(60)}</svg>`);
    await renderComponent(<JsonView value={[drawing, encode('%PDF-1.7'), 'data:text/html,x']} />);
    expect(screen.queryByRole('img')).toBeNull();
  });
});

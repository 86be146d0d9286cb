import { screen } from '@testing-library/react/pure';
import { link } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import { NotStoredLink } from './not-stored-link.js';

describe('the link to what was not stored', () => {
  it.each([
    [1, '1 not stored'],
    [99, '99 not stored'],
    [100, '99+ not stored'],
  ])('counts %i errors', async (count, text) => {
    await renderComponent(<NotStoredLink projectId="project-1" count={count} />);
    expect(link(text).getAttribute('href')).toBe('/projects/project-1/ingestion');
  });

  it('is not there if everything was stored', async () => {
    await renderComponent(<NotStoredLink projectId="project-1" count={0} />);
    expect(screen.queryByRole('link')).toBeNull();
  });
});

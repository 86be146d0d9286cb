import { screen } from '@testing-library/react/pure';
import { editPrompts } from '../../../testing/factories/prompts.js';
import { renderPage } from '../../../testing/render-page.js';

describe('the page of the playground', () => {
  it('can be read and edited by viewers, but neither runs nor saves prompts', async () => {
    await renderPage('/playground', editPrompts(), { as: 'VIEWER' });
    screen.getByText(/^Only members and administrators can run and save prompts\./);
    // In the toolbar, on a dataset, and for the only prompt.
    const runs = screen.getAllByRole('button', { name: /^Run/ });
    expect(runs.map((run) => (run as HTMLButtonElement).disabled)).toEqual([true, true, true]);
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  });

  it('runs and saves prompts for members', async () => {
    await renderPage('/playground', editPrompts());
    expect(screen.queryByText(/^Only members and administrators/)).toBeNull();
    const runs = screen.getAllByRole('button', { name: /^Run/ });
    expect(runs.map((run) => (run as HTMLButtonElement).disabled)).toEqual([false, false, false]);
    screen.getByRole('button', { name: /^Save/ });
  });
});

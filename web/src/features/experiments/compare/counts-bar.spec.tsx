import { screen } from '@testing-library/react/pure';
import { someCounts } from '../../../testing/factories/comparisons.js';
import { renderComponent } from '../../../testing/render-page.js';
import { CountsBar } from './counts-bar.js';

const textOf = (label: string) => screen.getByText(label).parentElement;

describe('the counts against the base experiment', () => {
  it('are those of the other experiments, and say what cannot be compared', async () => {
    await renderComponent(<CountsBar counts={someCounts(9, 0, 14, 2)} />);
    expect(['better', 'worse', 'same'].map((label) => textOf(label)?.textContent)).toEqual([
      'better9',
      'worse0',
      'same14',
    ]);
    // The style sheet colors what is worse, unless nothing is.
    expect(textOf('worse')?.matches('[data-tone=worse][data-none]')).toBe(true);
    expect(textOf('better')?.matches('[data-tone=better]:not([data-none])')).toBe(true);
    screen.getByText('2 runs not comparable');
  });

  it('say so if lower scores are better', async () => {
    await renderComponent(<CountsBar counts={someCounts(9, 1)} direction="MINIMIZE" />);
    screen.getByText('Lower is better');
    expect(textOf('better')?.textContent).toBe('better9');
  });

  it('have only equal runs if neither higher nor lower scores are better', async () => {
    await renderComponent(<CountsBar counts={someCounts(0, 0, 14, 2)} direction="NONE" />);
    screen.getByText('Neither higher nor lower is better');
    expect(textOf('same')?.textContent).toBe('same14');
    expect(screen.queryByText('better')).toBeNull();
    expect(screen.queryByText(/not comparable/)).toBeNull();
  });

  it('do not mention runs that cannot be compared if there are none', async () => {
    await renderComponent(<CountsBar counts={someCounts(1)} />);
    expect(screen.queryByText(/not comparable/)).toBeNull();
  });
});

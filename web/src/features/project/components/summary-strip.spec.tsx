import { screen } from '@testing-library/react/pure';
import { link } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import { SummaryStrip } from './summary-strip.js';

describe('the figures of a project', () => {
  it.each([
    ['all that arrived', false, 'arrived', /^Figures count every trace that arrived/],
    ['what was kept, if something is filtered', true, 'kept', /^With a filter, figures count only/],
  ])('say that sampled traces count %s', async (_case, isFiltered, name, title) => {
    await renderComponent(
      <SummaryStrip
        summary={undefined}
        cost={undefined}
        sampled={{ projectId: 'project-1', isFiltered }}
      />,
    );
    expect(link(name).getAttribute('href')).toBe('/projects/project-1/config');
    expect(link(name).title).toMatch(title);
  });

  it('say nothing about sampling in other projects', async () => {
    await renderComponent(<SummaryStrip summary={undefined} cost={undefined} />);
    expect(screen.queryByRole('link')).toBeNull();
  });
});

import { screen } from '@testing-library/react/pure';
import { link } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import type { ProjectSummary } from '../api/project-summary.js';
import { SummaryStrip } from './summary-strip.js';

const SUMMARY: ProjectSummary = {
  __typename: 'Project',
  id: 'project-1',
  traceCount: 120,
  errorCount: 12,
  recordCount: 360,
  sessionCount: 12,
  tokenCountTotal: 1800,
  tokenCountPrompt: 1200,
  tokenCountCompletion: 600,
  latencyMsP50: 1060,
  latencyMsP99: 1190,
};

const figures = () => {
  const [names, values] = (['term', 'definition'] as const).map((role) =>
    screen.getAllByRole(role).map(({ textContent }) => textContent),
  );
  return Object.fromEntries(names!.map((name, index) => [name, values![index]]));
};

describe('the figures of a project', () => {
  it('are counts, with the share of errors', async () => {
    await renderComponent(<SummaryStrip summary={SUMMARY} cost={null} />);
    expect(figures()).toMatchObject({
      Traces: '120',
      Errors: '1210%',
      Spans: '360',
      Sessions: '12',
      Tokens: '1.8k',
      'Latency p50': '1.1 s',
      'Latency p99': '1.2 s',
    });
  });

  it.each([
    [0, 120, '0'],
    [1, 30000, '1<0.1%'],
    [4, 120, '43.3%'],
  ])('show %d errors of %d traces as %s', async (errorCount, traceCount, text) => {
    const summary = { ...SUMMARY, errorCount, traceCount };
    await renderComponent(<SummaryStrip summary={summary} cost={undefined} />);
    expect(figures()['Errors']).toBe(text);
  });

  it('say what the cost lacks', async () => {
    const amount = { tokens: 9, cost: 2 };
    const counts = { spanCount: 300, unpricedSpanCount: 44 };
    const summary = { total: amount, prompt: amount, completion: amount, ...counts };
    const cost = { summary, owner: { id: 'project-1' } };
    await renderComponent(<SummaryStrip summary={SUMMARY} cost={cost} />);
    expect(figures()['Cost']).toBe('$2.00+44 of 300 calls not priced');
  });

  it('leave out sessions of which only a part is meant', async () => {
    await renderComponent(<SummaryStrip summary={SUMMARY} cost={null} isPartOfSessions />);
    expect(figures()).not.toHaveProperty('Sessions');
  });

  it.each([
    ['all that arrived', false, 'arrived', /^Figures include every trace that arrived/],
    [
      'what was kept, if something is filtered',
      true,
      'kept',
      /^With a filter, figures include only/,
    ],
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

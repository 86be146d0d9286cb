import { screen } from '@testing-library/react/pure';
import { listTexts } from '../../../testing/elements.js';
import { anEvaluation } from '../../../testing/factories/experiments.js';
import { renderComponent } from '../../../testing/render-page.js';
import { Evaluations } from './evaluations.js';

describe('the evaluations of a run', () => {
  it('show who made them, what they say and why', async () => {
    const trace = { id: 'trace-1', projectId: 'project-1', traceId: 'abc' };
    await renderComponent(
      <Evaluations
        evaluations={[
          anEvaluation('exact', {
            label: 'right',
            score: 1,
            explanation: 'Names **the very city**.',
            trace,
          }),
          anEvaluation('tone', { annotatorKind: 'LLM', error: 'No answer.' }),
        ]}
      />,
    );
    const [exact, tone] = listTexts('listitem');
    expect(exact).toMatch(/^exactby coderight1.*Names the very city\.$/);
    expect(screen.getByText('the very city').tagName).toBe('STRONG');
    expect(screen.getByRole('link', { name: 'Open trace' }).getAttribute('href')).toBe(
      '/projects/project-1/traces/abc?timeRangeKey=all',
    );
    expect(tone).toMatch(/^toneby model.*No answer\.$/);
  });

  it('can be missing', async () => {
    await renderComponent(<Evaluations evaluations={[]} />);
    screen.getByText('No evaluations for this run.');
  });
});

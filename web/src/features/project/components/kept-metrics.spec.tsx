import { screen } from '@testing-library/react/pure';
import { answer, type Answer, refuse } from '../../../testing/answers.js';
import { renderComponent } from '../../../testing/render-page.js';
import { KeepMetricsMutation, KeptMetricsQuery } from '../api/kept-metrics.js';
import { KeptMetrics } from './kept-metrics.js';

const ID = 'project-1';

const keeping = (keepsMetrics: boolean) =>
  answer(KeptMetricsQuery, { node: { __typename: 'Project', id: ID, keepsMetrics } });
const open = (answers: Answer[], as: 'MEMBER' | 'VIEWER' = 'MEMBER') =>
  renderComponent(<KeptMetrics projectId={ID} />, answers, { as });
const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Store all metrics/ });

describe('the metrics that a project stores', () => {
  it('can be all of them', async () => {
    const saved = { patchProject: { project: { id: ID, keepsMetrics: true } } };
    const page = await open([keeping(false), answer(KeepMetricsMutation, saved)]);
    expect(toggle().checked).toBe(false);
    page.answer(keeping(true));
    await page.user.click(toggle());
    expect(page.sent(KeepMetricsMutation)).toEqual([{ input: { id: ID, keepsMetrics: true } }]);
    expect(toggle().checked).toBe(true);
  });

  it('stay as they are if the server refuses the change', async () => {
    const page = await open([keeping(true), refuse(KeepMetricsMutation, 'Storage is full.')]);
    await page.user.click(toggle());
    screen.getByText('Storage is full.');
    expect(toggle().checked).toBe(true);
  });

  it('are only shown to viewers', async () => {
    await open([keeping(true)], 'VIEWER');
    expect(toggle()).toHaveProperty('checked', true);
    expect(toggle()).toHaveProperty('disabled', true);
  });
});

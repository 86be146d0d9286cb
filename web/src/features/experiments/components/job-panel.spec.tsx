import { screen, within } from '@testing-library/react/pure';
import { UnpricedModelsQuery } from '../../../components/costs/unpriced-note.js';
import { answer, refuse } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { aJob } from '../../../testing/factories/experiments.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  type ExperimentJob,
  JobFailuresQuery,
  ResumeExperimentMutation,
  StopExperimentMutation,
} from '../api/experiment-job.js';
import { JobPanel } from './job-panel.js';

const open = (part: Partial<ExperimentJob> = {}, as: 'MEMBER' | 'VIEWER' = 'MEMBER') =>
  renderComponent(<JobPanel experimentId="experiment-1" job={aJob(part)} />, [], { as });
const panel = () => within(screen.getByRole('region', { name: 'Run on the server' }));

const WITH_FAILURE: Partial<ExperimentJob> = {
  status: 'COMPLETED',
  progress: {
    successfulRuns: 3,
    failedRuns: 1,
    missingRuns: 0,
    evaluations: 4,
    failedEvaluations: 2,
  },
};
const resumed = answer(ResumeExperimentMutation, { resumeExperiment: { job: aJob() } });

describe('an experiment that the server runs', () => {
  it('shows how far it is, and is stopped', async () => {
    const page = await open({
      secondsLeft: 90,
      costUsed: 0.5,
      budget: { maxTokens: 1000, maxCost: 2 },
    });
    panel().getByText('Running');
    panel().getByText('3 of 4 runs');
    panel().getByText(/^about 1.*left$/);
    panel().getByText('60 of at most 1k tokens');
    panel().getByText(/0\.50.* of at most .*2/);
    expect(panel().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('3');
    expect(panel().queryByRole('button', { name: 'Show what failed' })).toBeNull();
    page.answer(refuse(StopExperimentMutation, 'Wait five seconds.', 'CONFLICT'));
    await page.user.click(button('Stop'));
    screen.getByText('Wait five seconds.');
    expect(page.sent(StopExperimentMutation)).toEqual([{ id: 'experiment-1' }]);
  });

  it.each([
    ['with a link that sets the price', 'MEMBER', 1],
    ['to viewers, who cannot set it', 'VIEWER', 0],
  ] as const)('says how many of its calls have no price, %s', async (_case, as, linkCount) => {
    const pricedSpans = { spanCount: 300, unpricedSpanCount: 44 };
    const page = await open({ costUsed: 0.5, pricedSpans }, as);
    page.answer(
      answer(UnpricedModelsQuery, {
        node: {
          __typename: 'ExperimentJob',
          id: 'job-1',
          unpricedModels: [{ name: 'new-1', provider: null, spanCount: 44, tokenCountTotal: 9 }],
        },
      }),
    );
    await page.user.click(panel().getByRole('button', { name: '44 of 300 calls not priced' }));
    screen.getByText('new-1');
    expect(page.sent(UnpricedModelsQuery)).toEqual([{ id: 'job-1' }]);
    expect(screen.queryAllByRole('link', { name: 'Set price' })).toHaveLength(linkCount);
  });

  it.each([
    ['Stopped', 'Resume', { status: 'STOPPED' }],
    ['Stopped at its cost limit', 'Resume…', { status: 'STOPPED', stopReason: 'COST_BUDGET' }],
    ['Stopped at its token limit', 'Resume…', { status: 'STOPPED', stopReason: 'TOKEN_BUDGET' }],
    ['Cannot continue', 'Resume', { status: 'ERROR', lastError: 'The dataset is gone.' }],
    ['Completed with failures', 'Retry what failed', WITH_FAILURE],
  ] as const)('says “%s”, and offers: %s', async (state, label, part) => {
    await open(part);
    expect(panel().getByRole('status').textContent).toBe(state);
    panel().getByRole('button', { name: label });
    if ('lastError' in part) panel().getByText('The dataset is gone.');
  });

  it('shows nothing more if all went well', async () => {
    await open({ status: 'COMPLETED' });
    expect(screen.queryByRole('region', { name: 'Run on the server' })).toBeNull();
  });

  it('can only be watched by viewers', async () => {
    await open({}, 'VIEWER');
    panel().getByText('Running');
    expect(panel().queryAllByRole('button')).toEqual([]);
  });

  it('shows what failed, and tries it again', async () => {
    const page = await open(WITH_FAILURE);
    panel().getByText('4 of 4 runs');
    panel().getByText('1 failed');
    panel().getByText('2 evaluations failed');
    page.answer(
      answer(JobFailuresQuery, {
        node: {
          __typename: 'ExperimentJob',
          id: 'job-1',
          errors: {
            edges: [
              {
                node: {
                  id: 'error-1',
                  category: 'TASK',
                  message: 'Not this one.',
                  occurredAt: '2026-02-03T04:05:06Z',
                },
              },
            ],
            pageInfo: { hasNextPage: true },
          },
        },
      }),
      resumed,
    );
    await page.user.click(button('Show what failed'));
    const failures = within(screen.getByRole('list', { name: 'What failed' }));
    expect(failures.getByRole('listitem').textContent).toMatch(/^Run, .*Not this one\.$/);
    screen.getByText('Only the newest 50 are shown.');
    expect(page.sent(JobFailuresQuery)).toEqual([{ id: 'job-1', first: 50 }]);
    await page.user.click(button('Hide what failed'));
    expect(screen.queryByText('Not this one.')).toBeNull();
    await page.user.click(button('Retry what failed'));
    expect(page.sent(ResumeExperimentMutation)).toEqual([{ id: 'experiment-1' }]);
  });

  it('says why it cannot be resumed', async () => {
    const page = await open({ status: 'STOPPED' });
    page.answer(refuse(ResumeExperimentMutation, 'The provider is not allowed.'));
    await page.user.click(button('Resume'));
    screen.getByText('The provider is not allowed.');
  });

  it('asks for another limit after it reached one', async () => {
    const page = await open({
      status: 'STOPPED',
      stopReason: 'TOKEN_BUDGET',
      budget: { maxTokens: 1, maxCost: 3 },
    });
    await page.user.click(button('Resume…'));
    const dialog = within(screen.getByRole('dialog', { name: 'Resume experiment' }));
    const tokens = dialog.getByRole('textbox', { name: 'Token limit' });
    expect(tokens).toHaveProperty('value', '1');
    expect(page.sent(ResumeExperimentMutation)).toEqual([]);
    page.answer(refuse(ResumeExperimentMutation, 'It has used more tokens.'));
    await page.user.click(dialog.getByRole('button', { name: 'Resume' }));
    within(dialog.getByRole('alert')).getByText('It has used more tokens.');
    page.answer(resumed);
    await page.fill(tokens, '');
    await page.user.click(dialog.getByRole('button', { name: 'Resume' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.sent(ResumeExperimentMutation)).toEqual([
      { id: 'experiment-1', budget: { maxCost: 3, maxTokens: 1 } },
      { id: 'experiment-1', budget: { maxCost: 3, maxTokens: null } },
    ]);
  });
});

import { screen, within } from '@testing-library/react/pure';
import { type Answer, answer, refuse } from '../../../testing/answers.js';
import { button, field } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  PatchSamplingMutation,
  ProjectSamplingQuery,
  type Sampling,
  type SamplingCount,
  SamplingPreviewQuery,
} from '../api/sampling.js';
import { ProjectSampling } from './project-sampling.js';

const ID = 'project-1';
const DEFAULTS: Sampling['rules'] = {
  share: 1,
  sharesSessions: false,
  keepsFailed: true,
  minLatencyMs: null,
  minCost: null,
  minTokens: null,
  scores: [],
  condition: '',
  quietSeconds: 120,
  longestWaitSeconds: 3600,
};
const FAILED: SamplingCount = { outcome: 'FAILED', traceCount: 1 };
const DROPPED: SamplingCount = { outcome: 'DROPPED', traceCount: 3 };

function sampled(
  part: Partial<Sampling> = {},
  rules: Partial<Sampling['rules']> = {},
  samplingCounts: SamplingCount[] = [],
): Answer {
  const sampling: Sampling = {
    isEnabled: false,
    enabledAt: null,
    lastError: null,
    lastErrorAt: null,
    rules: { ...DEFAULTS, ...rules },
    ...part,
  };
  return answer(ProjectSamplingQuery, {
    node: { __typename: 'Project', id: ID, sampling, samplingCounts },
  });
}

const previewed = (...samplingPreview: SamplingCount[]) =>
  answer(SamplingPreviewQuery, { node: { __typename: 'Project', id: ID, samplingPreview } });
const SAVED = answer(PatchSamplingMutation, { patchProjectSampling: { project: { id: ID } } });
const open = (answers: Answer[], as: 'ADMIN' | 'MEMBER' = 'ADMIN') =>
  renderComponent(<ProjectSampling projectId={ID} />, answers, { as });

describe('the sampling of a project', () => {
  it('is off at first, without rules to save', async () => {
    await open([sampled()]);
    screen.getByText('This project keeps all traces.');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.queryByText('Always keep')).toBeNull();
  });

  it('is tried on stored traces and saved', async () => {
    const page = await open([sampled(), previewed(FAILED, DROPPED), SAVED]);
    await page.user.click(screen.getByRole('switch', { name: 'Sample traces' }));
    await page.fill(field('Share of the rest (%)'), '12.5');
    await page.fill(field('Latency from (s)'), '30');
    await page.fill(field('Cost from ($)'), '0.5');
    await page.fill(field('Tokens from'), '1000');
    await page.fill(field('Traces that meet a condition'), ' num_spans > 3 ');
    await page.user.click(button('Add annotation'));
    await page.fill(field('Name of the annotation'), 'correct');
    await page.fill(field('Score below'), '0.25');
    await page.fill(field('Labels, separated by commas'), 'wrong, unsure');
    await page.user.click(screen.getByRole('checkbox', { name: 'Choose whole sessions' }));
    await page.fill(field('Quiet after (s)'), '60');
    await page.fill(field('Wait at most (min)'), '30');
    await screen.findByText('Of the newest 4 traces, 1 would be kept: 1 failed.');
    const rules = {
      share: 0.125,
      sharesSessions: true,
      keepsFailed: true,
      minLatencyMs: 30_000,
      minCost: 0.5,
      minTokens: 1000,
      scores: [{ name: 'correct', below: 0.25, labels: ['wrong', 'unsure'] }],
      condition: 'num_spans > 3',
      quietSeconds: 60,
      longestWaitSeconds: 1800,
    };
    expect(page.sent(SamplingPreviewQuery).at(-1)).toEqual({ id: ID, rules });
    page.answer(sampled({ isEnabled: true }, rules));
    await page.user.click(button('Save'));
    screen.getByText(
      'This project keeps all failed traces, all that take 30 s or longer, all that cost $0.50 or more, all with 1k tokens or more, all whose correct is below 0.25 or “wrong” or “unsure”, all that meet num_spans > 3, and 12.5% of the rest, in whole sessions. Nothing was decided in the last 24 hours.',
    );
    expect(page.sent(PatchSamplingMutation)).toEqual([
      { input: { projectId: ID, isEnabled: true, rules } },
    ]);
    expect(button('Save')).toHaveProperty('disabled', true);
  });

  it('says what is wrong with a condition', async () => {
    const problem = 'Unknown name `num_span`; did you mean `num_spans`? (at character 1).';
    const page = await open([
      sampled({ isEnabled: true }),
      answer(SamplingPreviewQuery, {
        node: { __typename: 'Project', id: ID, samplingPreview: [FAILED] },
      }),
      refuse(PatchSamplingMutation, problem),
    ]);
    screen.getByText('Of the only trace, 1 would be kept: 1 failed.');
    page.answer(refuse(SamplingPreviewQuery, problem));
    await page.fill(field('Traces that meet a condition'), 'num_span > 3');
    screen.getByText('Counting what these rules would keep…');
    await within(screen.getByRole('status')).findByText(problem);
    await page.user.click(button('Save'));
    within(screen.getByRole('alert')).getByText(problem);
    await page.fill(field('Traces that meet a condition'), 'num_spans > 3');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks before it would keep none of the newest traces', async () => {
    const page = await open([sampled({ isEnabled: true }), previewed(DROPPED), SAVED]);
    screen.getByText('Of the newest 3 traces, none would be kept.');
    await page.fill(field('Share of the rest (%)'), '1');
    await page.user.click(button('Save'));
    const question = within(screen.getByRole('dialog', { name: 'Delete every new trace?' }));
    question.getByText(/^Of the newest 3 traces, these rules would keep none\./);
    question.getByText(/Deleted traces cannot be restored\.$/);
    await page.user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(page.sent(PatchSamplingMutation)).toEqual([]);
  });

  it('asks before it would keep nothing at all', async () => {
    const page = await open([sampled({ isEnabled: true }), previewed(), SAVED]);
    await page.fill(field('Share of the rest (%)'), '0');
    await page.user.click(screen.getByRole('checkbox', { name: 'Traces that failed' }));
    await page.user.click(button('Save'));
    const question = within(screen.getByRole('dialog', { name: 'Delete every new trace?' }));
    question.getByText(/only new traces that somebody has judged/);
    page.answer(sampled({ isEnabled: true }, { share: 0, keepsFailed: false }));
    await page.user.click(question.getByRole('button', { name: 'Save rules' }));
    screen.getByText(/^This project keeps 0% of its traces\./);
    expect(page.sent(PatchSamplingMutation)).toEqual([
      {
        input: {
          projectId: ID,
          isEnabled: true,
          rules: { ...DEFAULTS, share: 0, keepsFailed: false },
        },
      },
    ]);
  });

  it('is turned off without a question', async () => {
    const page = await open([sampled({ isEnabled: true }, { share: 0 }), previewed(), SAVED]);
    await page.user.click(screen.getByRole('switch', { name: 'Sample traces' }));
    page.answer(sampled());
    await page.user.click(button('Save'));
    screen.getByText('This project keeps all traces.');
    expect(page.sent(PatchSamplingMutation)[0]?.input.isEnabled).toBe(false);
  });

  it('shows members what was kept, and why', async () => {
    await open(
      [
        sampled({ isEnabled: true }, { share: 0.1 }, [
          { outcome: 'FAILED', traceCount: 340 },
          { outcome: 'SHARE', traceCount: 12_000 },
          { outcome: 'DROPPED', traceCount: 105_660 },
        ]),
      ],
      'MEMBER',
    );
    expect(screen.getByText(/^This project keeps/).textContent).toBe(
      'This project keeps all failed traces, and 10% of the rest: 12,340 of 118,000 traces of the last 24 hours were kept (10%).',
    );
    screen.getByText('Why: 340 failed, 12k by share.');
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('shows why the rules could not be followed', async () => {
    await open([sampled({ isEnabled: true, lastError: 'The condition took too long.' })], 'MEMBER');
    within(screen.getByRole('alert')).getByText('The condition took too long.');
  });
});

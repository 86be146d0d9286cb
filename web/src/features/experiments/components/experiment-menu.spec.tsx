import { screen } from '@testing-library/react/pure';
import { answer, refuse } from '../../../testing/answers.js';
import { button, item, listTexts } from '../../../testing/elements.js';
import { aJob, anExperimentRow } from '../../../testing/factories/experiments.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  type ExperimentJob,
  ResumeExperimentMutation,
  StopExperimentMutation,
} from '../api/experiment-job.js';
import { type ExperimentInMenu, ExperimentMenu } from './experiment-menu.js';

const doNothing = () => undefined;
const ACTIONS = { onEdit: doNothing, onBaseline: doNothing, onDelete: doNothing };
const EXPERIMENT: ExperimentInMenu = anExperimentRow(1, 'first try', {
  project: { id: 'project-1', name: 'first' },
});

const open = async (
  part: Partial<ExperimentInMenu>,
  { as = 'MEMBER', isOpen = false }: { as?: 'MEMBER' | 'VIEWER'; isOpen?: boolean } = {},
) => {
  const page = await renderComponent(
    <ExperimentMenu experiment={{ ...EXPERIMENT, ...part }} actions={ACTIONS} isOpen={isOpen} />,
    [],
    { as },
  );
  await page.user.click(button('Actions for first try'));
  return page;
};

const LOOKING = ['Open', 'Traces', 'Copy ID', 'Download CSV', 'Download JSON'];
const CHANGING = ['Set as baseline', 'Edit…', 'Delete…'];

describe('the menu of an experiment', () => {
  it.each([
    ['VIEWER', 'in a list', false, LOOKING],
    ['VIEWER', 'on its page', true, LOOKING.slice(1)],
    ['MEMBER', 'in a list', false, [...LOOKING, ...CHANGING]],
    ['MEMBER', 'on its page', true, [...LOOKING.slice(1), ...CHANGING]],
  ] as const)('offers a %s %s what they may do', async (as, _place, isOpen, items) => {
    await open({}, { as, isOpen });
    expect(listTexts('menuitem')).toEqual(items);
  });

  it('links to the experiment, its traces and its downloads', async () => {
    await open({});
    const links = ['Open', 'Traces', 'Download CSV', 'Download JSON'].map((name) =>
      item(name).getAttribute('href'),
    );
    expect(links).toEqual([
      '/datasets/dataset-1/experiments/experiment-1',
      '/projects/project-1/traces?timeRangeKey=all',
      'http://localhost/v1/experiments/experiment-1/csv',
      'http://localhost/v1/experiments/experiment-1/json',
    ]);
  });

  it('has no traces without a project, and no downloads without runs', async () => {
    await open({ project: null, runCount: 0 });
    expect(screen.queryByRole('menuitem', { name: 'Traces' })).toBeNull();
    expect(item('Download CSV')).toHaveProperty('disabled', true);
    expect(item('Download JSON')).toHaveProperty('disabled', true);
  });

  it.each([
    ['that runs', aJob(), 0, 'Stop'],
    ['that was stopped', aJob({ status: 'STOPPED' }), 0, 'Resume'],
    ['with failures', aJob({ status: 'COMPLETED' }), 1, 'Retry what failed'],
    ['without failures', aJob({ status: 'COMPLETED' }), 0, undefined],
    ['at its limit', aJob({ status: 'STOPPED', stopReason: 'COST_BUDGET' }), 0, undefined],
  ] as const)('offers what can be done with one %s', async (_kind, job, errorRunCount, wanted) => {
    await open({ job, errorRunCount });
    const offered = listTexts('menuitem').filter((text) => /Stop|Resume|Retry/.test(text ?? ''));
    expect(offered).toEqual(wanted === undefined ? [] : [wanted]);
  });

  it('does not let viewers stop one', async () => {
    await open({ job: aJob() }, { as: 'VIEWER' });
    expect(listTexts('menuitem')).toEqual(LOOKING);
  });

  it('leaves stopping to the page of the experiment', async () => {
    await open({ job: aJob() }, { isOpen: true });
    expect(listTexts('menuitem')).toEqual([...LOOKING.slice(1), ...CHANGING]);
  });

  it('stops an experiment, or says why not', async () => {
    const page = await open({ job: aJob() });
    page.answer(refuse(StopExperimentMutation, 'Wait five seconds.', 'CONFLICT'));
    await page.user.click(item('Stop'));
    screen.getByText('Wait five seconds.');
    page.answer(answer(StopExperimentMutation, { stopExperiment: { job: aJob() } }));
    await page.user.click(button('Actions for first try'));
    await page.user.click(item('Stop'));
    await screen.findByText('Stopped first try');
    expect(page.sent(StopExperimentMutation)).toEqual([
      { id: 'experiment-1' },
      { id: 'experiment-1' },
    ]);
  });

  it('resumes an experiment', async () => {
    const stopped: ExperimentJob = aJob({ status: 'STOPPED' });
    const page = await open({ job: stopped });
    page.answer(answer(ResumeExperimentMutation, { resumeExperiment: { job: aJob() } }));
    await page.user.click(item('Resume'));
    screen.getByText('Resumed first try');
    expect(page.sent(ResumeExperimentMutation)).toEqual([{ id: 'experiment-1' }]);
  });
});

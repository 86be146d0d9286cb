import { screen, within } from '@testing-library/react/pure';
import { answer, refuse } from '../../../testing/answers.js';
import { button, item, link, listTexts } from '../../../testing/elements.js';
import { CHARTED_DAY } from '../../../testing/factories/charts.js';
import { aChart, aDashboard, aGroup, charted } from '../../../testing/factories/dashboards.js';
import { projectFrame } from '../../../testing/factories/project-frame.js';
import { PROJECT, PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderPage } from '../../../testing/render-page.js';
import { ChartTotalsQuery } from '../api/chart-series.js';
import {
  type Dashboard,
  DashboardQuery,
  DashboardsQuery,
  DeleteDashboardMutation,
  PatchDashboardMutation,
} from '../api/dashboards.js';

const DAY = `timeRangeStart=${CHARTED_DAY.timeRangeStart}&timeRangeEnd=${CHARTED_DAY.timeRangeEnd}`;
const PATH = `/projects/${PROJECT_ID}/dashboards/dashboard-1?${DAY}`;
const CHARTS = [aChart('One'), aChart('Two')];

const stored = (part: Partial<Dashboard> = {}) =>
  answer(DashboardQuery, { node: { __typename: 'Dashboard', ...aDashboard(part) } });

function open(part: Partial<Dashboard> = {}, options: Parameters<typeof renderPage>[2] = {}) {
  return renderPage(
    PATH,
    [
      ...projectFrame({ viewerRole: 'MANAGER' }),
      ...charted(aGroup(null, 2)),
      stored({ charts: CHARTS, ...part }),
    ],
    options,
  );
}

const titles = () =>
  within(screen.getByRole('region', { name: 'Charts' }))
    .queryAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

describe('a dashboard', () => {
  it('shows its charts for the range in the address', async () => {
    const page = await open({ description: 'How good we are.' });
    expect(titles()).toEqual(['One', 'Two']);
    screen.getByText('How good we are.');
    expect(page.sent(ChartTotalsQuery).map(({ timeRange }) => timeRange)).toEqual([
      { start: CHARTED_DAY.timeRangeStart, end: CHARTED_DAY.timeRangeEnd },
    ]);
    expect(link('All dashboards').getAttribute('href')).toBe(
      `/projects/${PROJECT_ID}/dashboards?${DAY}`,
    );
  });

  it('is only shown to those who cannot change it', async () => {
    const page = await open({ canChange: false }, { as: 'VIEWER' });
    expect(titles()).toEqual(['One', 'Two']);
    expect(screen.queryByRole('button', { name: /^(Edit|Delete|Move|Add) / })).toBeNull();
    await page.user.click(button('Actions for Quality'));
    expect(listTexts('menuitem')).toEqual(['Copy link', 'Duplicate…']);
  });

  it.each([
    [{}, 'Add charts of what this project traces, such as the cost of each model.', true],
    [{ canChange: false }, 'A member can add charts.', false],
  ] as const)('says that it has no charts yet: %j', async (part, text, canAdd) => {
    await open({ charts: [], ...part });
    screen.getByText('No charts yet');
    screen.getByText(text);
    expect(screen.queryByRole('button', { name: 'Add charts' }) !== null).toBe(canAdd);
  });

  it.each([
    ['it does not exist', refuse(DashboardQuery, 'Dashboard "x" not found.', 'NOT_FOUND')],
    ['it belongs to another project', stored({ projectId: 'project-2' })],
  ])('is not found if %s', async (_case, given) => {
    await renderPage(PATH, [...projectFrame({ viewerRole: 'MANAGER' }), given]);
    screen.getByRole('heading', { name: 'Dashboard not found' });
    link('All dashboards');
  });

  it('is edited, and read again then', async () => {
    const page = await open();
    await page.user.click(button('Edit charts'));
    await page.user.click(button('Delete One'));
    const charts = [aChart('Two')];
    page.answer(
      answer(PatchDashboardMutation, { patchDashboard: { dashboard: aDashboard({ charts }) } }),
      stored({ charts }),
    );
    await page.user.click(button('Save changes'));
    expect(titles()).toEqual(['Two']);
    button('Edit charts');
    expect(page.sent(PatchDashboardMutation)).toHaveLength(1);
  });

  it('shows what others have saved after a refusal and a cancellation', async () => {
    const page = await open();
    const reason = 'This dashboard has since been changed. Reload the page.';
    page.answer(refuse(PatchDashboardMutation, reason, 'CONFLICT'), stored({ charts: [] }));
    await page.user.click(button('Edit charts'));
    await page.user.click(button('Duplicate One'));
    await page.user.click(button('Save changes'));
    screen.getByText(`Not saved. ${reason}`);
    screen.getByText('Not saved yet: added One (copy).');
    await page.user.click(button('Cancel'));
    screen.getByText('No charts yet');
  });

  it('asks before unsaved changes are lost', async () => {
    const page = await open();
    await page.user.click(button('Edit charts'));
    await page.user.click(button('Delete One'));
    await page.user.click(screen.getByRole('link', { name: 'Dashboards' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Leave without saving?' }));
    dialog.getByText('Your changes to this dashboard have not been saved: deleted One.');
    await page.user.click(dialog.getByRole('button', { name: 'Keep editing' }));
    expect(page.address()).toBe(PATH);
    expect(titles()).toEqual(['Two']);
  });

  it('leads to the others once it is deleted', async () => {
    const page = await open();
    page.answer(
      answer(DeleteDashboardMutation, { deleteDashboard: { deletedDashboardId: 'dashboard-1' } }),
      answer(DashboardsQuery, {
        node: { ...PROJECT, dashboards: [] },
      }),
    );
    await page.user.click(button('Actions for Quality'));
    await page.user.click(item('Delete…'));
    await page.user.click(button('Delete dashboard'));
    expect(page.address()).toBe(`/projects/${PROJECT_ID}/dashboards?${DAY}`);
    screen.getByText('No dashboards yet');
  });
});

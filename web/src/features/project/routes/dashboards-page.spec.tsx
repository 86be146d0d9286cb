import { screen, within } from '@testing-library/react/pure';
import { answer, cutOff, refuse } from '../../../testing/answers.js';
import { button, field, item, link, listTexts } from '../../../testing/elements.js';
import { readParameters } from '../../../testing/factories/charts.js';
import { aChart, aDashboard, aGroup, charted } from '../../../testing/factories/dashboards.js';
import { projectFrame } from '../../../testing/factories/project-frame.js';
import { PROJECT, PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderPage } from '../../../testing/render-page.js';
import {
  CreateDashboardMutation,
  type Dashboard,
  DashboardQuery,
  DashboardsQuery,
  DeleteDashboardMutation,
  PatchDashboardMutation,
} from '../api/dashboards.js';
import { TEMPLATES } from '../dashboards/templates.js';

const PATH = `/projects/${PROJECT_ID}/dashboards?timeRangeKey=30d`;
const MINE = aDashboard({ isShared: false, charts: [aChart('One'), aChart('Two')] });

const listed = (...dashboards: Dashboard[]) =>
  answer(DashboardsQuery, { node: { ...PROJECT, dashboards } });

function open(dashboards: Dashboard[], options: Parameters<typeof renderPage>[2] = {}) {
  return renderPage(
    PATH,
    [...projectFrame({ viewerRole: 'MANAGER' }), listed(...dashboards)],
    options,
  );
}

const openMenu = async ({ user }: Awaited<ReturnType<typeof open>>, name = 'Quality') =>
  user.click(button(`Actions for ${name}`));

describe('the dashboards of a project', () => {
  it('start from a template, under a name that is free', async () => {
    const page = await open([]);
    screen.getByText('No dashboards yet');
    const templates = within(screen.getByRole('list', { name: 'Templates' }));
    await page.user.click(templates.getByRole('button', { name: /^Quality and failures/ }));
    expect(field('Name')).toHaveProperty('value', 'Quality and failures');
    expect(screen.getByRole('switch')).toHaveProperty('checked', true);
    page.answer(
      refuse(
        CreateDashboardMutation,
        'A dashboard named "Quality and failures" already exists. Choose another name.',
        'CONFLICT',
      ),
    );
    await page.user.click(button('Create dashboard'));
    screen.getByText(
      'A dashboard named "Quality and failures" already exists. Choose another name.',
    );

    const created = aDashboard({ name: 'Failures' });
    page.answer(
      answer(CreateDashboardMutation, { createDashboard: { dashboard: created } }),
      answer(DashboardQuery, { node: { __typename: 'Dashboard', ...created } }),
      ...charted(aGroup(null, 1)),
    );
    await page.fill(field('Name'), ' Failures ');
    await page.user.click(button('Create dashboard'));
    const [, { description, charts } = { description: '', charts: [] }] = TEMPLATES;
    expect(page.sent(CreateDashboardMutation).at(-1)).toEqual({
      input: { projectId: PROJECT_ID, name: 'Failures', description, isShared: true, charts },
    });
    expect(charts).toHaveLength(7);
    expect(page.address()).toBe(`/projects/${PROJECT_ID}/dashboards/dashboard-1?timeRangeKey=30d`);
    screen.getByRole('heading', { name: 'Failures' });
  });

  it('can be created empty, and private', async () => {
    const page = await open([MINE]);
    page.answer(refuse(CreateDashboardMutation, 'Not now.'));
    await page.user.click(button('New dashboard'));
    expect(button('Create dashboard')).toHaveProperty('disabled', true);
    await page.fill(field('Name'), 'empty');
    await page.user.click(screen.getByRole('switch', { name: 'Share with the project' }));
    await page.user.click(button('Create dashboard'));
    expect(page.sent(CreateDashboardMutation)).toEqual([
      {
        input: {
          projectId: PROJECT_ID,
          name: 'empty',
          description: '',
          isShared: false,
          charts: [],
        },
      },
    ]);
  });

  it('are listed with who sees them, and lead to their charts in the same range', async () => {
    await open([MINE, aDashboard({ id: 'dashboard-2', name: 'Cost', description: 'Of models.' })]);
    const [first, second] = within(screen.getByRole('list', { name: 'Dashboards' })).getAllByRole(
      'listitem',
    );
    expect(first?.textContent).toMatch(/^QualityPrivate, 2 charts, changed /);
    expect(second?.textContent).toMatch(/^CostOf models\.Shared, 0 charts, changed /);
    const href = link(within(first!).getByRole('link').textContent).getAttribute('href')!;
    expect(href).toContain('/dashboards/dashboard-1?');
    expect(readParameters(href)).toEqual({ timeRangeKey: '30d' });
  });

  it.each([
    ['its owner', {}, MINE, ['Duplicate…', 'Edit details…', 'Share with the project', 'Delete…']],
    [
      'a member, if it is shared',
      {},
      aDashboard(),
      ['Copy link', 'Duplicate…', 'Edit details…', 'Make private', 'Delete…'],
    ],
    [
      'a viewer, if it is shared',
      { as: 'VIEWER' },
      aDashboard({ canChange: false }),
      ['Copy link', 'Duplicate…'],
    ],
    [
      'a viewer, if it is private',
      { as: 'VIEWER' },
      MINE,
      ['Duplicate…', 'Edit details…', 'Delete…'],
    ],
  ] as const)('offer the actions of %s', async (_who, options, dashboard, actions) => {
    await openMenu(await open([dashboard], options));
    expect(listTexts('menuitem')).toEqual(actions);
  });

  it('are duplicated by viewers for themselves', async () => {
    const charts = [aChart('One')];
    const page = await open([aDashboard({ canChange: false, charts })], { as: 'VIEWER' });
    page.answer(refuse(CreateDashboardMutation, 'Not now.'));
    await openMenu(page);
    await page.user.click(item('Duplicate…'));
    expect(screen.queryByRole('switch')).toBeNull();
    await page.user.click(button('Duplicate dashboard'));
    expect(page.sent(CreateDashboardMutation)).toEqual([
      {
        input: {
          projectId: PROJECT_ID,
          name: 'Quality (copy)',
          description: '',
          isShared: false,
          charts,
        },
      },
    ]);
  });

  it('are renamed', async () => {
    const page = await open([aDashboard()]);
    await openMenu(page);
    await page.user.click(item('Edit details…'));
    expect(button('Save changes')).toHaveProperty('disabled', true);
    await page.fill(field('Name'), 'Failures');
    const renamed = aDashboard({ name: 'Failures' });
    page.answer(
      answer(PatchDashboardMutation, { patchDashboard: { dashboard: renamed } }),
      listed(renamed),
    );
    await page.user.click(button('Save changes'));
    expect(page.sent(PatchDashboardMutation)).toEqual([
      { input: { id: 'dashboard-1', name: 'Failures', description: '', isShared: true } },
    ]);
    button('Actions for Failures');
  });

  it('are shared, unless the server refuses', async () => {
    const page = await open([MINE]);
    page.answer(refuse(PatchDashboardMutation, 'The name is taken.', 'CONFLICT'));
    await openMenu(page);
    await page.user.click(item('Share with the project'));
    within(screen.getByRole('alert')).getByText('The name is taken.');
    page.answer(answer(PatchDashboardMutation, { patchDashboard: { dashboard: aDashboard() } }));
    await openMenu(page);
    await page.user.click(item('Share with the project'));
    await screen.findByText('Dashboard Quality shared');
    expect(page.sent(PatchDashboardMutation).at(-1)).toEqual({
      input: { id: 'dashboard-1', isShared: true },
    });
  });

  it('are deleted once that is confirmed', async () => {
    const page = await open([MINE]);
    page.answer(
      answer(DeleteDashboardMutation, { deleteDashboard: { deletedDashboardId: 'dashboard-1' } }),
    );
    await openMenu(page);
    await page.user.click(item('Delete…'));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete Quality' }));
    dialog.getByText('2 charts');
    expect(page.sent(DeleteDashboardMutation)).toEqual([]);
    page.answer(listed());
    await page.user.click(dialog.getByRole('button', { name: 'Delete dashboard' }));
    expect(page.sent(DeleteDashboardMutation)).toEqual([{ input: { id: 'dashboard-1' } }]);
    screen.getByText('No dashboards yet');
  });

  it('can be loaded again after a failure', async () => {
    const page = await renderPage(PATH, [
      ...projectFrame({ viewerRole: 'MANAGER' }),
      cutOff(DashboardsQuery),
    ]);
    screen.getByText('The server cannot be reached');
    page.answer(listed(MINE));
    await page.user.click(button('Try again'));
    button('Actions for Quality');
  });
});

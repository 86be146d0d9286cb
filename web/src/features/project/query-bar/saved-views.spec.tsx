import { screen } from '@testing-library/react/pure';
import { answer, keepWaiting, refuse } from '../../../testing/answers.js';
import { button, field } from '../../../testing/elements.js';
import { InProject, PROJECT, PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  CreateSavedViewMutation,
  DeleteSavedViewMutation,
  type SavedView,
  SavedViewsQuery,
} from '../api/saved-views.js';
import { SavedViews } from './saved-views.js';

const aView = (part: Partial<SavedView> = {}): SavedView => ({
  id: 'view-1',
  name: 'Failed & large',
  query: 'status=error&filter=num_spans%20%3E%202',
  isShared: false,
  ...part,
});
const saved = (...savedViews: SavedView[]) =>
  answer(SavedViewsQuery, { node: { ...PROJECT, savedViews } });

const VIEWS = (
  <InProject>
    <SavedViews tab="traces" />
  </InProject>
);

describe('the saved views of a list', () => {
  it('explain what a view keeps while there is none', async () => {
    const page = await renderComponent(VIEWS, [saved()]);
    await page.user.click(button('Saved views'));
    screen.getByText(/^No saved views yet/);
    expect(button('Save')).toHaveProperty('disabled', true);
    expect(page.sent(SavedViewsQuery)).toEqual([{ id: PROJECT_ID, list: 'TRACES' }]);
  });

  it('are loaded when they are opened', async () => {
    const page = await renderComponent(VIEWS, [keepWaiting(SavedViewsQuery)]);
    expect(page.sent(SavedViewsQuery)).toEqual([]);
    await page.user.click(button('Saved views'));
    screen.getByText('Loading…');
  });

  it('are saved, for all members if wanted', async () => {
    const page = await renderComponent(VIEWS, [
      saved(),
      answer(CreateSavedViewMutation, { createSavedView: { savedView: { id: 'view-1' } } }),
    ]);
    await page.user.click(button('Saved views'));
    await page.fill(field('Save this view'), 'Failed & large');
    await page.user.click(screen.getByRole('switch', { name: 'Share with the project' }));
    page.answer(saved(aView({ isShared: true })));
    await page.user.click(button('Save'));
    button('SharedFailed & large');
    expect(field('Save this view')).toHaveProperty('value', '');
    expect(page.sent(CreateSavedViewMutation)).toEqual([
      {
        input: {
          projectId: PROJECT_ID,
          list: 'TRACES',
          name: 'Failed & large',
          query: '',
          isShared: true,
        },
      },
    ]);
  });

  it('say why one cannot be saved, and keep its name', async () => {
    const reason = 'Saved view "Failed & large" already exists. Choose another name.';
    const page = await renderComponent(VIEWS, [
      saved(aView()),
      refuse(CreateSavedViewMutation, reason, 'CONFLICT'),
    ]);
    await page.user.click(button('Saved views'));
    await page.fill(field('Save this view'), 'Failed & large');
    await page.user.keyboard('{Enter}');
    screen.getByText(reason);
    expect(field('Save this view')).toHaveProperty('value', 'Failed & large');
  });

  it('put the filters of a view into the address, and close', async () => {
    const page = await renderComponent(VIEWS, [saved(aView())]);
    await page.user.click(button('Saved views'));
    await page.user.click(button('PrivateFailed & large'));
    const { searchParams } = new URL(page.address(), 'http://localhost');
    expect(Object.fromEntries(searchParams)).toEqual({
      status: 'error',
      filter: 'num_spans > 2',
    });
    expect(screen.queryByRole('textbox', { name: 'Save this view' })).toBeNull();
  });

  it('are deleted', async () => {
    const page = await renderComponent(VIEWS, [
      saved(aView()),
      answer(DeleteSavedViewMutation, { deleteSavedView: { deletedSavedViewId: 'view-1' } }),
    ]);
    await page.user.click(button('Saved views'));
    page.answer(saved());
    await page.user.click(button('Delete view Failed & large'));
    screen.getByText(/^No saved views yet/);
    expect(page.sent(DeleteSavedViewMutation)).toEqual([{ input: { id: 'view-1' } }]);
  });

  it('let viewers delete and save only their own', async () => {
    const shared = aView({ id: 'view-2', name: 'Slow', isShared: true });
    const page = await renderComponent(VIEWS, [saved(aView(), shared)], { as: 'VIEWER' });
    await page.user.click(button('Saved views'));
    button('SharedSlow');
    button('Delete view Failed & large');
    expect(screen.queryByRole('button', { name: 'Delete view Slow' })).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

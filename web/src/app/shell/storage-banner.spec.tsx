import { screen, within } from '@testing-library/react/pure';
import { answer } from '../../testing/answers.js';
import { renderPage } from '../../testing/render-page.js';
import { StorageStatusQuery } from './storage-banner.js';

const ADVICE = 'Nothing new is stored until something is deleted.';

describe('the notice about the storage', () => {
  it.each(['ADMIN', 'VIEWER'] as const)('is shown on every page to the role %s', async (as) => {
    const full = answer(StorageStatusQuery, { serverStatus: { storageAdvice: ADVICE } });
    await renderPage('/nowhere', [full], { as });
    within(screen.getByRole('alert')).getByText(ADVICE);
  });

  it('is not shown while there is room', async () => {
    await renderPage('/nowhere');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

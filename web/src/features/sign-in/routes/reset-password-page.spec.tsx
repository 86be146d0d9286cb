import { screen, within } from '@testing-library/react/pure';
import { answerRest } from '../../../testing/answers.js';
import { button, link } from '../../../testing/elements.js';
import { hasLeftPage } from '../../../testing/left-page.js';
import { renderPage, type TestPage } from '../../../testing/render-page.js';

const CALL = 'POST auth/password-reset';
const PATH = '/reset-password-with-token?token=one-token';
const PASSWORD = 'quiet rivers run deep';

const fillIn = async (page: TestPage, password: string, repeated = password) => {
  await page.fill(screen.getByLabelText('New password'), password);
  await page.fill(screen.getByLabelText('Confirm new password'), repeated);
};

describe('the page of a link for a new password', () => {
  it('sends the token and the password, after a refusal', async () => {
    const words = 'The password must be more than a name repeated.';
    const page = await renderPage(PATH, [answerRest(CALL, words, 422)]);
    screen.getByRole('heading', { name: 'Set a new password', level: 1 });
    await fillIn(page, 'spandrel spandrel');
    await page.user.keyboard('{Enter}');
    within(screen.getByRole('alert')).getByText(words);
    expect(hasLeftPage()).toBe(false);

    page.answer(answerRest(CALL, null, 204));
    await fillIn(page, PASSWORD);
    await page.user.click(button('Set password'));
    expect(page.calls(CALL)).toEqual([
      { token: 'one-token', password: 'spandrel spandrel' },
      { token: 'one-token', password: PASSWORD },
    ]);
    expect(hasLeftPage()).toBe(true);
  });

  it('sends no password that is too short, or repeated differently', async () => {
    const page = await renderPage(PATH);
    await fillIn(page, 'too short');
    screen.getByText('6 more characters needed.');
    expect(button('Set password')).toHaveProperty('disabled', true);
    await fillIn(page, PASSWORD, 'quiet rivers run fast');
    screen.getByText('The passwords do not match.');
    await page.user.keyboard('{Enter}');
    expect(page.calls(CALL)).toEqual([]);
  });

  it('says that a used link does not work, and offers another', async () => {
    const page = await renderPage(PATH, [answerRest(CALL, 'Invalid token', 401)]);
    await fillIn(page, PASSWORD);
    await page.user.keyboard('{Enter}');
    screen.getByRole('heading', { name: 'This link does not work', level: 1 });
    await page.user.click(link('Request a new link'));
    expect(page.address()).toBe('/forgot-password');
  });

  it('says that a link without a token does not work', async () => {
    await renderPage('/reset-password-with-token');
    screen.getByRole('heading', { name: 'This link does not work', level: 1 });
  });
});

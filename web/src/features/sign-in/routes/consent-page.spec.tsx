import { screen, within } from '@testing-library/react/pure';
import { answer, answerRest } from '../../../testing/answers.js';
import { button, link } from '../../../testing/elements.js';
import { hasLeftPage } from '../../../testing/left-page.js';
import { renderPage } from '../../../testing/render-page.js';
import { ConsentQuery } from '../api/consent.js';

const DECISION = 'POST oauth2/authorize/decision';
const CALLBACK = 'http://127.0.0.1:53682/callback';
const REQUEST = { client_id: 'client-1', redirect_uri: CALLBACK, state: 'a & b = %20' };

const asked = (name: string, isFirstParty = true) =>
  answer(ConsentQuery, { oauth2Client: { name, isFirstParty } });
const open = (answers: Parameters<typeof renderPage>[1], changes: Record<string, string> = {}) =>
  renderPage(`/oauth2/consent?${new URLSearchParams({ ...REQUEST, ...changes })}`, answers);

describe('the question of an application', () => {
  it('says who asks for whom, and where the user returns', async () => {
    const page = await open([asked('Phoenix CLI')]);
    screen.getByRole('heading', { name: 'Allow Phoenix CLI to act for you?', level: 1 });
    screen.getByText('Signed in as ada');
    screen.getByText(/do everything that you can do here with your role, Member$/);
    screen.getByText('a program on this computer');
    screen.getByText(CALLBACK);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(page.sent(ConsentQuery)).toEqual([{ clientId: 'client-1', redirectUri: CALLBACK }]);
  });

  it('can be answered by keyboard, and denying comes first', async () => {
    const page = await open([
      asked('Phoenix CLI'),
      answerRest(DECISION, { redirect_to: `${CALLBACK}?code=x` }),
    ]);
    await page.user.tab();
    expect(document.activeElement).toBe(button('Deny'));
    await page.user.tab();
    await page.user.keyboard('{Enter}');
    expect(page.calls(DECISION)).toEqual([{ ...REQUEST, approved: true }]);
    expect(hasLeftPage()).toBe(true);
  });

  it('can be denied', async () => {
    const page = await open([
      asked('Phoenix CLI'),
      answerRest(DECISION, { redirect_to: `${CALLBACK}?error=access_denied` }),
    ]);
    await page.user.click(button('Deny'));
    expect(page.calls(DECISION)).toEqual([{ ...REQUEST, approved: false }]);
    expect(hasLeftPage()).toBe(true);
  });

  it('stays if the decision is refused', async () => {
    const words = 'The request has expired.';
    const page = await open([asked('Phoenix CLI'), answerRest(DECISION, words, 400)]);
    await page.user.click(button('Approve'));
    within(screen.getByRole('alert')).getByText(words);
    expect(button('Approve')).toHaveProperty('disabled', false);
    expect(hasLeftPage()).toBe(false);
  });

  it('shows neither a name nor a verification that only the link claims', async () => {
    await open([asked('Unknown agent <b>', false)], {
      client_name: 'Spandrel',
      is_first_party: 'true',
      resource: 'http://localhost/mcp',
    });
    screen.getByRole('heading', { name: 'Allow Unknown agent <b> to act for you?' });
    within(screen.getByRole('alert')).getByText(/nobody has verified its name/);
    screen.getByText(/through the MCP server$/);
  });

  it('stays open with a link if a program of this computer is opened', async () => {
    const uri = 'spandrel-test://oauth/callback';
    const page = await open(
      [asked('Editor', false), answerRest(DECISION, { redirect_to: `${uri}?code=x` })],
      { redirect_uri: uri },
    );
    screen.getByText('the program on this computer that opens spandrel-test: links');
    await page.user.click(button('Approve'));
    screen.getByRole('heading', { name: 'Return to Editor', level: 1 });
    expect(link('Open Editor again').getAttribute('href')).toBe(`${uri}?code=x`);
    expect(hasLeftPage()).toBe(true);
  });

  it('is not asked with an address that the application did not register', async () => {
    await open([answer(ConsentQuery, { oauth2Client: null })]);
    screen.getByRole('heading', { name: 'This application cannot ask for access', level: 1 });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('waits until a password set by someone else is changed', async () => {
    const page = await renderPage(`/oauth2/consent?client_id=client-1`, [], {
      viewer: { passwordNeedsReset: true },
    });
    expect(page.address()).toMatch(/^\/reset-password\?/);
  });
});

import { screen, within } from '@testing-library/react/pure';
import type { Refusal } from '../api/sign-in.js';
import { button, field } from '../../../testing/elements.js';
import { renderComponent, type TestPage } from '../../../testing/render-page.js';
import { CredentialsForm } from './credentials-form.js';

const { jest } = import.meta;

const LOCKED: Refusal = { status: 429, text: 'Too many', retryAfterSeconds: 300 };
const WORDS = 'Too many attempts. Wait a moment, then try again.';

const open = async (signIn: (name: string, password: string) => Promise<Refusal | undefined>) => {
  const onSignedIn = jest.fn<void, []>();
  const page = await renderComponent(
    <CredentialsForm
      nameLabel="Email"
      nameType="email"
      signIn={signIn}
      wrongText="Wrong."
      onSignedIn={onSignedIn}
    />,
  );
  return { page, onSignedIn };
};
const enter = async (page: TestPage, name: string, password: string) => {
  await page.fill(field('Email'), name);
  await page.fill(screen.getByLabelText('Password'), password);
  await page.user.keyboard('{Enter}');
};

describe('a locked account', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('can be tried again when the time is over', async () => {
    const { page } = await open(() => Promise.resolve(LOCKED));
    await enter(page, 'locked@example.com', 'guess');
    within(screen.getByRole('alert')).getByText(WORDS);
    expect(screen.getByRole('button', { name: /^Try again in (5:00|4:5\d)$/ })).toHaveProperty(
      'disabled',
      true,
    );
    const later = Date.now() + 301_000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    await screen.findByRole('button', { name: 'Sign in' });
    expect(button('Sign in')).toHaveProperty('disabled', false);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not tried in the meantime, but another one is', async () => {
    const signIn = jest.fn((name: string) =>
      Promise.resolve(name.startsWith('locked') ? LOCKED : undefined),
    );
    const { page, onSignedIn } = await open(signIn);
    await enter(page, 'locked@example.com', 'guess');
    await page.user.keyboard('{Enter}');
    expect(signIn).toHaveBeenCalledTimes(1);
    await page.fill(field('Email'), 'ada@example.com');
    expect(screen.queryByRole('alert')).toBeNull();
    await enter(page, ' ada@example.com ', 'correct');
    expect(signIn.mock.lastCall).toEqual(['ada@example.com', 'correct']);
    expect(onSignedIn).toHaveBeenCalledTimes(1);
  });
});

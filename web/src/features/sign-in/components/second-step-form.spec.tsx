import { screen, within } from '@testing-library/react/pure';
import type { SecondFactorName } from '../api/sign-in.js';
import { answerRest } from '../../../testing/answers.js';
import { button, field } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import { SecondStepForm } from './second-step-form.js';

const { jest } = import.meta;

const CALL = 'POST auth/second-factor';

const open = async (factors: SecondFactorName[], ...answers: ReturnType<typeof answerRest>[]) => {
  const onSignedIn = jest.fn<void, []>();
  const onStartOver = jest.fn<void, [string?]>();
  const page = await renderComponent(
    <SecondStepForm factors={factors} onSignedIn={onSignedIn} onStartOver={onStartOver} />,
    answers,
  );
  return { page, onSignedIn, onStartOver };
};

describe('the second step of signing in', () => {
  it('takes the code of the app, after a wrong one', async () => {
    const { page, onSignedIn } = await open(
      ['authenticator', 'recovery_code'],
      answerRest(CALL, 'Invalid code', 401),
    );
    await page.fill(field('Code'), '000000');
    await page.user.keyboard('{Enter}');
    within(screen.getByRole('alert')).getByText('Wrong code, or already used.');
    page.answer(answerRest(CALL, null, 204));
    // The wrong code is selected.
    await page.user.keyboard('123456{Enter}');
    expect(page.calls(CALL)).toEqual([{ code: '000000' }, { code: '123456' }]);
    expect(onSignedIn).toHaveBeenCalledTimes(1);
  });

  it('takes a recovery code instead', async () => {
    const { page, onSignedIn } = await open(
      ['authenticator', 'recovery_code'],
      answerRest(CALL, null, 204),
    );
    await page.user.click(button('Use a recovery code'));
    await page.fill(field('Recovery code'), ' 1234-5678 ');
    await page.user.keyboard('{Enter}');
    expect(page.calls(CALL)).toEqual([{ code: '1234-5678' }]);
    expect(onSignedIn).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button', { name: 'Use a recovery code' })).toBeNull();
  });

  it('takes only a recovery code if nothing else is left', async () => {
    await open(['recovery_code']);
    field('Recovery code');
    expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull();
  });

  it('begins with the password again if that took too long', async () => {
    const { page, onStartOver } = await open(
      ['authenticator'],
      answerRest(CALL, 'Enter your password again.', 401),
    );
    await page.fill(field('Code'), '123456');
    await page.user.keyboard('{Enter}');
    expect(onStartOver.mock.calls).toEqual([['That took too long. Enter your password again.']]);
  });

  it('is paused after too many codes', async () => {
    const { page } = await open(
      ['authenticator'],
      answerRest(CALL, 'Too many', 429, { 'retry-after': '60' }),
    );
    await page.fill(field('Code'), '000000');
    await page.user.keyboard('{Enter}');
    within(screen.getByRole('alert')).getByText(/^Too many attempts/);
    expect(screen.getByRole('button', { name: /^Try again in (1:00|0:5\d)$/ })).toHaveProperty(
      'disabled',
      true,
    );
    await page.user.type(field('Code'), '{Enter}');
    expect(page.calls(CALL)).toHaveLength(1);
  });

  it('can be left for another account', async () => {
    const { page, onStartOver } = await open(['authenticator']);
    await page.user.click(button('Use another account'));
    expect(onStartOver.mock.calls).toEqual([[]]);
  });
});

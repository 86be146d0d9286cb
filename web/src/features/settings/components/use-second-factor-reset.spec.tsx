import { screen, within } from '@testing-library/react/pure';
import { answer, refuse } from '../../../testing/answers.js';
import { button } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import { ResetSecondFactorMutation } from '../api/user-mutations.js';
import { useSecondFactorReset } from './use-second-factor-reset.js';

const { jest } = import.meta;

function Reset({ onReset }: { onReset: () => void }) {
  const { ask, dialog } = useSecondFactorReset(onReset);
  return (
    <>
      <button type="button" onClick={() => ask({ id: 'user-2', username: 'grace' })}>
        Ask
      </button>
      {dialog}
    </>
  );
}

describe('the second factor of somebody else', () => {
  it('is reset after a question, and after a refusal', async () => {
    const onReset = jest.fn<void, []>();
    const page = await renderComponent(<Reset onReset={onReset} />, [
      refuse(ResetSecondFactorMutation, 'No user has this ID.', 'NOT_FOUND'),
    ]);
    await page.user.click(button('Ask'));
    const question = within(screen.getByRole('dialog', { name: 'Reset second factor of grace' }));
    question.getByText(/ends all sessions of/);
    await page.user.click(question.getByRole('button', { name: 'Reset' }));
    within(question.getByRole('alert')).getByText('No user has this ID.');
    expect(onReset).not.toHaveBeenCalled();
    page.answer(
      answer(ResetSecondFactorMutation, { resetSecondFactor: { user: { id: 'user-2' } } }),
    );
    await page.user.click(question.getByRole('button', { name: 'Reset' }));
    await screen.findByText('grace signs in without a second factor now');
    expect(page.sent(ResetSecondFactorMutation).at(-1)).toEqual({ input: { userId: 'user-2' } });
    expect(onReset).toHaveBeenCalledTimes(1);
  });
});

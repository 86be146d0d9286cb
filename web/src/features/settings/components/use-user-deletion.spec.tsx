import { screen } from '@testing-library/react/pure';
import { button } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import { useUserDeletion } from './use-user-deletion.js';

const nameUsers = (...names: string[]) => names.map((username) => ({ id: username, username }));

function Deletion({ users }: { users: ReturnType<typeof nameUsers> }) {
  const deletion = useUserDeletion(() => undefined);
  return (
    <>
      <button type="button" onClick={() => deletion.ask(users)}>
        Delete
      </button>
      {deletion.dialog}
    </>
  );
}

describe('the question before users are deleted', () => {
  it.each([
    ['Delete ada', ['ada'], 'This deletes the account, ends all sessions'],
    ['Delete 2 users', ['ada', 'bob'], 'ada, bob: This deletes their accounts, ends all sessions'],
    [
      'Delete 7 users',
      ['ada', 'bob', 'cy', 'di', 'ed', 'flo', 'gil'],
      'ada, bob, cy, di, ed and 2 more: This deletes their accounts',
    ],
  ])('is "%s", and names some', async (title, names, text) => {
    const page = await renderComponent(<Deletion users={nameUsers(...names)} />);
    await page.user.click(button('Delete'));
    expect(screen.getByRole('dialog', { name: title }).textContent).toContain(text);
  });
});

import { screen } from '@testing-library/react/pure';
import { useState } from 'react';
import { renderComponent } from '../../testing/render-page.js';
import { PasswordField } from './password-field.js';

function Field() {
  const [value, setValue] = useState('');
  return (
    <PasswordField
      label="Password"
      autoComplete="current-password"
      value={value}
      onChange={setValue}
    />
  );
}

describe('a password field', () => {
  it('shows the password when asked with the keyboard, and hides it again', async () => {
    const page = await renderComponent(<Field />);
    const field = screen.getByLabelText<HTMLInputElement>('Password');
    await page.fill(field, 'secret');
    expect(field.type).toBe('password');
    expect(field.autocomplete).toBe('current-password');
    await page.user.tab();
    await page.user.keyboard('{Enter}');
    expect(field.type).toBe('text');
    expect(field.value).toBe('secret');
    await page.user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field.type).toBe('password');
  });

  it('warns about Caps Lock', async () => {
    const page = await renderComponent(<Field />);
    const field = screen.getByLabelText('Password');
    await page.user.click(field);
    await page.user.keyboard('{CapsLock}a');
    screen.getByText('Caps Lock is on');
    await page.user.keyboard('{CapsLock}a');
    expect(screen.queryByText('Caps Lock is on')).toBeNull();
  });
});

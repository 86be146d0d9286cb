import { Menu } from '@mantine/core';
import { screen } from '@testing-library/react/pure';
import { item } from '../../testing/elements.js';
import { renderComponent } from '../../testing/render-page.js';
import { CopyItem } from './copy-item.js';

describe('the menu item that copies a text', () => {
  it('copies it and says so', async () => {
    const page = await renderComponent(
      <Menu opened>
        <Menu.Dropdown>
          <CopyItem what="name" text="capitals" />
        </Menu.Dropdown>
      </Menu>,
    );
    await page.user.click(item('Copy name'));
    screen.getByText('Name copied');
    expect(await navigator.clipboard.readText()).toBe('capitals');
  });
});

import { Drawer } from '@mantine/core';
import { Rail } from './rail.js';

/** The navigation drawer on narrow screens. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={216}
      padding={0}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Menu' } }}
    >
      <Rail isCollapsed={false} onChosen={onClose} />
    </Drawer>
  );
}

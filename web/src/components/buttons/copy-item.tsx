import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Copy } from 'lucide-react';

interface CopyItemProps {
  /** Names the copied text: `name` or `ID`. */
  what: string;
  text: string;
}

/** A menu item that copies a text and shows a confirmation. */
export function CopyItem({ what, text }: CopyItemProps) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    notifications.show({ message: `${what.charAt(0).toUpperCase()}${what.slice(1)} copied` });
  };
  return (
    <Menu.Item leftSection={<Copy size={14} aria-hidden />} onClick={() => void copy()}>
      Copy {what}
    </Menu.Item>
  );
}

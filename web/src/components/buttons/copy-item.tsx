import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Copy } from 'lucide-react';

interface CopyItemProps {
  /** `name`, `id`. */
  what: string;
  text: string;
}

/** The line of a menu that copies something, and says so. */
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

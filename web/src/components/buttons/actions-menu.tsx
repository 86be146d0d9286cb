import { ActionIcon, Menu } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';

interface ActionsMenuProps {
  /** The name of what it acts on. */
  name: string;
  width?: number;
  onOpen?: (() => void) | undefined;
  /** `ActionItem`s and `ActionLink`s. */
  children: ReactNode;
}

/** The actions for one thing, behind three dots. */
export function ActionsMenu({ name, width = 200, onOpen, children }: ActionsMenuProps) {
  return (
    <Menu position="bottom-end" width={width} onOpen={onOpen}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface ActionItemProps {
  icon: LucideIcon;
  /** Whether it is red. */
  isRed?: boolean;
  disabled?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/** An action of the menu. */
export function ActionItem({ icon: Icon, isRed, ...item }: ActionItemProps) {
  return (
    <Menu.Item
      color={isRed ? 'red' : undefined}
      leftSection={<Icon size={14} aria-hidden />}
      {...item}
    />
  );
}

interface ActionAnchorProps extends ComponentPropsWithRef<'a'> {
  icon: LucideIcon;
}

function ActionAnchor({ icon: Icon, ...anchor }: ActionAnchorProps) {
  return <Menu.Item component="a" leftSection={<Icon size={14} aria-hidden />} {...anchor} />;
}

/** A link to another page in the menu. */
export const ActionLink = createLink(ActionAnchor);

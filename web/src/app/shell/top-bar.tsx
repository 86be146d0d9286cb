import { ActionIcon, Kbd, Tooltip, Menu, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  ChevronRight,
  Keyboard,
  Menu as MenuIcon,
  Search,
  Check,
  Monitor,
  Moon,
  Sun,
} from 'lucide-react';
import { Fragment } from 'react';
import { usePageChrome } from '../../components/layout/page-chrome.js';
import { PrivateMark } from '../../components/projects/private-mark.js';
import { isMac } from '../../lib/browser/mac.js';
import { AccountMenu } from './account-menu.js';
import { openPalette } from './palette-store.js';
import classes from './top-bar.module.css';

interface TopBarProps {
  onOpenMenu: () => void;
  onOpenKeys: () => void;
}

/** The top bar: breadcrumbs, page actions, and the controls that every page has. */
export function TopBar({ onOpenMenu, onOpenKeys }: TopBarProps) {
  const { crumbs, setActions } = usePageChrome();
  return (
    <header className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.menu}
        aria-label="Menu"
        onClick={onOpenMenu}
      >
        <MenuIcon size={18} aria-hidden />
      </ActionIcon>
      <nav aria-label="Breadcrumbs" className={classes.crumbs}>
        <ol>
          {crumbs.map((crumb, index) => (
            <Fragment key={crumb.label}>
              {index > 0 ? (
                <li aria-hidden className={classes.separator}>
                  <ChevronRight size={14} />
                </li>
              ) : null}
              <li
                className={classes.crumb}
                title={crumb.label}
                aria-current={crumb.link ? undefined : 'page'}
              >
                {crumb.link ? <Link {...crumb.link}>{crumb.label}</Link> : crumb.label}
              </li>
              {crumb.isPrivate ? (
                <li className={classes.mark}>
                  <PrivateMark />
                </li>
              ) : null}
            </Fragment>
          ))}
        </ol>
      </nav>
      <div className={classes.actions} ref={setActions} />
      <div className={classes.fixed}>
        <Tooltip label="Search and commands">
          <button type="button" className={classes.search} onClick={openPalette}>
            <Search size={15} aria-hidden />
            <span>Search</span>
            <Kbd size="xs">{isMac ? '⌘K' : 'Ctrl K'}</Kbd>
          </button>
        </Tooltip>
        <ThemeMenu />
        <Tooltip label="Keyboard shortcuts (?)">
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.keys}
            aria-label="Keyboard shortcuts"
            onClick={onOpenKeys}
          >
            <Keyboard size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <AccountMenu />
      </div>
    </header>
  );
}

const SCHEMES = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'auto', label: 'System', Icon: Monitor },
] as const;

/** Switches between the light, dark and system themes. This browser remembers the choice. */
function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = SCHEMES.find((scheme) => scheme.value === colorScheme)?.Icon ?? Monitor;
  return (
    <Menu position="bottom-end" width={180}>
      <Tooltip label="Theme">
        <span>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label="Theme">
              <Current size={17} aria-hidden />
            </ActionIcon>
          </Menu.Target>
        </span>
      </Tooltip>
      <Menu.Dropdown>
        {SCHEMES.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={15} aria-hidden />}
            rightSection={value === colorScheme ? <Check size={14} aria-label="selected" /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

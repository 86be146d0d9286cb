import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  BookOpen,
  Database,
  FlaskConical,
  FlaskRound,
  FolderKanban,
  Gavel,
  type LucideIcon,
  MessageSquareText,
  PanelLeftClose,
  PanelLeftOpen,
  Settings,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { buildServerUrl } from '../../lib/page/base-url.js';
import classes from './rail.module.css';

const PAGES = [
  { to: '/projects', label: 'Projects', icon: FolderKanban },
  { to: '/datasets', label: 'Datasets', icon: Database },
  { to: '/experiments', label: 'Experiments', icon: FlaskConical },
  { to: '/evaluators', label: 'Evaluators', icon: Gavel },
  { to: '/prompts', label: 'Prompts', icon: MessageSquareText },
  { to: '/playground', label: 'Playground', icon: FlaskRound },
  { to: '/settings', label: 'Settings', icon: Settings },
] as const;

interface RailProps {
  isCollapsed: boolean;
  /** Absent in the drawer on narrow screens, which is never collapsed. */
  onToggle?: () => void;
  /** Called when the user selects a page. */
  onChosen?: () => void;
}

/** The main navigation. */
export function Rail({ isCollapsed, onToggle, onChosen }: RailProps) {
  return (
    <nav className={classes.rail} data-collapsed={isCollapsed || undefined} aria-label="Main">
      <Link to="/projects" className={classes.brand} onClick={onChosen} aria-label="Spandrel home">
        <img src={buildServerUrl('favicon.svg')} alt="" width={24} height={24} />
        {isCollapsed ? null : <span>Spandrel</span>}
      </Link>
      <ul className={classes.list}>
        {PAGES.map(({ to, label, icon }) => (
          <RailItem key={to} icon={icon} label={label} isCollapsed={isCollapsed}>
            {(content) => (
              <Link to={to} className={classes.item} onClick={onChosen} aria-label={label}>
                {content}
              </Link>
            )}
          </RailItem>
        ))}
      </ul>
      <ul className={classes.list}>
        <RailItem icon={BookOpen} label="API docs" isCollapsed={isCollapsed}>
          {(content) => (
            <a href={buildServerUrl('docs')} className={classes.item} aria-label="API docs">
              {content}
            </a>
          )}
        </RailItem>
        {onToggle ? (
          <RailItem
            icon={isCollapsed ? PanelLeftOpen : PanelLeftClose}
            label={isCollapsed ? 'Expand' : 'Collapse'}
            isCollapsed={isCollapsed}
          >
            {(content) => (
              <button
                type="button"
                className={classes.item}
                aria-label={isCollapsed ? 'Expand navigation' : 'Collapse navigation'}
                onClick={onToggle}
              >
                {content}
              </button>
            )}
          </RailItem>
        ) : null}
      </ul>
    </nav>
  );
}

interface RailItemProps {
  icon: LucideIcon;
  label: string;
  isCollapsed: boolean;
  children: (content: ReactNode) => ReactNode;
}

function RailItem({ icon: Icon, label, isCollapsed, children }: RailItemProps) {
  const content = (
    <>
      <Icon size={17} strokeWidth={1.8} aria-hidden />
      {isCollapsed ? null : <span>{label}</span>}
    </>
  );
  return (
    <Tooltip label={label} position="right" disabled={!isCollapsed}>
      <li>{children(content)}</li>
    </Tooltip>
  );
}

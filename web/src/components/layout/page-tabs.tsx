import { Link, type LinkProps } from '@tanstack/react-router';
import { showWhenActive } from '../../lib/browser/show-when-active.js';
import { formatCount } from '../../lib/format/numbers.js';
import classes from './page-tabs.module.css';

/** A part of a page with its own URL. */
interface PageTab extends Pick<LinkProps, 'to' | 'params' | 'search' | 'activeOptions'> {
  label: string;
  /** How much there is. */
  count?: number;
}

interface PageTabsProps {
  /** The name for screen readers. */
  label: string;
  tabs: readonly PageTab[];
}

/** The parts of a page. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ label: name, count, ...link }) => (
        <Link key={name} {...link} className={classes.tab} ref={showWhenActive}>
          {name}
          {count === undefined ? null : (
            <>
              {' '}
              <span className={`${classes.count} numeric`}>{formatCount(count)}</span>
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** The tabs of a page that is still loading. */
export function PageTabsSkeleton({ labels }: { labels: readonly string[] }) {
  return (
    <div className={classes.tabs}>
      {labels.map((label) => (
        <span key={label} className={classes.tab}>
          {label}
        </span>
      ))}
    </div>
  );
}

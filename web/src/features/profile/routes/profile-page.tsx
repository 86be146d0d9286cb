import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import classes from './profile-page.module.css';

const SECTIONS = [
  { to: '/profile/account', label: 'Account' },
  { to: '/profile/security', label: 'Security' },
  { to: '/profile/api-keys', label: 'API keys' },
  { to: '/profile/sessions', label: 'Sessions' },
  { to: '/profile/applications', label: 'Applications' },
  { to: '/profile/preferences', label: 'Preferences' },
] as const;

/** The pages about the signed-in user. */
export function ProfilePage() {
  const { pathname } = useLocation();
  const section = SECTIONS.find(({ to }) => pathname.endsWith(to));
  useBreadcrumbs([{ label: 'Profile' }], section?.label);
  return (
    <div className={classes.page}>
      <nav className={classes.tabs} aria-label="Profile">
        {SECTIONS.map(({ to, label }) => (
          <Link key={to} to={to} className={classes.tab}>
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.scroller}>
        <div className={classes.body}>
          <Outlet />
        </div>
      </div>
    </div>
  );
}

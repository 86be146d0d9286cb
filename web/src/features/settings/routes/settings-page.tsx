import { Link, Outlet } from '@tanstack/react-router';
import { pageConfig } from '../../../lib/page-config.js';
import { useViewer } from '../../../lib/viewer.js';
import { sectionsFor } from '../sections.js';
import classes from './settings-page.module.css';

/** The settings: their sections, and the one that is open. */
export function SettingsPage() {
  const { can } = useViewer();
  const { authenticationEnabled } = pageConfig;
  return (
    <div className={classes.frame}>
      <nav className={classes.nav} aria-label="Settings">
        <ul>
          {sectionsFor({ authenticationEnabled, administer: can.administer }).map((section) => (
            <li key={section.to}>
              <Link to={section.to} className={classes.link}>
                {section.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.section}>
        <Outlet />
      </div>
    </div>
  );
}

import { Link, Outlet } from '@tanstack/react-router';
import { showWhenActive } from '../../../lib/browser/show-when-active.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { listSections } from '../sections.js';
import classes from './settings-page.module.css';

/** The settings: the list of sections, and the open section. */
export function SettingsPage() {
  const { can } = useViewer();
  return (
    <div className={classes.frame}>
      <nav className={classes.nav} aria-label="Settings">
        <ul>
          {listSections({ ...pageConfig, administer: can.administer }).map((section) => (
            <li key={section.to}>
              <Link to={section.to} className={classes.link} ref={showWhenActive}>
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

import { VisuallyHidden } from '@mantine/core';
import { Check } from 'lucide-react';
import { getRoleLabel } from '../../../lib/viewer/permissions.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { ReadingPage } from '../components/reading-page.js';
import { useSection } from '../components/use-section.js';
import { ABILITIES, type Ability, ROLES } from '../roles.js';
import classes from './roles-page.module.css';

/** The permissions of each role. */
export function RolesPage() {
  useSection('Roles');
  const { viewer } = useViewer();
  return (
    <ReadingPage
      title="Roles"
      intro={
        viewer
          ? `Every user has one role. Yours is ${getRoleLabel(viewer.role.name).toLowerCase()}.`
          : 'Every user has one role.'
      }
    >
      <div className={classes.wide}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>Action</VisuallyHidden>
              </th>
              {ROLES.map((role) => (
                <th key={role} scope="col" data-own={viewer?.role.name === role || undefined}>
                  {getRoleLabel(role)}
                </th>
              ))}
            </tr>
          </thead>
          {ABILITIES.map(({ title, abilities }) => (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={ROLES.length + 1} className={classes.group}>
                  {title}
                </th>
              </tr>
              {abilities.map((ability) => (
                <AbilityRow key={ability.text} ability={ability} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <h2>API keys</h2>
      <p>
        A personal key always has the same permissions as its owner. A system key has the
        permissions of a member. You can limit either kind to reading or to sending traces, and to
        one project. Keys cannot create other keys.
      </p>
    </ReadingPage>
  );
}

function AbilityRow({ ability }: { ability: Ability }) {
  return (
    <tr>
      <th scope="row">{ability.text}</th>
      {ROLES.map((role) => (
        <td key={role}>
          {ability.roles.includes(role) ? (
            <>
              <Check size={15} aria-hidden />
              <VisuallyHidden>yes</VisuallyHidden>
            </>
          ) : (
            <>
              <span aria-hidden className={classes.no}>
                –
              </span>
              <VisuallyHidden>no</VisuallyHidden>
            </>
          )}
        </td>
      ))}
    </tr>
  );
}

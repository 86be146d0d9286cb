import { Button } from '@mantine/core';
import { KeyExpiry, KeyLastUse, KeyPrefix } from '../../../components/api-keys/key-cells.js';
import { getScopeLabel } from '../../../components/api-keys/key-use.js';
import type { UserDetail } from '../api/users.js';
import { useKeyDeletion } from './use-key-deletion.js';
import classes from './user-panel.module.css';

/** The API keys of a user, with a button to delete each. */
export function UserKeys({ user }: { user: UserDetail }) {
  const deletion = useKeyDeletion('user');
  if (user.apiKeys.length === 0) return <p className={classes.none}>No API keys.</p>;
  return (
    <>
      <ul className={classes.list} aria-label="API keys">
        {user.apiKeys.map((key) => (
          <li key={key.id} className={classes.item}>
            <div className={classes.what}>
              <div className={classes.name}>{key.name}</div>
              <div className={classes.notes}>
                <KeyPrefix prefix={key.prefix} />
                <span>{getScopeLabel(key.scope)}</span>
                {key.project ? <span>{key.project.name}</span> : null}
                <span>
                  last used <KeyLastUse lastUsedAt={key.lastUsedAt} />
                </span>
                <span>
                  expires <KeyExpiry expiresAt={key.expiresAt} />
                </span>
              </div>
            </div>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Delete key ${key.name}`}
              onClick={() => deletion.ask(key, user.username)}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      {deletion.dialog}
    </>
  );
}

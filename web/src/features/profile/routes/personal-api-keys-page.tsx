import { Badge, Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { CreateKeyDialog } from '../../../components/api-keys/create-key-dialog.js';
import type { NewKey } from '../../../components/api-keys/create-key-form.js';
import { KeyExpiry, KeyPrefix } from '../../../components/api-keys/key-cells.js';
import { notifyWhenDone, useConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { isExpired } from '../../../components/api-keys/key-expiry.js';
import { getScopeLabel } from '../../../components/api-keys/key-use.js';
import {
  CreateOwnKeyMutation,
  DeleteOwnKeyMutation,
  type OwnKey,
  OwnKeysQuery,
} from '../api/api-keys.js';
import rows from '../components/rows.module.css';
import { ProfileSection } from '../components/profile-section.js';
import { IconButton } from '../../../components/buttons/icon-button.js';

/** Your API keys, for programs that send or read data. */
export function PersonalApiKeysPage() {
  const { data, error, reload } = useGraphqlQuery(OwnKeysQuery, {});
  const [isCreating, creating] = useDisclosure();
  const { confirm, confirmDialog } = useConfirmDialog();
  const [createKey] = useGraphqlMutation(CreateOwnKeyMutation);
  const [deleteKey] = useGraphqlMutation(DeleteOwnKeyMutation);
  const keys = data?.viewer?.apiKeys;

  const create = async (input: NewKey) => {
    const { data: made, error: refusal } = await createKey({ input });
    if (!made) return { problem: describeError(refusal).detail };
    return { secret: made.createUserApiKey.jwt };
  };
  const askToDelete = (key: OwnKey) =>
    confirm({
      title: `Delete key ${key.name}`,
      text: (
        <>
          Programs that use <b>{key.prefix}…</b> will lose access. The data they have sent is kept.
          You can’t undo this.
        </>
      ),
      label: 'Delete key',
      run: () => notifyWhenDone(deleteKey({ input: { id: key.id } }), `Key ${key.name} deleted`),
    });

  return (
    <ProfileSection
      isPage
      title="API keys"
      intro="Programs use a key to send or read traces. A key has your permissions, or fewer."
      action={
        <Button leftSection={<Plus size={15} aria-hidden />} onClick={creating.open}>
          New key
        </Button>
      }
    >
      {keys && keys.length > 0 ? (
        <ul className={rows.list}>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} onDelete={() => askToDelete(key)} />
          ))}
        </ul>
      ) : null}
      {keys?.length === 0 ? (
        <EmptyState icon={KeyRound} title="No API keys yet">
          Create a key, then set it as an environment variable for the program that sends traces.
          Spandrel shows the key only once.
        </EmptyState>
      ) : null}
      {!keys && error ? <ErrorState error={error} onRetry={reload} /> : null}
      {!keys && !error ? <Skeleton height={64} /> : null}
      <CreateKeyDialog
        title="New API key"
        opened={isCreating}
        fullScopeNote="The key has all your permissions."
        onClose={creating.close}
        create={create}
      />
      {confirmDialog}
    </ProfileSection>
  );
}

function KeyRow({ apiKey, onDelete }: { apiKey: OwnKey; onDelete: () => void }) {
  const { name, description, prefix, scope, project, lastUsedAt, expiresAt } = apiKey;
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <div className={rows.title}>
          <span>{name}</span>
          <Badge size="sm" variant="default" tt="none" fw={500}>
            {getScopeLabel(scope)}
          </Badge>
          {project ? (
            <Badge size="sm" variant="default" tt="none" fw={500}>
              only {project.name}
            </Badge>
          ) : null}
        </div>
        {description ? <div className={rows.description}>{description}</div> : null}
        <div className={rows.facts}>
          <KeyPrefix prefix={prefix} />
          {lastUsedAt === null ? (
            <span>never used</span>
          ) : (
            <span>
              last used <RelativeTime time={lastUsedAt} />
            </span>
          )}
          {expiresAt === null ? <span>does not expire</span> : <Expiry expiresAt={expiresAt} />}
        </div>
      </div>
      <IconButton label={`Delete key ${name}`} hint="Delete" onClick={onDelete}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
    </li>
  );
}

function Expiry({ expiresAt }: { expiresAt: string }) {
  return (
    <span>
      {isExpired(expiresAt) ? null : 'expires'}
      <KeyExpiry expiresAt={expiresAt} />
    </span>
  );
}

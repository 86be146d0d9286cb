import { Button, Modal, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { Fingerprint, Plus, ShieldCheck, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { Notice } from '../../../components/feedback/notice.js';
import { AuthenticatorSetup } from '../../../components/second-factor/authenticator-setup.js';
import { PasskeySetup } from '../../../components/second-factor/passkey-setup.js';
import { canUsePasskeys } from '../../../lib/browser/passkeys.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import {
  type Passkey,
  ReplaceRecoveryCodesMutation,
  type SecondFactor,
  SecondFactorQuery,
} from '../api/second-factor.js';
import { ProfileSection } from '../components/profile-section.js';
import { RemovalDialog } from '../components/removal-dialog.js';
import rows from '../components/rows.module.css';
import { PasswordStep } from '../../../components/second-factor/password-step.js';
import { RecoveryCodes } from '../../../components/second-factor/recovery-codes.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';

/** The page with the passkeys and the second factor of the user. */
export function SecurityPage() {
  const { data, error, reload } = useGraphqlQuery(SecondFactorQuery, {});
  const [removed, setRemoved] = useState<'authenticator' | Passkey>();
  const factor = data?.viewer?.secondFactor;
  if (!data && error) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <Skeleton height={160} />;
  if (!factor) {
    return (
      <ProfileSection isPage title="Security">
        <EmptyState icon={ShieldCheck} title="Managed where you sign in">
          You don’t sign in with a Spandrel password. Add a second factor to your account at your
          organization’s provider or directory.
        </EmptyState>
      </ProfileSection>
    );
  }
  const count = factor.passkeys.length + (factor.authenticatorAddedAt === null ? 0 : 1);
  return (
    <>
      <Passkeys passkeys={factor.passkeys} onChanged={reload} onRemove={setRemoved} />
      <Authenticator
        addedAt={factor.authenticatorAddedAt}
        onChanged={reload}
        onRemove={() => setRemoved('authenticator')}
      />
      {count > 0 ? <RecoveryCodesLeft count={factor.recoveryCodeCount} /> : null}
      <RemovalDialog
        factor={removed}
        isLast={count === 1}
        onClose={() => {
          setRemoved(undefined);
          reload();
        }}
      />
    </>
  );
}

interface PasskeysProps {
  passkeys: SecondFactor['passkeys'];
  onChanged: () => void;
  onRemove: (passkey: Passkey) => void;
}

function Passkeys({ passkeys, onChanged, onRemove }: PasskeysProps) {
  const [isAdding, adding] = useDisclosure();
  const isPossible = canUsePasskeys();
  const finish = () => {
    adding.close();
    notifications.show({ message: 'Passkey added' });
    onChanged();
  };
  return (
    <ProfileSection
      isPage
      title="Passkeys"
      intro="Sign in with your fingerprint, your face or a PIN instead of your password. Once you have a passkey or an authenticator app, your password alone no longer signs you in."
      action={
        isPossible ? (
          <Button leftSection={<Plus size={15} aria-hidden />} onClick={adding.open}>
            Add passkey
          </Button>
        ) : null
      }
    >
      {isPossible ? null : (
        <Notice tone="info">
          Passkeys need a current browser, and a host name instead of an IP address in its address
          bar.
        </Notice>
      )}
      {passkeys.length > 0 ? (
        <ul className={rows.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => onRemove(passkey)} />
          ))}
        </ul>
      ) : null}
      {passkeys.length === 0 && isPossible ? (
        <EmptyState icon={Fingerprint} title="No passkeys yet">
          Your phone, computer, password manager or a security key can keep one. It works on this
          server only, so a fake page cannot steal it.
        </EmptyState>
      ) : null}
      <Modal
        opened={isAdding}
        onClose={adding.close}
        title="Add a passkey"
        closeOnClickOutside={false}
      >
        <PasskeySetup onCancel={adding.close} onDone={finish} />
      </Modal>
    </ProfileSection>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className={rows.row}>
      <Fingerprint size={18} strokeWidth={1.6} className={rows.icon} aria-hidden />
      <div className={rows.text}>
        <div className={rows.title}>{name}</div>
        <div className={rows.facts}>
          <span>
            {lastUsedAt === null ? (
              'never used'
            ) : (
              <>
                last used <RelativeTime time={lastUsedAt} />
              </>
            )}
          </span>
          <span>
            added <RelativeTime time={createdAt} />
          </span>
        </div>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Remove passkey ${name}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
}

interface AuthenticatorProps {
  addedAt: string | null;
  onChanged: () => void;
  onRemove: () => void;
}

function Authenticator({ addedAt, onChanged, onRemove }: AuthenticatorProps) {
  const [isAdding, adding] = useDisclosure();
  const finish = () => {
    adding.close();
    notifications.show({ message: 'Authenticator app added' });
    onChanged();
  };
  return (
    <ProfileSection
      title="Authenticator app"
      intro="An app on your phone shows a code that you enter after your password."
      action={
        addedAt === null ? (
          <Button
            variant="default"
            leftSection={<Plus size={15} aria-hidden />}
            onClick={adding.open}
          >
            Add app
          </Button>
        ) : null
      }
    >
      {addedAt === null ? null : (
        <ul className={rows.list}>
          <li className={rows.row}>
            <Smartphone size={18} strokeWidth={1.6} className={rows.icon} aria-hidden />
            <div className={rows.text}>
              <div className={rows.title}>Authenticator app</div>
              <div className={rows.facts}>
                <span>
                  added <RelativeTime time={addedAt} />
                </span>
              </div>
            </div>
            <Button
              variant="default"
              size="compact-sm"
              aria-label="Remove authenticator app"
              onClick={onRemove}
            >
              Remove
            </Button>
          </li>
        </ul>
      )}
      <Modal
        opened={isAdding}
        onClose={adding.close}
        title="Add an authenticator app"
        closeOnClickOutside={false}
      >
        <AuthenticatorSetup onCancel={adding.close} onDone={finish} />
      </Modal>
    </ProfileSection>
  );
}

/** From here on, users should get new codes. */
const FEW = 3;

function RecoveryCodesLeft({ count }: { count: number }) {
  const [isReplacing, replacing] = useDisclosure();
  return (
    <ProfileSection
      title="Recovery codes"
      intro={`For when you lose your second factor. You have ${formatPlural(count, 'code')} left.`}
      action={
        <Button variant="default" onClick={replacing.open}>
          Replace codes
        </Button>
      }
    >
      {count <= FEW ? (
        <Notice tone="warning">
          {count === 0
            ? 'Get new codes. Without them, only an administrator can let you in if you lose your second factor.'
            : 'Get new codes before you run out.'}
        </Notice>
      ) : null}
      <NewCodesDialog opened={isReplacing} onClose={replacing.close} />
    </ProfileSection>
  );
}

/** Replaces the recovery codes, and shows the new ones once. */
function NewCodesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Replace recovery codes"
      closeOnClickOutside={false}
    >
      <NewCodes onClose={onClose} />
    </Modal>
  );
}

function NewCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const [replace] = useGraphqlMutation(ReplaceRecoveryCodesMutation);
  if (codes) {
    return <RecoveryCodes codes={codes} message="You have new recovery codes." onDone={onClose} />;
  }
  return (
    <PasswordStep
      text="You get ten new codes. The codes that you have now stop working."
      label="Replace codes"
      onCancel={onClose}
      onSubmit={async ({ password }) => {
        const { data, error } = await replace({ input: { password } });
        if (!data) return describeError(error).detail;
        setCodes(data.replaceRecoveryCodes.recoveryCodes ?? []);
        return undefined;
      }}
    />
  );
}

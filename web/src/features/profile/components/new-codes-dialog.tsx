import { Modal } from '@mantine/core';
import { useState } from 'react';
import { PasswordStep } from '../../../components/second-factor/password-step.js';
import { RecoveryCodes } from '../../../components/second-factor/recovery-codes.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { ReplaceRecoveryCodesMutation } from '../api/second-factor.js';

/** Replaces the recovery codes, and shows the new ones once. */
export function NewCodesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
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

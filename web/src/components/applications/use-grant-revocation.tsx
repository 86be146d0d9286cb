import { useCallback, useState } from 'react';
import { graphql } from '../../graphql.js';
import { useGraphqlMutation } from '../../lib/data/use-graphql-mutation.js';
import { ConfirmDialog, type Confirmation, notifyWhenDone } from '../dialogs/confirm-dialog.js';

export const RevokeGrantMutation = graphql(`
  mutation RevokeGrant($input: RevokeOAuth2GrantInput!) {
    revokeOAuth2Grant(input: $input) {
      grantId
    }
  }
`);

interface NamedGrant {
  id: string;
  clientName: string;
}

/**
 * Asks for confirmation before the access of an application ends. Returns the function that asks, and
 * the dialog to render.
 */
export function useGrantRevocation() {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [revoke] = useGraphqlMutation(RevokeGrantMutation);
  const ask = useCallback(
    ({ id, clientName }: NamedGrant, owner?: string) =>
      setConfirmation({
        title: `Revoke access of ${clientName}`,
        text: (
          <>
            <b>{clientName}</b> will lose access at once. What it has done so far stays. To use it
            again, {owner ?? 'you'} must approve it again.
          </>
        ),
        label: 'Revoke access',
        run: () => notifyWhenDone(revoke({ input: { id } }), `Access of ${clientName} revoked`),
      }),
    [revoke],
  );
  const close = useCallback(() => setConfirmation(undefined), []);
  return { ask, dialog: <ConfirmDialog confirmation={confirmation} onClose={close} /> };
}

import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../../components/feedback/notice.js';
import { useCustomProviderChoices } from '../../../components/prompt-editor/custom-provider-choices.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { useEnteredKeys, useProviders } from '../../../components/prompt-editor/provider-keys.js';
import type { Variant } from '../draft/playground-draft.js';

/** Says what to do while no provider has a key. Ollama needs none. */
export function ProvidersNotice({ variants }: { variants: readonly Variant[] }) {
  const providers = useProviders();
  const { choices, isLoaded } = useCustomProviderChoices();
  const entered = useEnteredKeys();
  const { can } = useViewer();
  const withKeys = providers?.filter(
    ({ credentialRequirements }) => credentialRequirements.length > 0,
  );
  const isReady =
    !withKeys ||
    !isLoaded ||
    choices.length > 0 ||
    entered.size > 0 ||
    withKeys.some(({ credentialsSet }) => credentialsSet) ||
    variants.some(({ modelProvider }) => modelProvider === 'OLLAMA');
  if (isReady) return null;
  const settings = (
    <Anchor component={Link} to="/settings/model-providers" inherit underline="always">
      Settings › Model providers
    </Anchor>
  );
  return (
    <Notice tone="info">
      This server has no key for a model provider yet.{' '}
      {can.administer ? 'Add one in ' : 'Ask an administrator to add one in '}
      {settings}, or choose a provider under <b>Model</b> and use your own key. Ollama needs no key.
    </Notice>
  );
}

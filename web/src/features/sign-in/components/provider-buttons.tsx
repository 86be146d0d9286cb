import { Button, Stack } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import type { IdentityProvider } from '../../../lib/page/page-config.js';
import { buildProviderUrl } from '../provider-url.js';

interface ProviderButtonsProps {
  providers: readonly IdentityProvider[];
  returnUrl: string;
}

/** A button for each sign-in provider. */
export function ProviderButtons({ providers, returnUrl }: ProviderButtonsProps) {
  return (
    <Stack gap="xs">
      {providers.map(({ name, displayName }) => (
        <Button
          key={name}
          component="a"
          data-button
          href={buildProviderUrl(name, returnUrl)}
          variant="default"
          fullWidth
          leftSection={<KeyRound size={15} aria-hidden />}
        >
          Continue with {displayName}
        </Button>
      ))}
    </Stack>
  );
}

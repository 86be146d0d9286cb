import { useEffect, useState } from 'react';
import { serverAddress } from '../../lib/page/base-url.js';
import { pageConfig } from '../../lib/page/page-config.js';
import { resumeSession } from '../../lib/session/server-fetch.js';
import { hasSignedOut } from '../../lib/session/signed-out.js';
import { providerUrl } from './provider-url.js';
import type { LoginSearch } from './search.js';

/**
 * Goes on without asking where nothing need be asked: to the page one wanted when there still is a
 * session, else to the provider that the address or the server names. True while it is being found
 * out or on its way; an error or a sign-out just now keeps one here.
 */
export function useWayIn(search: LoginSearch, returnPath: string): boolean {
  const { error, message, trigger } = search;
  const provider = error || message || hasSignedOut() ? undefined : providerToUse(trigger);
  const [isLeaving, setIsLeaving] = useState(provider !== undefined);
  useEffect(() => {
    let isGone = false;
    const leave = async () => {
      const isSignedIn = await resumeSession();
      if (isGone) return;
      const goal = isSignedIn ? pageUrl(returnPath) : provider && providerUrl(provider, returnPath);
      setIsLeaving(goal !== undefined);
      if (goal !== undefined) location.replace(goal);
    };
    void leave();
    return () => {
      isGone = true;
    };
  }, [provider, returnPath]);
  return isLeaving;
}

/**
 * The full address of a page given by its path below the mount. Joined as text: resolved as an address,
 * `/javascript:…` without its slash would be one of another kind.
 */
export function pageUrl(path: string): string {
  return `${serverAddress}${path}`;
}

function providerToUse(trigger: string | undefined): string | undefined {
  const { oAuth2Idps, autoLoginIdp } = pageConfig;
  const triggered = oAuth2Idps.find(({ name }) => name === trigger);
  return triggered?.name ?? autoLoginIdp ?? undefined;
}

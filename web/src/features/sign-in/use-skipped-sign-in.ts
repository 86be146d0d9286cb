import { useEffect, useState } from 'react';
import { serverAddress } from '../../lib/page/base-url.js';
import { pageConfig } from '../../lib/page/page-config.js';
import { resumeSession } from '../../lib/session/server-fetch.js';
import { hasSignedOut } from '../../lib/session/signed-out.js';
import { buildSignInUrl } from './api/sign-in.js';
import type { LoginSearch } from './search.js';

/**
 * Skips the sign-in page if possible: goes to the requested page if there is a session, otherwise
 * to the provider that the URL or the server names. Returns true while it checks the session or
 * leaves the page. Stays on the page after an error or a sign-out.
 */
export function useSkippedSignIn(search: LoginSearch, returnPath: string): boolean {
  const { error, message, trigger } = search;
  const path = error || message || hasSignedOut() ? undefined : findLink(trigger);
  const [isLeaving, setIsLeaving] = useState(path !== undefined);
  useEffect(() => {
    let isGone = false;
    const leave = async () => {
      const isSignedIn = await resumeSession();
      if (isGone) return;
      const goal = isSignedIn ? buildPageUrl(returnPath) : path && buildSignInUrl(path, returnPath);
      setIsLeaving(goal !== undefined);
      if (goal !== undefined) location.replace(goal);
    };
    void leave();
    return () => {
      isGone = true;
    };
  }, [path, returnPath]);
  return isLeaving;
}

/**
 * Returns the full URL of a page, given its path below the base URL. Joins the texts, because
 * resolving `/javascript:…` without its slash would give a different scheme.
 */
export function buildPageUrl(path: string): string {
  return `${serverAddress}${path}`;
}

/** Returns the path of the link that the URL names, otherwise of the one that the server names. */
function findLink(trigger: string | undefined): string | undefined {
  const { signInLinks, autoLoginIdp } = pageConfig;
  const find = (wanted: string | null | undefined) =>
    signInLinks.find(({ name }) => name === wanted)?.path;
  return find(trigger) ?? find(autoLoginIdp);
}

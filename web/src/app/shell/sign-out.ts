import { notifications } from '@mantine/notifications';
import { buildServerUrl } from '../../lib/page/base-url.js';
import { forgetSession } from '../../lib/session/server-fetch.js';
import { rememberSignedOut } from '../../lib/session/signed-out.js';

/**
 * Ends this session or all your sessions, then shows the signed-out page. Redirects through the
 * sign-in provider if its session must end, too.
 */
export async function signOut(everywhere = false): Promise<void> {
  let next = buildServerUrl('logout');
  try {
    const response = await fetch(
      buildServerUrl(`auth/logout${everywhere ? '?everywhere=true' : ''}`),
      {
        method: 'POST',
      },
    );
    // An expired session needs no sign-out.
    if (!response.ok && response.status !== 401) throw new Error(`Status ${response.status}`);
    if (response.status === 200) {
      const { redirect_to: atProvider } = (await response.json()) as { redirect_to?: string };
      if (atProvider && /^https?:/.test(atProvider)) next = atProvider;
    }
  } catch {
    notifications.show({
      color: 'red',
      message: 'The server could not end your session, so you are still signed in. Try again.',
    });
    return;
  }
  forgetSession();
  rememberSignedOut();
  // Loads a new document, so that no data of this user remains for the next one.
  location.replace(next);
}

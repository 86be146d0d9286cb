import { notifications } from '@mantine/notifications';
import { serverUrl } from '../../lib/base-url.js';
import { forgetSession } from '../../lib/server-fetch.js';

/** Ends this session, or all of one's sessions, and shows that it has ended. */
export async function signOut(everywhere = false): Promise<void> {
  try {
    const response = await fetch(serverUrl(`auth/logout${everywhere ? '?everywhere=true' : ''}`), {
      method: 'POST',
    });
    // A session that has ended by itself is what was wanted.
    if (!response.ok && response.status !== 401) throw new Error(await response.text());
  } catch {
    notifications.show({
      color: 'red',
      message: 'You are still signed in: the server could not end the session. Try again.',
    });
    return;
  }
  forgetSession();
  // A new document: nothing that was read for one person is still there for the next.
  location.replace(serverUrl('logout'));
}

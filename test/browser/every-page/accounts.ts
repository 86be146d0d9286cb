import type { Locator, Page } from 'playwright-core';
import { ADMIN_PASSWORD, type SecuredServer } from '../../support/accounts.js';
import {
  authorizationRequest,
  connect,
  connectUnverified,
  createProof,
} from '../../support/application.js';
import { codeOf, createLocalAccount, createProtectedAccount } from '../../support/second-factor.js';
import { fillIn } from '../../support/sign-in-form.js';
import { addAuthenticator } from '../../support/virtual-authenticator.js';
import { heading, press, text } from './steps.js';
import { type Area, REFUSED, type WalkedServer } from './walk.js';

interface Shown {
  server: WalkedServer;
  /** The email address of a user with an authenticator app, and the `Cookie` header of others. */
  protectedEmail: string;
  local: string;
  expired: string;
  /** The IDs of applications: one that registered itself, and one with its own scheme. */
  unverified: string;
  editor: string;
}

const CALLBACK = 'http://127.0.0.1:53682/callback';
const OWN_SCHEME = 'spandrel-test://oauth/callback';

async function fixture(server: WalkedServer): Promise<Shown> {
  const { ADMIN, MEMBER } = server.accounts;
  const expired = await server.createAccount('MEMBER');
  await server.sql('UPDATE users SET password_needs_reset = true WHERE id = $1', [expired.userId]);
  await connect(server, ADMIN.cookie);
  await connectUnverified(server, ADMIN.cookie);
  await connectUnverified(server, MEMBER.cookie, 'Unknown agent <b>');
  const [unknown] = await server.sql<{ id: string }>(
    "SELECT client_id AS id FROM oauth2_clients WHERE name = 'Unknown agent <b>'",
  );
  const { body } = await server.request
    .post('/oauth2/register')
    .send({ client_name: 'Editor', redirect_uris: [OWN_SCHEME] });
  return {
    server,
    protectedEmail: (await createProtectedAccount(server)).email,
    local: (await createLocalAccount(server)).cookie,
    expired: expired.cookie,
    unverified: unknown!.id,
    editor: (body as { client_id: string }).client_id,
  };
}

const nobody = (): string => '';
const title = (name: string) => (page: Page) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();
const at = (path: string) => (): string => path;

/** Everything that viewers change here is theirs. */
const own = { may: /^/ };

/** The page that asks a user about an application. */
const asking = (changes: Record<string, string>): string =>
  `/oauth2/consent?${new URLSearchParams(
    authorizationRequest(createProof().challenge, { redirect_uri: CALLBACK, ...changes }),
  ).toString()}`;

const dialogOf = (page: Page): Locator => page.getByRole('dialog');
const confirmPassword = async (page: Page, button: string): Promise<void> => {
  await dialogOf(page).getByLabel('Your password').fill(ADMIN_PASSWORD);
  await dialogOf(page).getByRole('button', { name: button }).click();
};

/** Signs the page in at a host name, because passkeys need one, and opens its security page. */
async function openAtHostName(page: Page, { url }: SecuredServer, cookie: string): Promise<void> {
  const named = url.replace('127.0.0.1', 'localhost');
  await page.context().addCookies(
    cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return { name, value, url: named };
    }),
  );
  await page.goto(`${named}/profile/security`);
  await page.getByText('No passkeys yet').waitFor();
}

export const accounts: Area<Shown> = {
  fixture,
  stops: {
    '/login': [
      {
        name: 'the form, with an error',
        path: at('/login?error=email_in_use'),
        ready: title('Sign in'),
        as: nobody,
      },
      {
        name: 'the second step of signing in',
        path: at('/profile/security'),
        ready: title('Sign in'),
        as: nobody,
        logs: REFUSED,
        open: async (page, look, { protectedEmail }) => {
          await fillIn(page, protectedEmail, ADMIN_PASSWORD);
          await title('Confirm it’s you')(page);
          await look('the code');
        },
      },
    ],
    '/logout': [
      {
        name: 'after signing out',
        path: at('/logout'),
        ready: title('You have signed out'),
        as: nobody,
      },
    ],
    '/forgot-password': [
      {
        name: 'the form for a link',
        path: at('/forgot-password'),
        ready: title('Forgot your password?'),
        as: nobody,
      },
    ],
    '/reset-password-with-token': [
      {
        name: 'a new password',
        path: at('/reset-password-with-token?token=x'),
        ready: title('Set a new password'),
        as: nobody,
      },
      {
        name: 'a link that does not work',
        path: at('/reset-password-with-token'),
        ready: title('This link does not work'),
        as: nobody,
      },
    ],
    '/reset-password': [
      {
        name: 'instead of any page if the password has expired',
        path: at('/projects'),
        ready: title('Choose a new password'),
        as: ({ expired }) => expired,
      },
    ],
    '/second-factor': [
      {
        name: 'a server that requires a second factor',
        path: at('/second-factor'),
        ready: title('Add a second factor'),
        as: ({ local }) => local,
        prepare: (page) =>
          page.route('**/graphql', async (route) => {
            const response = await route.fetch();
            const answer = (await response.json()) as {
              data: { viewer?: { secondFactor: { isMissing: boolean } } };
            };
            if (answer.data.viewer) answer.data.viewer.secondFactor.isMissing = true;
            await route.fulfill({ response, json: answer });
          }),
      },
    ],
    '/oauth2/consent': [
      {
        name: 'a verified application',
        path: () => asking({}),
        ready: title('Allow Phoenix CLI to act for you?'),
      },
      {
        name: 'an application that nobody has verified',
        path: ({ unverified, server }) =>
          asking({ client_id: unverified, resource: `${server.url}/mcp` }),
        ready: async (page) => {
          await page.getByRole('alert').getByText('nobody has verified its name').waitFor();
          await page.getByText('through the MCP server').waitFor();
        },
      },
      {
        name: 'an address that is not registered',
        path: () => asking({ redirect_uri: 'https://evil.example/callback' }),
        ready: title('This application cannot ask for access'),
      },
      {
        name: 'an application that opens by its own scheme',
        path: ({ editor }) => asking({ client_id: editor, redirect_uri: OWN_SCHEME }),
        ready: text('that opens spandrel-test: links'),
        // No program of this machine knows the scheme, which leaves the page in another state.
        as: ({ server }) => server.accounts.MEMBER.cookie,
        logs: /spandrel-test:/,
        open: async (page, look) => {
          await press(page, 'Approve');
          await heading('Return to Editor')(page);
          await look('the way back');
        },
      },
    ],
    '/profile/account': [
      { name: 'your account', path: at('/profile/account'), ready: title('Account'), viewer: own },
    ],
    '/profile/security': [
      {
        name: 'an authenticator app',
        path: at('/profile/security'),
        ready: title('Passkeys'),
        as: ({ local }) => local,
        open: async (page, look) => {
          await press(page, 'Add app');
          await confirmPassword(page, 'Continue');
          await page.getByRole('img', { name: /QR code/ }).waitFor();
          await look('its QR code');
          const secret = await dialogOf(page).locator('code').innerText();
          await page
            .getByRole('textbox', { name: 'Code' })
            .fill(codeOf(secret.replaceAll(' ', '')));
          await page.keyboard.press('Enter');
          await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
          await look('recovery codes');
          await press(page, 'I have saved them');
        },
      },
      {
        name: 'passkeys',
        path: at('/profile/security'),
        ready: title('Passkeys'),
        as: ({ server }) => server.accounts.VIEWER.cookie,
        open: async (page, look, { server, local }) => {
          const session = await addAuthenticator(page);
          await openAtHostName(page, server, local);
          await look('no passkeys');
          await press(page, 'Add passkey');
          await page.getByLabel('Name').fill('Laptop');
          await confirmPassword(page, 'Add passkey');
          await page.getByRole('listitem').filter({ hasText: 'Laptop' }).waitFor();
          await look('a passkey');
          await session.send('WebAuthn.disable');
          await session.detach();
        },
      },
    ],
    '/profile/api-keys': [
      {
        name: 'your keys',
        path: at('/profile/api-keys'),
        ready: title('API keys'),
        viewer: own,
        open: async (page, look) => {
          await press(page, 'New key');
          await dialogOf(page).getByLabel('Name').fill('collector');
          await look('the form of a key');
          await dialogOf(page).getByRole('button', { name: 'Create key' }).click();
          await dialogOf(page).getByText('This is shown only once').waitFor();
          await look('a new key');
        },
      },
    ],
    '/profile/sessions': [
      {
        name: 'where you are signed in',
        path: at('/profile/sessions'),
        ready: title('Sessions'),
        viewer: own,
      },
    ],
    '/profile/applications': [
      {
        name: 'your applications',
        path: at('/profile/applications'),
        ready: text('Unverified'),
        viewer: { ...own, ready: title('Applications') },
      },
    ],
    '/profile/preferences': [
      {
        name: 'your preferences',
        path: at('/profile/preferences'),
        ready: title('Preferences'),
        viewer: own,
      },
    ],
  },
};

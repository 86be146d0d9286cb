import type { Locator, Page } from 'playwright-core';
import { refusal } from '../../support/provider-server.js';
import { choose, close, heading, press, text } from './steps.js';
import { NO_PAGE } from './visitor.js';
import { type Area } from './walk.js';
import { settingsToShow, KEY, type ShownSettings } from './settings-fixture.js';
/** Most of these pages refuse others, and say so. */
const forAdmins = {
  ready: async (page: Page): Promise<void> => {
    await text('Only administrators can see this page')(page);
    expect(await page.getByText('A_SECRET').count()).toBe(0);
  },
};

const at = (section: string) => (): string => `/settings/${section}`;
const dialogOf = (page: Page): Locator => page.getByRole('dialog');
/** Finds a field by its label, which ends with an asterisk if the field is required. */
const field = (page: Page, name: string): Locator =>
  dialogOf(page).getByLabel(new RegExp(`^${name}( \\*)?$`));

export const settings: Area<ShownSettings> = {
  fixture: settingsToShow,
  stops: {
    '/settings/general': [
      { name: 'the version', path: at('general'), ready: text(/^Spandrel \d/) },
    ],
    '/settings/users': [
      {
        name: 'users',
        path: at('users'),
        ready: (page) => page.locator('tbody a').first().waitFor(),
        viewer: forAdmins,
        open: async (page, look) => {
          await press(page, 'Add user');
          await dialogOf(page).getByText('Enter a password').click();
          await dialogOf(page).getByLabel('Password', { exact: true }).last().waitFor();
          await look('a new user');
        },
      },
    ],
    '/settings/users/$userId': [
      {
        name: 'a user with a second factor',
        path: ({ user }) => `/settings/users/${encodeURIComponent(user)}`,
        ready: async (page) => {
          await heading('Sessions')(page);
          await page.getByText('authenticator app', { exact: true }).waitFor();
        },
        viewer: forAdmins,
        open: async (page, look) => {
          await press(page, 'Reset second factor…');
          await page.getByRole('dialog', { name: /second factor/ }).waitFor();
          await look('the question before its second factor is reset');
        },
      },
    ],
    '/settings/groups': [
      {
        name: 'groups',
        path: at('groups'),
        ready: text('OpenID Connect'),
        viewer: forAdmins,
        open: async (page, look, { server }) => {
          await press(page, 'Show support');
          await dialogOf(page).getByText('It comes from the identity provider.').waitFor();
          await dialogOf(page).getByText(server.accounts.MEMBER.email).waitFor();
          await look('a group of the identity provider');
          await close(page);
          await press(page, 'New group');
          await dialogOf(page).getByRole('textbox', { name: 'Name' }).fill('Evaluators');
          const { username } = server.accounts.VIEWER;
          await dialogOf(page).getByRole('combobox', { name: 'Members' }).fill(username);
          await page.getByRole('option', { name: username }).click();
          await page.keyboard.press('Tab');
          await look('a new group');
          await server.sql('DELETE FROM user_groups');
          await page.reload();
          await page.getByText('No groups yet').waitFor();
          await look('no groups');
        },
      },
    ],
    '/settings/roles': [
      {
        name: 'what roles allow',
        path: at('roles'),
        ready: (page) => page.getByRole('table').waitFor(),
      },
    ],
    '/settings/api-keys': [
      {
        name: 'system keys',
        path: at('api-keys'),
        ready: text('test'),
        viewer: forAdmins,
        open: async (page, look) => {
          await press(page, 'New system key');
          await dialogOf(page).getByRole('textbox', { name: 'Name' }).fill('ci');
          await dialogOf(page).getByRole('button', { name: 'Create key' }).click();
          await dialogOf(page).getByText('has been created').waitFor();
          await look('a new key');
        },
      },
      {
        name: 'keys of all users',
        path: at('api-keys?of=users'),
        ready: (page) => page.locator('tbody a').first().waitFor(),
      },
    ],
    '/settings/applications': [
      {
        name: 'applications of all users',
        path: at('applications'),
        ready: text('Unverified'),
        viewer: forAdmins,
        open: async (page, look) => {
          await press(page, /^Revoke access of Coding agent/);
          await dialogOf(page).waitFor();
          await look('the question before access is revoked');
        },
      },
    ],
    '/settings/provisioning': [
      {
        name: 'the address for services, without tokens',
        path: at('provisioning'),
        ready: async (page) => {
          await text('No tokens yet')(page);
          await text(/\/scim\/v2/)(page);
        },
        viewer: forAdmins,
        open: async (page, look) => {
          await press(page, 'New token');
          await dialogOf(page).getByRole('textbox', { name: 'Service' }).fill('Okta');
          await dialogOf(page).getByRole('button', { name: 'Create token' }).click();
          await dialogOf(page).getByText('This is shown only once').waitFor();
          await look('a new token');
        },
      },
    ],
    '/settings/secrets': [
      {
        name: 'secrets',
        path: at('secrets'),
        ready: text('A_SECRET'),
        viewer: forAdmins,
      },
    ],
    '/settings/annotations': [
      {
        name: 'annotation configs',
        path: at('annotations'),
        ready: text('positive (1), negative (0)'),
        open: async (page, look) => {
          await press(page, 'New config');
          await dialogOf(page).getByRole('textbox', { name: 'Name' }).fill('note');
          await dialogOf(page).getByRole('button', { name: 'Create config' }).click();
          await dialogOf(page).getByText('is reserved for notes').waitFor();
          await look('a config that is refused');
          await dialogOf(page).getByText('Free text', { exact: true }).click();
          await page.getByRole('textbox', { name: 'Threshold' }).waitFor();
          await look('a config for free text');
        },
      },
    ],
    '/settings/models': [
      {
        name: 'models',
        path: at('models'),
        ready: (page) => page.getByRole('link', { name: 'claude-2', exact: true }).waitFor(),
      },
      {
        name: 'a model',
        path: at('models?q=claude-2'),
        ready: (page) => page.getByRole('link', { name: 'claude-2', exact: true }).waitFor(),
        open: async (page, look) => {
          await page.getByRole('link', { name: 'claude-2', exact: true }).click();
          await dialogOf(page).getByText('Prompt input').waitFor();
          await look('its prices');
        },
      },
      {
        name: 'a new model with mistakes',
        path: at('models?model=new&name=acme'),
        ready: (page) => dialogOf(page).getByRole('button', { name: 'Add price' }).waitFor(),
        open: async (page, look) => {
          const dialog = dialogOf(page);
          await dialog.getByRole('button', { name: 'Add price' }).click();
          await dialog.getByText('Other prices for long prompts').click();
          await dialog
            .getByRole('textbox', { name: 'Price of prompt tokens input', exact: true })
            .fill('x');
          await dialog.getByRole('textbox', { name: 'Name pattern' }).fill('(');
          await dialog.getByText(/^The pattern is not/).waitFor();
          await look('the mistakes');
        },
      },
      {
        name: 'recalculations of costs',
        path: at('models?recalculate=any'),
        ready: (page) => dialogOf(page).getByRole('combobox', { name: 'Project' }).waitFor(),
      },
    ],
    '/settings/model-providers': [
      {
        name: 'model providers, some with long names',
        path: at('model-providers'),
        ready: async (page) => {
          await text(/^\d+ of 17 ready$/)(page);
          await text('gateway')(page);
        },
        open: async (page, look, { server: { provider } }) => {
          await press(page, 'Edit gateway');
          await dialogOf(page).waitFor();
          await look('the form of a provider');
          await field(page, 'Base URL').fill(provider.url);
          await field(page, 'API key').fill(KEY);
          const outcome = dialogOf(page).getByRole('status');
          const test = () => press(page, 'Test credentials');
          provider.answer(refusal(200, { object: 'list', data: [] }));
          await test();
          await outcome.getByText('The provider accepts these credentials.').waitFor();
          await look('credentials that are accepted');
          provider.answer(refusal(401, { error: { message: 'No such key.' } }));
          await test();
          await outcome.getByText('The provider answered 401: No such key.').waitFor();
          await look('credentials that are refused');
          await field(page, 'SDK').selectOption('AWS_BEDROCK');
          await field(page, 'Region').waitFor();
          await look('the form of a provider with another SDK');
        },
      },
    ],
    '/settings/data': [
      {
        name: 'retention policies',
        path: at('data'),
        ready: text('a month'),
        open: async (page, look) => {
          await press(page, 'New policy');
          await dialogOf(page).getByRole('textbox', { name: 'Name' }).waitFor();
          await look('a new policy');
        },
      },
    ],
    '/settings/mcp': [
      { name: 'how agents connect', path: at('mcp'), ready: text('claude mcp add') },
    ],
    '/settings/webhooks': [
      {
        name: 'webhooks',
        path: at('webhooks'),
        ready: text('on call'),
        viewer: { ready: heading('Webhooks') },
        open: async (page, look) => {
          await choose(page, 'Actions for on call', 'Messages');
          const log = page.getByRole('dialog', { name: 'Messages to on call' });
          await log.getByText('Delivered').waitFor();
          await look('its messages');
          await close(page);
          await press(page, 'New webhook');
          const form = page.getByRole('dialog', { name: 'New webhook' });
          await form.getByRole('textbox', { name: 'Name' }).fill('pager');
          await form.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.com/x');
          await form.getByRole('combobox', { name: 'Events of' }).click();
          await page.getByRole('option', { name: 'shop' }).click();
          await look('a new webhook');
        },
      },
    ],
    '/settings/sign-in': [
      {
        name: 'sign-in methods',
        path: at('sign-in'),
        ready: text('docs/accounts.md'),
        viewer: forAdmins,
      },
    ],
    '/settings/audit-log': [
      {
        name: 'the audit log',
        path: at('audit-log'),
        ready: (page) => page.getByRole('region', { name: 'Audit log' }).waitFor(),
        viewer: forAdmins,
      },
    ],
    __root__: [{ name: 'a missing page', path: () => NO_PAGE, ready: heading('Page not found') }],
  },
};

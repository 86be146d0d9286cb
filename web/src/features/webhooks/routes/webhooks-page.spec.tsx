import { screen, within } from '@testing-library/react/pure';
import { ProjectOptionsQuery } from '../../../components/projects/project-options.js';
import { type Answer, answer, refuse } from '../../../testing/answers.js';
import { button, choice, dialog, item, listTexts, option, row } from '../../../testing/elements.js';
import { renderPage } from '../../../testing/render-page.js';
import {
  CreateWebhookMutation,
  DeleteWebhooksMutation,
  DeliveriesQuery,
  type Delivery,
  ReplayDeliveryMutation,
  RotateSecretMutation,
  TestWebhookMutation,
  UpdateWebhookMutation,
  type Webhook,
  WebhooksQuery,
} from '../api/webhooks.js';

const URL = 'https://hooks.example.com/on-call';
const SECRET = 'whsec_0123456789';

function aWebhook(part: Partial<Webhook> = {}): Webhook {
  return {
    id: 'webhook-1',
    name: 'on call',
    url: URL,
    format: 'STANDARD',
    events: [],
    isEnabled: true,
    failingSince: null,
    pausedAt: null,
    createdAt: '2026-02-03T04:05:06Z',
    user: { id: 'user-1', username: 'ada' },
    project: null,
    ...part,
  };
}

function aDelivery(part: Partial<Delivery> = {}): Delivery {
  return {
    id: 'delivery-1',
    messageId: 'msg_1',
    type: 'webhook.test',
    summary: 'A test of the webhook "on call".',
    status: 'WAITING',
    attemptCount: 1,
    nextAttemptAt: '2100-01-01T00:00:00Z',
    createdAt: '2026-02-03T04:05:06Z',
    attempts: [
      {
        createdAt: '2026-02-03T04:05:06Z',
        statusCode: 500,
        error: 'The receiver answered with status 500.',
        response: 'broken',
        durationMs: 12,
      },
    ],
    ...part,
  };
}

const listed = (...webhooks: Webhook[]) =>
  answer(WebhooksQuery, { webhooks: { edges: webhooks.map((node) => ({ node })) } });
const delivered = (...deliveries: Delivery[]) =>
  answer(DeliveriesQuery, {
    node: {
      __typename: 'Webhook',
      id: 'webhook-1',
      deliveries: { edges: deliveries.map((node) => ({ node })) },
    },
  });
const PROJECTS = answer(ProjectOptionsQuery, {
  projects: {
    edges: [{ node: { id: 'project-1', name: 'shop', isPrivate: false, viewerRole: 'MEMBER' } }],
  },
});
const open = (answers: Answer[], as: 'MEMBER' | 'VIEWER' = 'MEMBER') =>
  renderPage('/settings/webhooks', [PROJECTS, ...answers], { as });

async function choose(page: Awaited<ReturnType<typeof open>>, action: string) {
  await page.user.click(button('Actions for on call'));
  await page.user.click(item(action));
}

describe('the webhooks', () => {
  it('are listed with their states', async () => {
    await open([
      listed(
        aWebhook({ events: ['EXPERIMENT_ENDED', 'DATASET_VERSION_CREATED'] }),
        aWebhook({
          id: 'webhook-2',
          name: 'chat',
          format: 'SLACK',
          failingSince: '2026-02-03T04:05:06Z',
        }),
        aWebhook({ id: 'webhook-3', name: 'off', isEnabled: false, user: null }),
        aWebhook({
          id: 'webhook-4',
          name: 'gone',
          isEnabled: false,
          pausedAt: '2026-02-03T04:05:06Z',
        }),
      ),
    ]);
    row(
      /^on call Enabled https:\S+ Standard Webhooks Experiments that end, New dataset versions ada/,
    );
    row(/^chat Failing .* Slack-compatible Only alerts ada/);
    row(/^off Disabled /);
    row(/^gone Paused after failures /);
    screen.getByText('4 webhooks');
  });

  it('show their secret once, when they are created', async () => {
    const refusal = 'The address must begin with https://.';
    const page = await open([listed(), refuse(CreateWebhookMutation, refusal)]);
    screen.getByText('No webhooks yet');
    await page.user.click(button('New webhook'));
    const form = dialog('New webhook');
    await page.fill(form.getByRole('textbox', { name: 'Name' }), 'on call');
    await page.fill(form.getByRole('textbox', { name: 'Address' }), 'ftp://nowhere');
    await page.user.click(form.getByRole('button', { name: 'Create webhook' }));
    within(form.getByRole('alert')).getByText(refusal);

    await page.fill(form.getByRole('textbox', { name: 'Address' }), URL);
    expect(form.queryByRole('alert')).toBeNull();
    await page.user.click(choice('Events'));
    await page.user.click(option('Experiments that end'));
    await page.user.click(choice('Events of'));
    await page.user.click(option('shop'));
    page.answer(
      answer(CreateWebhookMutation, {
        createWebhook: { secret: SECRET, webhook: { id: 'webhook-1' } },
      }),
      listed(aWebhook()),
    );
    await page.user.click(form.getByRole('button', { name: 'Create webhook' }));
    form.getByText(SECRET);
    form.getByText(/^This is shown only once/);
    await page.user.click(form.getByRole('button', { name: 'Done' }));
    row(/^on call Enabled/);
    expect(document.body.textContent).not.toContain(SECRET);
    expect(page.sent(CreateWebhookMutation).at(-1)).toEqual({
      input: {
        name: 'on call',
        url: URL,
        format: 'STANDARD',
        events: ['EXPERIMENT_ENDED'],
        isEnabled: true,
        projectId: 'project-1',
      },
    });
  });

  it('are changed, without the address if that stays', async () => {
    const page = await open([
      listed(aWebhook({ pausedAt: '2026-02-03T04:05:06Z' })),
      answer(UpdateWebhookMutation, { updateWebhook: { webhook: { id: 'webhook-1' } } }),
    ]);
    await choose(page, 'Edit');
    const form = dialog('Edit webhook');
    form.getByText('It was paused, because every message failed for a day.');
    expect(form.queryByRole('combobox', { name: 'Events of' })).toBeNull();
    await page.fill(form.getByRole('textbox', { name: 'Name' }), 'at night');
    await page.user.click(form.getByRole('switch', { name: /^Enabled/ }));
    await page.user.click(form.getByRole('button', { name: 'Save webhook' }));
    expect(page.sent(UpdateWebhookMutation)).toEqual([
      {
        input: {
          id: 'webhook-1',
          name: 'at night',
          format: 'STANDARD',
          events: [],
          isEnabled: false,
        },
      },
    ]);
  });

  it('show a test message with its answer, and send it again', async () => {
    const page = await open([
      listed(aWebhook()),
      answer(TestWebhookMutation, { testWebhook: { webhook: { id: 'webhook-1' } } }),
      delivered(aDelivery()),
      answer(ReplayDeliveryMutation, {
        replayWebhookDelivery: { delivery: { id: 'delivery-1', status: 'WAITING' } },
      }),
    ]);
    await choose(page, 'Send a test');
    expect(page.sent(TestWebhookMutation)).toEqual([{ input: { id: 'webhook-1' } }]);
    const log = dialog('Messages to on call');
    log.getByText('Waiting');
    log.getByText(/^1 attempt\. The receiver answered with status 500\. Next attempt/);
    log.getByText('Response 500 after 12 ms');
    log.getByText('broken');
    page.answer(delivered(aDelivery({ status: 'DELIVERED', attempts: [] })));
    await page.user.click(log.getByRole('button', { name: 'Send now' }));
    log.getByText('Delivered');
    log.getByRole('button', { name: 'Send again' });
    expect(page.sent(ReplayDeliveryMutation)).toEqual([{ input: { id: 'delivery-1' } }]);
  });

  it('get a new secret, which is shown once', async () => {
    const page = await open([
      listed(aWebhook()),
      answer(RotateSecretMutation, { rotateWebhookSecret: { secret: SECRET } }),
    ]);
    await choose(page, 'Replace secret');
    await page.user.click(button('Replace secret'));
    dialog('New signing secret').getByText(SECRET);
    await page.user.click(button('Done'));
    expect(document.body.textContent).not.toContain(SECRET);
    expect(page.sent(RotateSecretMutation)).toEqual([{ input: { id: 'webhook-1' } }]);
  });

  it('are deleted after a question', async () => {
    const page = await open([
      listed(aWebhook()),
      answer(DeleteWebhooksMutation, { deleteWebhooks: { deletedWebhookIds: ['webhook-1'] } }),
    ]);
    await choose(page, 'Delete');
    dialog('Delete on call').getByText(/^This deletes the webhook with its messages\./);
    expect(page.sent(DeleteWebhooksMutation)).toEqual([]);
    page.answer(listed());
    await page.user.click(button('Delete webhook'));
    screen.getByText('No webhooks yet');
    expect(page.sent(DeleteWebhooksMutation)).toEqual([{ input: { webhookIds: ['webhook-1'] } }]);
  });

  it('show viewers only their messages, without sending them again', async () => {
    const page = await open(
      [
        listed(aWebhook()),
        answer(ProjectOptionsQuery, { projects: { edges: [] } }),
        delivered(aDelivery()),
      ],
      'VIEWER',
    );
    expect(screen.queryByRole('button', { name: 'New webhook' })).toBeNull();
    await page.user.click(button('Actions for on call'));
    expect(listTexts('menuitem')).toEqual(['Show messages']);
    await page.user.click(item('Show messages'));
    const log = dialog('Messages to on call');
    log.getByText('A test of the webhook "on call".');
    expect(log.queryByRole('button', { name: 'Send now' })).toBeNull();
  });

  it('say that no message was sent', async () => {
    const page = await open([listed(aWebhook()), delivered()]);
    await choose(page, 'Show messages');
    screen.getByText(/^No message was sent in the last 30 days\./);
  });
});

import { eventually } from '../support/eventually.js';
import type { GraphqlAnswer } from '../support/server.js';

export interface TestWebhook {
  id: string;
  secret: string;
}

export interface Delivery {
  id: string;
  messageId: string;
  type: string;
  summary: string;
  status: string;
  attemptCount: number;
  nextAttemptAt: string | null;
  attempts: { statusCode: number | null; error: string | null; response: string | null }[];
}

const DELIVERY = `id messageId type summary status attemptCount nextAttemptAt
  attempts { statusCode error response durationMs createdAt }`;

export const CREATE = `mutation ($input: CreateWebhookInput!) {
  createWebhook(input: $input) { secret webhook { id url } } }`;

type Gql = <T>(query: string, variables?: Record<string, unknown>) => Promise<GraphqlAnswer<T>>;

let count = 0;

/** Operations on webhooks, as a user. */
export function webhookOperations(gql: Gql) {
  async function read(id: string) {
    const { data } = await gql<{
      node: {
        isEnabled: boolean;
        pausedAt: string | null;
        failingSince: string | null;
        deliveries: { edges: { node: Delivery }[] };
      };
    }>(
      `query ($id: ID!) { node(id: $id) { ... on Webhook { isEnabled pausedAt failingSince
        deliveries(first: 100) { edges { node { ${DELIVERY} } } } } } }`,
      { id },
    );
    return data!.node;
  }
  const listDeliveries = async ({ id }: TestWebhook): Promise<Delivery[]> =>
    (await read(id)).deliveries.edges.map(({ node }) => node);
  return {
    aWebhook: async (url: string, given: object = {}): Promise<TestWebhook> => {
      const { data, errors } = await gql<{
        createWebhook: { secret: string; webhook: { id: string } };
      }>(CREATE, { input: { name: `webhook ${++count}`, url, ...given } });
      if (!data) throw new Error(errors?.[0]?.message);
      return { id: data.createWebhook.webhook.id, secret: data.createWebhook.secret };
    },
    test: ({ id }: TestWebhook) =>
      gql('mutation ($id: ID!) { testWebhook(input: { id: $id }) { webhook { id } } }', {
        id,
      }),
    replay: (id: string) =>
      gql(
        'mutation ($id: ID!) { replayWebhookDelivery(input: { id: $id }) { delivery { status } } }',
        { id },
      ),
    update: (input: object) =>
      gql(
        'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { webhook { id } } }',
        {
          input,
        },
      ),
    read: ({ id }: TestWebhook) => read(id),
    listDeliveries,
    /** Waits until the newest delivery of a webhook meets a condition. */
    whenDelivery: (webhook: TestWebhook, what: string, isMet: (delivery: Delivery) => boolean) =>
      eventually(what, async () => {
        const [newest] = await listDeliveries(webhook);
        return newest && isMet(newest) ? newest : null;
      }),
  };
}

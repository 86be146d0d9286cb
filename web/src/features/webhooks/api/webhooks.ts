import { graphql, type ResultOf } from '../../../graphql.js';
import { listNodes } from '../../../lib/data/connections.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

/** How often webhooks and their messages are read while somebody looks at them. */
const REFRESH_MS = 2_000;
/** As many as a server can have. */
const MAX_WEBHOOKS = 100;
const SHOWN_DELIVERIES = 50;

const WebhookFields = graphql(`
  fragment WebhookFields on Webhook @_unmask {
    id
    name
    url
    format
    events
    isEnabled
    failingSince
    pausedAt
    createdAt
    user {
      id
      username
    }
    project {
      id
      name
      isPrivate
      viewerRole
    }
  }
`);

export const WebhooksQuery = graphql(
  `
    query Webhooks($first: Int!) {
      webhooks(first: $first) {
        edges {
          node {
            ...WebhookFields
          }
        }
      }
    }
  `,
  [WebhookFields],
);

export const DeliveriesQuery = graphql(`
  query WebhookDeliveries($id: ID!, $first: Int!) {
    node(id: $id) {
      __typename
      ... on Webhook {
        id
        deliveries(first: $first) {
          edges {
            node {
              id
              messageId
              type
              summary
              status
              attemptCount
              nextAttemptAt
              createdAt
              attempts {
                createdAt
                statusCode
                error
                response
                durationMs
              }
            }
          }
        }
      }
    }
  }
`);

export const CreateWebhookMutation = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      secret
      webhook {
        id
      }
    }
  }
`);

export const UpdateWebhookMutation = graphql(`
  mutation UpdateWebhook($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      webhook {
        id
      }
    }
  }
`);

export const RotateSecretMutation = graphql(`
  mutation RotateWebhookSecret($input: WebhookIdInput!) {
    rotateWebhookSecret(input: $input) {
      secret
    }
  }
`);

export const DeleteWebhooksMutation = graphql(`
  mutation DeleteWebhooks($input: DeleteWebhooksInput!) {
    deleteWebhooks(input: $input) {
      deletedWebhookIds
    }
  }
`);

export const TestWebhookMutation = graphql(`
  mutation TestWebhook($input: WebhookIdInput!) {
    testWebhook(input: $input) {
      webhook {
        id
      }
    }
  }
`);

export const ReplayDeliveryMutation = graphql(`
  mutation ReplayWebhookDelivery($input: ReplayWebhookDeliveryInput!) {
    replayWebhookDelivery(input: $input) {
      delivery {
        id
        status
      }
    }
  }
`);

export type Webhook = ResultOf<typeof WebhookFields>;
export type WebhookEvent = Webhook['events'][number];

type DeliveryNode = Extract<
  ResultOf<typeof DeliveriesQuery>['node'],
  { __typename: 'Webhook' }
>['deliveries']['edges'][number]['node'];

/** A message with its last attempts. */
export type Delivery = DeliveryNode;

/** Lists all webhooks, by name. */
export function useWebhooks() {
  const { data, error, reload } = useGraphqlQuery(
    WebhooksQuery,
    { first: MAX_WEBHOOKS },
    { refetchInterval: REFRESH_MS },
  );
  return { webhooks: data && listNodes(data.webhooks), error, reload };
}

/** Lists the newest messages of a webhook, and keeps them up to date. */
export function useDeliveries(id: string) {
  const { data, error, reload } = useGraphqlQuery(
    DeliveriesQuery,
    { id, first: SHOWN_DELIVERIES },
    { refetchInterval: REFRESH_MS },
  );
  const node = data?.node;
  const deliveries = node?.__typename === 'Webhook' ? listNodes(node.deliveries) : undefined;
  return { deliveries, error, reload };
}

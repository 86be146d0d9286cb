import { CONFIGS, CONFIGS_OF_PROJECTS, planAnnotations } from './plan-annotations.ts';
import { Random } from './random.ts';
import type { RestClient } from './rest-client.ts';
import type { SentTrace } from './trace-sender.ts';

const SEED = 11;
const BATCH = 200;
const QUEUE = 'Answers of the support chat';
const QUEUED = 20;
/** Items that are already reviewed; the rest is for whoever opens the queue. */
const REVIEWED = 6;

/**
 * Annotates traces that were just sent, and creates configs and a review queue if necessary.
 * @param createReviewer creates a second person who reviews answers; null if there can be only one.
 * @returns the number of annotations and notes, except those of the queue.
 */
export async function sendAnnotations(
  rest: RestClient,
  traces: readonly SentTrace[],
  createReviewer: () => Promise<RestClient | null> = () => Promise.resolve(null),
): Promise<number> {
  await sendConfigs(rest);
  const plan = planAnnotations(traces, new Random(SEED));
  const count = await Promise.all([
    sendAll(rest, 'span_annotations', plan.spans),
    sendAll(rest, 'trace_annotations', plan.traces),
    sendAll(rest, 'session_annotations', plan.sessions),
    sendAll(rest, 'document_annotations', plan.documents),
  ]);
  for (const note of plan.spanNotes) await rest.post('span_notes', { data: note });
  await sendQueue(rest, createReviewer);
  return count.reduce((sum, sent) => sum + sent, plan.spanNotes.length);
}

async function sendConfigs(rest: RestClient): Promise<void> {
  const { data: known } = await rest.get<{ data: { name: string }[] }>(
    'annotation_configs?limit=1000',
  );
  for (const config of CONFIGS) {
    if (!known.some(({ name }) => name === config.name)) {
      await rest.post('annotation_configs', config);
    }
  }
  for (const [project, names] of Object.entries(CONFIGS_OF_PROJECTS)) {
    for (const name of names) await rest.put(`projects/${project}/annotation_configs/${name}`, {});
  }
}

async function sendAll(rest: RestClient, route: string, items: readonly object[]): Promise<number> {
  for (let from = 0; from < items.length; from += BATCH) {
    await rest.post(`${route}?sync=true`, { data: items.slice(from, from + BATCH) });
  }
  return items.length;
}

interface Queues {
  node: {
    annotationQueues: { edges: { node: { name: string } }[] };
    annotationConfigs: { edges: { node: { id: string; name: string } }[] };
  };
}

interface Claimed {
  claimNextAnnotationQueueItem: {
    annotationQueueItem: { id: string; span: { id: string } | null } | null;
  };
}

/** Creates a review queue of the newest answers, and reviews the first of them. */
async function sendQueue(
  rest: RestClient,
  createReviewer: () => Promise<RestClient | null>,
): Promise<void> {
  const { data: project } = await rest.get<{ data: { id: string } }>('projects/support-chat');
  const { node } = await rest.graphql<Queues>(
    `query ($id: ID!) { node(id: $id) { ... on Project {
       annotationQueues(first: 1000) { edges { node { name } } }
       annotationConfigs(first: 1000) { edges { node { ... on AnnotationConfigBase { id name } } } }
     } } }`,
    { id: project.id },
  );
  if (node.annotationQueues.edges.some(({ node: { name } }) => name === QUEUE)) return;
  const configs = node.annotationConfigs.edges.map((edge) => edge.node);
  const asked = configs.filter(({ name }) => name === 'correctness' || name === 'helpfulness');
  const second = await createReviewer();
  const reviewers = second ? [rest, second] : [rest];
  const { createAnnotationQueue } = await rest.graphql<{
    createAnnotationQueue: { annotationQueue: { id: string } };
  }>(
    `mutation ($input: CreateAnnotationQueueInput!) {
       createAnnotationQueue(input: $input) { annotationQueue { id } } }`,
    {
      input: {
        projectId: project.id,
        name: QUEUE,
        description: 'A weekly sample: is the answer right, and does it help?',
        target: 'SPAN',
        annotationConfigIds: asked.map(({ id }) => id),
        judgmentsPerItem: reviewers.length,
        source: { filter: { rootSpansOnly: true, limit: QUEUED } },
      },
    },
  );
  const random = new Random(SEED);
  for (const reviewer of reviewers) {
    for (let reviewed = 0; reviewed < REVIEWED; reviewed++) {
      await reviewNext(reviewer, createAnnotationQueue.annotationQueue.id, random);
    }
  }
}

async function reviewNext(
  reviewer: RestClient,
  annotationQueueId: string,
  random: Random,
): Promise<void> {
  const { claimNextAnnotationQueueItem: claimed } = await reviewer.graphql<Claimed>(
    `mutation ($input: ClaimNextAnnotationQueueItemInput!) {
       claimNextAnnotationQueueItem(input: $input) { annotationQueueItem { id span { id } } } }`,
    { input: { annotationQueueId } },
  );
  const item = claimed.annotationQueueItem;
  if (!item?.span) return;
  const isCorrect = random.chance(0.75);
  const correctness = { label: isCorrect ? 'correct' : 'incorrect', score: Number(isCorrect) };
  const judge = (name: string, judgment: object) => ({
    targetId: item.span?.id,
    name,
    ...judgment,
  });
  await reviewer.graphql(
    `mutation ($judgments: [OwnAnnotationInput!]!, $item: AnnotationQueueItemInput!) {
       setOwnAnnotations(input: $judgments) { failures { message } }
       finishAnnotationQueueItem(input: $item) { __typename } }`,
    {
      judgments: [
        judge('correctness', correctness),
        judge('helpfulness', { score: random.int(2, 5) }),
      ],
      item: { annotationQueueItemId: item.id },
    },
  );
}

import { Args, ID, Mutation, Resolver, Subscription } from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { abortable } from '../../../kernel/graphql/subscriptions/abortable.js';
import { JsonScalar } from '../../../kernel/graphql/scalars.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import type { JsonValue } from '../../../kernel/json/json.js';
import { GenerativeCredentialInput } from '../../../model-providers/chats/graphql/chat-connection.inputs.js';
import {
  ChatCompletionSubscriptionPayload,
  type ChatCompletionPayloadType,
} from '../../../playground/graphql/chat-completion.type.js';
import { EXPERIMENT_TYPE } from '../../graphql/experiment.type.js';
import type { ExperimentJobRow } from '../experiment-jobs.service.js';
import { JobControlService } from '../job-control.service.js';
import { JobStreamsService } from '../job-streams.service.js';
import { ExperimentJobMutationPayload, toExperimentJob } from './experiment-job.type.js';
import {
  ChatCompletionOverDatasetInput,
  ExperimentBudgetInput,
  readJobRequest,
  readResumption,
} from './job-control.inputs.js';
import { toExperimentPayload, toStreamPayload } from './stream-payloads.js';

/** Starts, stops and resumes experiments that the server runs. */
@Resolver()
@Access('MEMBER', 'by project role')
export class JobControlResolver {
  constructor(
    private readonly jobs: JobControlService,
    private readonly streams: JobStreamsService,
  ) {}

  @Subscription(() => ChatCompletionSubscriptionPayload, {
    description:
      'Starts an experiment that runs a prompt on each example of a dataset, and streams the answers. The experiment comes first. It goes on if the stream is left, unless it is ephemeral.',
    resolve: (payload: ChatCompletionPayloadType) => payload,
  })
  chatCompletionOverDataset(
    @Args('input') input: ChatCompletionOverDatasetInput,
    @Caller() caller: Identity,
  ): AsyncGenerator<ChatCompletionPayloadType, void> {
    const request = readJobRequest(input);
    const events = (signal: AbortSignal) => this.streams.run(request, caller, signal);
    return abortable(async function* (signal) {
      for await (const event of events(signal)) {
        if ('id' in event) yield toExperimentPayload(event.id);
        else {
          const payload = toStreamPayload(event);
          if (payload) yield payload;
        }
      }
    });
  }

  @Mutation(() => ExperimentJobMutationPayload, {
    description:
      'Stops an experiment that the server runs, and cancels its calls. Does nothing if it does not run.',
  })
  @Access('while storage is full too')
  async stopExperiment(
    @Args('experimentId', { type: () => ID }) experimentId: string,
  ): Promise<ExperimentJobMutationPayload> {
    return toPayload(await this.jobs.stop(requireRowId(experimentId, EXPERIMENT_TYPE)));
  }

  @Mutation(() => ExperimentJobMutationPayload, {
    description:
      'Continues an experiment that the server ran: makes the runs and evaluations that are missing or failed, also if it is completed. Does nothing if it runs.',
  })
  async resumeExperiment(
    @Args('experimentId', { type: () => ID }) experimentId: string,
    @Args('credentials', {
      type: () => [GenerativeCredentialInput],
      nullable: true,
      description: 'Those of the request that started it are not kept after it ends.',
    })
    credentials: GenerativeCredentialInput[] | null,
    @Args('headers', {
      type: () => JsonScalar,
      nullable: true,
      description:
        'Headers to send to the provider: an object of strings. They are not kept, either.',
    })
    headers: JsonValue,
    @Args('budget', {
      type: () => ExperimentBudgetInput,
      nullable: true,
      description: 'Absent limits stay as they are; null removes them.',
    })
    budget: ExperimentBudgetInput | null,
  ): Promise<ExperimentJobMutationPayload> {
    const id = requireRowId(experimentId, EXPERIMENT_TYPE);
    return toPayload(await this.jobs.resume(id, readResumption(credentials, headers, budget)));
  }
}

function toPayload(row: ExperimentJobRow): ExperimentJobMutationPayload {
  return { job: toExperimentJob(row), query: {} };
}

import { graphql, type ResultOf } from '../../../graphql.js';
import { sendDocument } from '../../../lib/data/graphql-request.js';
import type { Value } from '../judge/use-judgments.js';

export const SetOwnAnnotationsMutation = graphql(`
  mutation SetOwnAnnotations($input: [OwnAnnotationInput!]!) {
    setOwnAnnotations(input: $input) {
      previous {
        targetId
        name
        annotatorKind
        label
        score
        explanation
        metadata
      }
      failures {
        targetId
        name
        message
      }
    }
  }
`);

/** The annotations that the server set, and those that it refused. */
export type Outcome = ResultOf<typeof SetOwnAnnotationsMutation>['setOwnAnnotations'];

/** The earlier annotation of a target. Setting it again undoes a change. */
export type Previous = Outcome['previous'][number];

/** An annotation to set. */
export type Setting = Value &
  Pick<Previous, 'targetId' | 'name'> &
  Partial<Pick<Previous, 'annotatorKind' | 'metadata'>>;

/** @throws RequestError if the request fails. */
export async function sendSettings(settings: readonly Setting[]): Promise<Outcome> {
  const { setOwnAnnotations } = await sendDocument(SetOwnAnnotationsMutation, {
    input: [...settings],
  });
  return setOwnAnnotations;
}

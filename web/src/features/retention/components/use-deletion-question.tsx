import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Confirmation } from '../../../components/dialogs/confirm-dialog.js';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { buildQueryOptions } from '../../../lib/data/use-graphql-query.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { RetentionPreviewQuery } from '../api/retention-policies.js';
import { type PolicyDraft, toPreviewVariables } from '../policy-draft.js';
import { isEverything } from '../policy-texts.js';

/**
 * Asks before a policy is saved that would delete all traces of its projects, or more than could be
 * counted.
 * @param defaultId of the default policy, if that is edited.
 */
export function useDeletionQuestion(defaultId: string | undefined) {
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<Confirmation>();

  /** Returns false if there is no reason to ask. Otherwise, `save` is called after a yes. */
  const ask = async (
    draft: PolicyDraft,
    save: () => Promise<string | undefined>,
  ): Promise<boolean> => {
    const variables = toPreviewVariables(draft, defaultId);
    const { data } = await settleRequest(
      queryClient.fetchQuery(buildQueryOptions(RetentionPreviewQuery, variables)),
    );
    const preview = data?.retentionPreview;
    if (preview && !isEverything(preview)) return false;
    const traces = preview && formatPlural(preview.traceCount, 'trace');
    setQuestion({
      title: preview ? 'Delete all traces?' : 'Delete an unknown number of traces?',
      text: preview
        ? `This policy would delete all ${traces} of its projects when it runs next. Deleted traces cannot be restored.`
        : 'What this policy would delete could not be counted. Deleted traces cannot be restored.',
      label: 'Save policy',
      run: save,
    });
    return true;
  };
  return { question, ask, close: () => setQuestion(undefined) };
}

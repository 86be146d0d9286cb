import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Confirmation } from '../../../components/dialogs/confirm-dialog.js';
import { settleRequest } from '../../../lib/data/use-graphql-mutation.js';
import { buildQueryOptions } from '../../../lib/data/use-graphql-query.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { SamplingPreviewQuery, type SamplingRules } from '../api/sampling.js';
import { keepsNothing } from '../sampling-draft.js';
import { countKept } from '../sampling-texts.js';

/** Asks before rules are saved that would keep no traces, or none of the newest. */
export function useDroppingQuestion(projectId: string) {
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<Confirmation>();

  /** Returns false if there is no reason to ask. Otherwise, `save` is called after a yes. */
  const ask = async (
    rules: SamplingRules,
    save: () => Promise<string | undefined>,
  ): Promise<boolean> => {
    const variables = { id: projectId, rules };
    const { data } = await settleRequest(
      queryClient.fetchQuery(buildQueryOptions(SamplingPreviewQuery, variables)),
    );
    // A mistake in the rules is shown when they are saved.
    if (data?.node.__typename !== 'Project') return false;
    const { kept, all } = countKept(data.node.samplingPreview);
    if (!keepsNothing(rules) && (kept > 0 || all === 0)) return false;
    const traces = all === 1 ? 'the only trace' : `the newest ${formatPlural(all, 'trace')}`;
    setQuestion({
      title: 'Delete every new trace?',
      text: keepsNothing(rules)
        ? 'These rules would keep only new traces that somebody has judged or that something refers to. Deleted traces cannot be restored.'
        : `Of ${traces}, these rules would keep none. Deleted traces cannot be restored.`,
      label: 'Save rules',
      run: save,
    });
    return true;
  };
  return { question, ask, close: () => setQuestion(undefined) };
}

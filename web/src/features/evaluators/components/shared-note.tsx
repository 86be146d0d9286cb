import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../../components/feedback/notice.js';
import type { StoredEvaluator } from '../api/evaluator.js';
import { listUses } from '../evaluator-texts.js';

/** Says that a prompt or code is used elsewhere, too, if it is. */
export function SharedNote({ evaluator }: { evaluator: StoredEvaluator }) {
  const { id, kind, datasetCount, evaluationRuleCount } = evaluator;
  if (kind === 'BUILTIN' || datasetCount + evaluationRuleCount < 2) return null;
  return (
    <Notice tone="info">
      {kind === 'LLM' ? 'Its prompt, model and labels are' : 'Its code is'} shared by{' '}
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => (
          <Link {...props} to="/evaluators/$evaluatorId" params={{ evaluatorId: id }} />
        )}
      >
        {listUses(evaluator).join(' and ')}
      </Anchor>
      , and a change affects all of them.
    </Notice>
  );
}

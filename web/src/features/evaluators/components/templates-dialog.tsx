import { Modal, Skeleton, Stack } from '@mantine/core';
import { Link, linkOptions } from '@tanstack/react-router';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { describeLabels } from '../../../components/score-labels/score-texts.js';
import { useJudgeTemplates } from '../api/starting-points.js';
import classes from './templates-dialog.module.css';

interface TemplatesDialogProps {
  /** Absent for an evaluator without a dataset. */
  datasetId?: string;
  opened: boolean;
  onClose: () => void;
}

/** Offers ready-made LLM judges, whose forms open with their messages and labels. */
export function TemplatesDialog({ opened, onClose, ...start }: TemplatesDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="LLM judge from a template" size="lg">
      {opened ? <Templates {...start} /> : null}
    </Modal>
  );
}

function Templates({ datasetId }: Pick<TemplatesDialogProps, 'datasetId'>) {
  const { templates, error, reload } = useJudgeTemplates(true);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!templates) {
    return (
      <Stack gap="xs" aria-busy>
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} height={58} />
        ))}
      </Stack>
    );
  }
  return (
    <ul className={classes.templates}>
      {templates.map(({ name, description, labels, choices }) => (
        <li key={name}>
          <Link {...toForm(datasetId, name)} className={classes.template}>
            <span className={classes.name}>{name}</span>
            <span className={classes.areas}>{labels.join(', ')}</span>
            <span className={classes.text}>{description}</span>
            <span className={classes.labels}>{describeLabels(choices)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Returns the link to the form for a new evaluator from a template. */
function toForm(datasetId: string | undefined, template: string) {
  const search = { template };
  return datasetId === undefined
    ? linkOptions({ to: '/evaluators/new', search })
    : linkOptions({ to: '/datasets/$datasetId/evaluators/new', params: { datasetId }, search });
}

import { Modal, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { describeLabels } from '../../../components/score-labels/score-texts.js';
import { useJudgeTemplates } from '../api/starting-points.js';
import classes from './templates-dialog.module.css';

interface TemplatesDialogProps {
  datasetId: string;
  opened: boolean;
  onClose: () => void;
}

/** Offers ready-made LLM judges, whose forms open with their messages and labels. */
export function TemplatesDialog({ datasetId, opened, onClose }: TemplatesDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="LLM judge from a template" size="lg">
      {opened ? <Templates datasetId={datasetId} /> : null}
    </Modal>
  );
}

function Templates({ datasetId }: { datasetId: string }) {
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
          <Link
            to="/datasets/$datasetId/evaluators/new"
            params={{ datasetId }}
            search={{ template: name }}
            className={classes.template}
          >
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

import { Modal, Skeleton } from '@mantine/core';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { ProjectsToRetainQuery, type RetentionPolicy } from '../api/retention-policies.js';
import { createPolicyDraft, NEW_POLICY } from '../policy-draft.js';
import { PolicyForm } from './policy-form.js';

interface PolicyDialogProps {
  /** The policy to edit, or `new`; undefined to hide the dialog. */
  shown: RetentionPolicy | 'new' | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Creates or edits a policy. Keeps the input if the server rejects it. */
export function PolicyDialog({ shown, onClose, onSaved }: PolicyDialogProps) {
  return (
    <Modal
      opened={shown !== undefined}
      onClose={onClose}
      title={shown === 'new' ? 'New retention policy' : 'Edit retention policy'}
      closeOnClickOutside={false}
      size={560}
    >
      {shown === undefined ? null : (
        <LoadedForm
          key={shown === 'new' ? 'new' : shown.id}
          edited={shown === 'new' ? undefined : shown}
          onClose={onClose}
          onSaved={onSaved}
        />
      )}
    </Modal>
  );
}

interface LoadedFormProps {
  edited: RetentionPolicy | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Reads the projects first, because the form starts with those that follow the policy. */
function LoadedForm({ edited, onClose, onSaved }: LoadedFormProps) {
  const { data, error, reload } = useGraphqlQuery(ProjectsToRetainQuery, {}, { staleTime: 0 });
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <Skeleton height={420} />;
  const projects = data.projects.edges.map(({ node }) => node);
  const followers = projects.filter(
    ({ traceRetentionPolicy }) => traceRetentionPolicy.id === edited?.id,
  );
  const choices = projects.map(({ id, name, traceRetentionPolicy: policy }) => ({
    id,
    name,
    policyName: policy.isDefault || policy.id === edited?.id ? undefined : policy.name,
  }));
  return (
    <PolicyForm
      edited={edited}
      initial={
        edited
          ? createPolicyDraft(
              edited,
              followers.map(({ id }) => id),
            )
          : NEW_POLICY
      }
      projects={choices}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}

import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { useChanges } from '../../../lib/data/use-changes.js';
import { useMayCreate } from '../../../components/projects/project-options.js';
import { usePromptLabels } from '../api/labels.js';
import { PromptsUpdatedQuery, usePromptsList } from '../api/prompts-list.js';
import { buildPromptColumns } from '../components/prompt-columns.js';
import { usePromptDialogs } from '../components/use-prompt-dialogs.js';
import type { PromptsSearch } from '../search.js';
import { LabelledListPage } from '../../../components/labels/labelled-list-page.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';
import { CreateFirst } from '../../../components/code/create-first.js';
import { listPromptCreationSnippets } from '../snippets.js';

const route = getRouteApi('/prompts');
const NO_LABELS: readonly string[] = [];

/** The list of prompts. Explains how to create the first one if there is none. */
export function PromptsPage() {
  useBreadcrumbs([{ label: 'Prompts' }]);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayCreate = useMayCreate();
  const { labels, reload: reloadLabels } = usePromptLabels();
  const { q = '', labels: labelIds = NO_LABELS } = search;
  const list = usePromptsList(q, labelIds);

  const { reread } = list;
  const onChange = useCallback(() => {
    reread();
    reloadLabels();
  }, [reread, reloadLabels]);
  const updated = useChanges(PromptsUpdatedQuery, {}, true, onChange);

  const { actions, dialogs } = usePromptDialogs(onChange, onChange);
  const update = useSearchChange<PromptsSearch>();
  const columns = useMemo(() => buildPromptColumns(actions), [actions]);
  const layout = useColumnLayout('prompts', columns, search.columns, update);
  const open = useCallback(
    ({ id }: { id: string }) =>
      void navigate({ to: '/prompts/$promptId', params: { promptId: id } }),
    [navigate],
  );

  const createButton = mayCreate ? (
    <Button
      leftSection={<Plus size={15} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/prompts/new" />}
    >
      New prompt
    </Button>
  ) : null;

  return (
    <LabelledListPage
      noun="prompt"
      title="Prompts"
      intro="Messages and settings for models. Spandrel keeps every change as a version; tags determine which version programs get."
      first={
        <CreateFirst
          noun="prompt"
          intro={
            <>
              A prompt contains everything you send to a model: messages with variables, the model,
              its parameters and tools. Every change creates a new, immutable version. Programs
              fetch the version that a tag such as <b>production</b> points to, so you can deploy a
              better version by moving the tag.
            </>
          }
          actions={createButton}
          buildSnippets={listPromptCreationSnippets}
        />
      }
      search={search}
      onSearchChange={update}
      labels={labels}
      actions={createButton}
      layout={layout}
      list={list}
      total={updated?.promptCount}
      onOpen={open}
    >
      {dialogs}
    </LabelledListPage>
  );
}

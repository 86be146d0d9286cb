import { ActionIcon, Button, Popover, Switch, TextInput, Tooltip } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Bookmark, Lock, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../components/buttons/icon-button.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import {
  CreateSavedViewMutation,
  DeleteSavedViewMutation,
  type SavedView,
  toViewList,
  useSavedViews,
} from '../api/saved-views.js';
import { useProject } from '../components/project-context.js';
import type { ProjectTab } from '../tabs.js';
import classes from './saved-views.module.css';
import { readViewQuery, toViewQuery } from './view-query.js';

/** Opens, saves and deletes views of a list. */
export function SavedViews({ tab }: { tab: ProjectTab }) {
  const { id } = useProject();
  const [opened, setOpened] = useState(false);
  const { views, error, reload } = useSavedViews(id, tab, opened);
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = toViewQuery(tab, search);
  const show = (view: SavedView) => {
    setOpened(false);
    void navigate({ to: '.', search: () => readViewQuery(tab, view.query) });
  };

  return (
    <Popover position="bottom-end" width={320} trapFocus opened={opened} onChange={setOpened}>
      <Tooltip label="Saved views" disabled={opened}>
        <span className={classes.target}>
          <Popover.Target>
            <ActionIcon
              variant="default"
              size={32}
              aria-label="Saved views"
              onClick={() => setOpened(!opened)}
            >
              <Bookmark size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
        </span>
      </Tooltip>
      <Popover.Dropdown p={0} aria-label="Saved views">
        {views && views.length > 0 ? (
          <ul className={classes.list}>
            {views.map((view) => (
              <ViewItem
                key={view.id}
                view={view}
                isCurrent={view.query === query}
                onShow={() => show(view)}
                onDeleted={reload}
              />
            ))}
          </ul>
        ) : (
          <p className={classes.note}>
            {error
              ? describeError(error).detail
              : views
                ? 'No saved views yet. A view keeps the filters, range, sort and columns of this list.'
                : 'Loading…'}
          </p>
        )}
        <SaveForm tab={tab} query={query} onSaved={reload} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ViewItemProps {
  view: SavedView;
  isCurrent: boolean;
  onShow: () => void;
  onDeleted: () => void;
}

function ViewItem({ view, isCurrent, onShow, onDeleted }: ViewItemProps) {
  const { name, isShared } = view;
  const { canOnServer } = useViewer();
  const [remove, isBusy] = useGraphqlMutation(DeleteSavedViewMutation);
  const Icon = isShared ? Users : Lock;
  const onDelete = async () => {
    const { error } = await remove({ input: { id: view.id } });
    if (error) notifications.show({ message: describeError(error).detail });
    else onDeleted();
  };
  return (
    <li className={classes.item} data-current={isCurrent || undefined}>
      <button
        type="button"
        className={classes.name}
        aria-current={isCurrent || undefined}
        onClick={onShow}
      >
        <Icon size={14} aria-label={isShared ? 'Shared' : 'Private'} />
        <bdi>{name}</bdi>
      </button>
      {isShared && !canOnServer.write ? null : (
        <IconButton
          label={`Delete view ${name}`}
          onClick={isBusy ? undefined : () => void onDelete()}
        >
          <Trash2 size={14} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

interface SaveFormProps {
  tab: ProjectTab;
  query: string;
  onSaved: () => void;
}

function SaveForm({ tab, query, onSaved }: SaveFormProps) {
  const { id } = useProject();
  const { canOnServer, viewer } = useViewer();
  const form = useForm({ initialValues: { name: '', isShared: false } });
  const [create] = useGraphqlMutation(CreateSavedViewMutation);
  const submit = form.onSubmit(async ({ name, isShared }) => {
    const input = { projectId: id, list: toViewList(tab), name, query, isShared };
    const { data, error } = await create({ input });
    if (!data) {
      form.setFieldError('name', describeError(error).detail);
      return;
    }
    form.reset();
    onSaved();
  });
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label="Save this view"
        placeholder="Name"
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <div className={classes.foot}>
        {canOnServer.write && viewer ? (
          <Switch
            size="xs"
            label="Share with the project"
            {...form.getInputProps('isShared', { type: 'checkbox' })}
          />
        ) : null}
        <Button
          type="submit"
          size="compact-sm"
          loading={form.submitting}
          disabled={form.values.name.trim() === ''}
        >
          Save
        </Button>
      </div>
    </form>
  );
}

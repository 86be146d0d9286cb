import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { readSort } from '../../../components/data-table/columns.js';
import { Notice } from '../../../components/feedback/notice.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { type EvaluatorsOrder, useAllEvaluators } from '../api/all-evaluators.js';
import { buildAllEvaluatorColumns } from '../components/all-evaluator-columns.js';
import { EvaluatorRows } from '../components/evaluator-rows.js';
import { useEvaluatorDialogs } from '../components/use-evaluator-dialogs.js';
import { DEFAULT_EVALUATORS_SORT, type EvaluatorsSearch } from '../search.js';
import classes from './evaluators-page.module.css';
import { Page, PageHeading } from '../../../components/layout/page.js';
import { useSearchChange } from '../../../lib/routing/use-search-change.js';
import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Code, LayoutTemplate, MessageSquareText, Plus } from 'lucide-react';
import { TemplatesDialog } from '../components/templates-dialog.js';

const route = getRouteApi('/evaluators');

/** All evaluators, with those that are part of Spandrel. */
export function EvaluatorsPage() {
  useBreadcrumbs([{ label: 'Evaluators' }]);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { can } = useViewer();
  const { q = '', sort = DEFAULT_EVALUATORS_SORT } = search;
  const order = useMemo(() => readSort(sort) as EvaluatorsOrder, [sort]);
  const list = useAllEvaluators(q, order);
  const { actions, dialogs } = useEvaluatorDialogs(list.reread);
  const columns = useMemo(() => buildAllEvaluatorColumns(actions), [actions]);
  const update = useSearchChange<EvaluatorsSearch>();
  const open = useCallback(
    ({ id }: { id: string }) =>
      void navigate({ to: '/evaluators/$evaluatorId', params: { evaluatorId: id } }),
    [navigate],
  );
  const hasOwn = list.rows.some(({ kind }) => kind !== 'BUILTIN');
  return (
    <Page>
      <PageHeading title="Evaluators">
        LLM judges, code and built-in checks that score outputs. Datasets use them for their
        experiments, and rules use them for live traces.
      </PageHeading>
      {list.status === 'ready' && q === '' && !hasOwn ? (
        <div className={classes.note}>
          <Notice tone="info">
            {can.write
              ? 'Only the built-in evaluators are here so far. Create an LLM judge, which asks a model for a label and its reasons, or write code that returns a score. Then add it to datasets and rules.'
              : 'Only the built-in evaluators are here so far. Members and administrators can create LLM judges and evaluators with code.'}
          </Notice>
        </div>
      ) : null}
      <EvaluatorRows
        layoutKey="evaluators"
        list={list}
        columns={columns}
        search={search}
        onSearchChange={update}
        onOpen={open}
        addButton={can.write ? <NewEvaluatorMenu /> : null}
      />
      {dialogs}
    </Page>
  );
}

/** Offers what an evaluator without a dataset can start from. */
function NewEvaluatorMenu() {
  const [isChoosing, choosing] = useDisclosure();
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button leftSection={<Plus size={15} aria-hidden />}>New evaluator</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<LayoutTemplate size={14} aria-hidden />} onClick={choosing.open}>
            LLM judge from a template…
          </Menu.Item>
          <Menu.Item
            leftSection={<MessageSquareText size={14} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/evaluators/new" />}
          >
            LLM judge
          </Menu.Item>
          <Menu.Item
            leftSection={<Code size={14} aria-hidden />}
            renderRoot={(props) => (
              <Link {...props} to="/evaluators/new" search={{ kind: 'code' }} />
            )}
          >
            Code evaluator
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <TemplatesDialog opened={isChoosing} onClose={choosing.close} />
    </>
  );
}

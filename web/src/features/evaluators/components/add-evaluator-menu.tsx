import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Code, LayoutTemplate, MessageSquareText, Plus, Search } from 'lucide-react';
import { BUILT_INS } from '../../../components/evaluators/evaluator-names.js';
import classes from './add-evaluator-menu.module.css';
import { ExistingDialog } from './existing-dialog.js';
import { TemplatesDialog } from './templates-dialog.js';

/** Offers everything that an evaluator of a dataset can start from. */
export function AddEvaluatorMenu({ datasetId }: { datasetId: string }) {
  const [isChoosing, choosing] = useDisclosure();
  const [isFinding, finding] = useDisclosure();
  return (
    <>
      <Menu position="bottom-end" width={290}>
        <Menu.Target>
          <Button leftSection={<Plus size={15} aria-hidden />}>Add evaluator</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>LLM judge</Menu.Label>
          <Menu.Item leftSection={<LayoutTemplate size={14} aria-hidden />} onClick={choosing.open}>
            From a template…
          </Menu.Item>
          <Menu.Item
            leftSection={<MessageSquareText size={14} aria-hidden />}
            renderRoot={(props) => (
              <Link {...props} to="/datasets/$datasetId/evaluators/new" params={{ datasetId }} />
            )}
          >
            New LLM judge
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>Code</Menu.Label>
          <Menu.Item
            leftSection={<Code size={14} aria-hidden />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/datasets/$datasetId/evaluators/new"
                params={{ datasetId }}
                search={{ code: true }}
              />
            )}
          >
            New code evaluator
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<Search size={14} aria-hidden />} onClick={finding.open}>
            Existing evaluator…
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>Built-in</Menu.Label>
          {BUILT_INS.map(({ name, label, note }) => (
            <Menu.Item
              key={name}
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/datasets/$datasetId/evaluators/new"
                  params={{ datasetId }}
                  search={{ builtIn: name }}
                />
              )}
            >
              {label}
              <span className={classes.note}>{note}</span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <TemplatesDialog datasetId={datasetId} opened={isChoosing} onClose={choosing.close} />
      <ExistingDialog datasetId={datasetId} opened={isFinding} onClose={finding.close} />
    </>
  );
}

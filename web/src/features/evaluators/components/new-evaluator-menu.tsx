import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Code, LayoutTemplate, MessageSquareText, Plus } from 'lucide-react';
import { TemplatesDialog } from './templates-dialog.js';

/** Offers what an evaluator without a dataset can start from. */
export function NewEvaluatorMenu() {
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

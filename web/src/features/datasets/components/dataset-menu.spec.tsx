import { button, item, listTexts } from '../../../testing/elements.js';
import { DATASET_ID } from '../../../testing/factories/datasets.js';
import { renderComponent } from '../../../testing/render-page.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import { DatasetMenu } from './dataset-menu.js';

const dataset = { id: DATASET_ID, name: 'capitals', labels: [] };
const COPIES = ['Copy name', 'Copy ID'];

describe('the menu of a dataset', () => {
  it.each([
    ['VIEWER', 'VIEWER', COPIES],
    ['VIEWER', 'MEMBER', [...COPIES, 'Edit…', 'Delete…']],
    ['MEMBER', 'MEMBER', [...COPIES, 'Edit…', 'Labels…', 'Delete…']],
  ] as const)(
    'offers a %s on the server what a %s in the project may do',
    async (as, viewerRole, items) => {
      const opened: string[] = [];
      const page = await renderComponent(
        <ProjectOfPageProvider value={{ id: 'project-1', isPrivate: false, viewerRole }}>
          <DatasetMenu
            dataset={dataset}
            actions={{
              onEdit: () => opened.push('edit'),
              onLabels: () => opened.push('labels'),
              onDelete: () => opened.push('delete'),
              onPointed: () => undefined,
            }}
          />
        </ProjectOfPageProvider>,
        [],
        { as },
      );
      for (const [name, action] of [
        ['Edit…', 'edit'],
        ['Labels…', 'labels'],
        ['Delete…', 'delete'],
      ] as const) {
        await page.user.click(button('Actions for capitals'));
        expect(listTexts('menuitem')).toEqual(items);
        if (!(items as readonly string[]).includes(name)) {
          await page.user.keyboard('{Escape}');
          continue;
        }
        await page.user.click(item(name));
        expect(opened.at(-1)).toBe(action);
      }
    },
  );
});

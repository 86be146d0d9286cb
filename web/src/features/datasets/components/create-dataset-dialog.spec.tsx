import { screen } from '@testing-library/react/pure';
import { ProjectOptionsQuery } from '../../../components/projects/project-options.js';
import { answer, refuse } from '../../../testing/answers.js';
import { button, field } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import { CreateDatasetMutation } from '../api/dataset-mutations.js';
import { CreateDatasetDialog } from './create-dataset-dialog.js';

const noProjects = answer(ProjectOptionsQuery, { projects: { edges: [] } });
const made = { id: 'dataset-3', name: 'gardens' };

describe('the dialog of a new dataset', () => {
  it('keeps invalid metadata and names the fault, then creates the dataset', async () => {
    const done: unknown[] = [];
    const page = await renderComponent(
      <CreateDatasetDialog
        opened
        onClose={() => done.push('closed')}
        onCreated={(dataset) => done.push(dataset)}
      />,
      [noProjects, answer(CreateDatasetMutation, { createDataset: { dataset: made } })],
    );
    await page.fill(field('Name'), ' gardens ');
    await page.fill(field('Description'), 'What grows.');
    await page.fill(field('Metadata'), '{"owner": Ada}');
    await page.user.click(field('Metadata'));
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    screen.getByText('Line 1: “Ada” is not valid here; put keys and strings in double quotes.');
    expect(field('Metadata').textContent).toBe('{"owner": Ada}');
    expect(page.sent(CreateDatasetMutation)).toEqual([]);
    await page.fill(field('Metadata'), '{"owner": "Ada"}');
    await page.user.click(button('Create dataset'));
    expect(page.sent(CreateDatasetMutation)).toEqual([
      { input: { name: 'gardens', description: 'What grows.', metadata: { owner: 'Ada' } } },
    ]);
    expect(done).toEqual([made, 'closed']);
    await screen.findByText('Dataset gardens created');
  });

  it('says why a dataset cannot be created, and keeps the input', async () => {
    const done: unknown[] = [];
    const page = await renderComponent(
      <CreateDatasetDialog
        opened
        onClose={() => done.push('closed')}
        onCreated={(dataset) => done.push(dataset)}
      />,
      [noProjects, refuse(CreateDatasetMutation, 'Dataset "tickets" already exists.', 'CONFLICT')],
    );
    expect(button('Create dataset')).toHaveProperty('disabled', true);
    await page.fill(field('Name'), 'tickets');
    await page.user.click(button('Create dataset'));
    expect(screen.getByRole('alert').textContent).toBe('Dataset "tickets" already exists.');
    expect(field('Name')).toHaveProperty('value', 'tickets');
    expect(page.sent(CreateDatasetMutation)).toEqual([
      { input: { name: 'tickets', description: null, metadata: {} } },
    ]);
    expect(done).toEqual([]);
  });
});

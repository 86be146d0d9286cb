import { fireEvent, screen, within } from '@testing-library/react/pure';
import { answer, cutOff, refuse } from '../../../../testing/answers.js';
import { button, field } from '../../../../testing/elements.js';
import {
  aLabelConfig,
  aScoreConfig,
  listConfigs,
  useConfigs,
} from '../../../../testing/factories/judgments.js';
import { PROJECT_ID } from '../../../../testing/factories/project-scope.js';
import { renderComponent } from '../../../../testing/render-page.js';
import { settle } from '../../../../testing/settle.js';
import {
  AddConfigToProjectMutation,
  CreateConfigMutation,
  ProjectConfigsQuery,
  RemoveConfigFromProjectMutation,
  UpdateConfigMutation,
} from '../api/annotation-configs.js';
import { ProjectConfigs } from './project-configs.js';

const QUALITY = aLabelConfig();
const added = answer(AddConfigToProjectMutation, {
  addAnnotationConfigToProject: { __typename: 'AddAnnotationConfigToProjectPayload' },
});
const removed = answer(RemoveConfigFromProjectMutation, {
  removeAnnotationConfigFromProject: { __typename: 'RemoveAnnotationConfigFromProjectPayload' },
});
const toggle = (name: string) =>
  screen.getByRole<HTMLInputElement>('switch', { name: `Use ${name} in this project` });
const view = <ProjectConfigs projectId={PROJECT_ID} />;
const pair = { projectId: PROJECT_ID, annotationConfigId: QUALITY.id };

describe('the annotation configs of a project', () => {
  it('are switched on and off', async () => {
    const page = await renderComponent(view, [
      listConfigs(QUALITY, aScoreConfig()),
      useConfigs(aScoreConfig()),
      added,
      removed,
    ]);
    expect([toggle('quality').checked, toggle('helpfulness').checked]).toEqual([false, true]);
    toggle('quality').focus();
    page.answer(useConfigs(aScoreConfig(), QUALITY));
    await page.user.keyboard(' ');
    expect(toggle('quality').checked).toBe(true);
    expect(page.sent(AddConfigToProjectMutation)).toEqual([{ input: [pair] }]);
    expect(page.sent(ProjectConfigsQuery)).toHaveLength(2);
    await page.user.click(toggle('quality'));
    expect(toggle('quality').checked).toBe(false);
    expect(page.sent(RemoveConfigFromProjectMutation)).toEqual([{ input: [pair] }]);
  });

  it('are switched before the server answers', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const page = await renderComponent(view, [
      listConfigs(QUALITY),
      useConfigs(),
      answer(AddConfigToProjectMutation, async () => {
        await promise;
        return {
          addAnnotationConfigToProject: {
            __typename: 'AddAnnotationConfigToProjectPayload' as const,
          },
        };
      }),
    ]);
    // Unlike an action of the user, does not wait for the server.
    fireEvent.click(toggle('quality'));
    expect(toggle('quality').checked).toBe(true);
    expect(page.sent(ProjectConfigsQuery)).toHaveLength(1);
    release();
    await settle();
    expect(page.sent(ProjectConfigsQuery)).toHaveLength(2);
  });

  it('are switched back if the server refuses, with the reason', async () => {
    const page = await renderComponent(view, [
      listConfigs(QUALITY),
      useConfigs(),
      refuse(AddConfigToProjectMutation, 'It was deleted.', 'NOT_FOUND'),
    ]);
    await page.user.click(toggle('quality'));
    screen.getByText('quality could not be switched on');
    screen.getByText('It was deleted.');
    expect(toggle('quality').checked).toBe(false);
  });

  it('include a new one at once', async () => {
    const tone = aScoreConfig({ id: 'config-7', name: 'tone' });
    const page = await renderComponent(view, [
      listConfigs(QUALITY),
      useConfigs(QUALITY),
      answer(CreateConfigMutation, { createAnnotationConfig: { annotationConfig: tone } }),
      added,
    ]);
    await page.user.click(button('New config'));
    await page.fill(field('Name'), 'tone');
    page.answer(listConfigs(QUALITY, tone), useConfigs(QUALITY, tone));
    await page.user.click(button('Create config'));
    expect(toggle('tone').checked).toBe(true);
    expect(page.sent(AddConfigToProjectMutation)).toEqual([
      { input: [{ projectId: PROJECT_ID, annotationConfigId: 'config-7' }] },
    ]);
  });

  it('stay switched off when they are edited', async () => {
    const page = await renderComponent(view, [
      listConfigs(QUALITY),
      useConfigs(),
      answer(UpdateConfigMutation, { updateAnnotationConfig: { annotationConfig: QUALITY } }),
    ]);
    await page.user.click(button('Edit quality'));
    await page.fill(field('Name'), 'tone');
    page.answer(listConfigs(aLabelConfig({ name: 'tone' })));
    await page.user.click(button('Save config'));
    expect(toggle('tone').checked).toBe(false);
    expect(page.sent(AddConfigToProjectMutation)).toEqual([]);
  });

  it('cannot be deleted here', async () => {
    await renderComponent(view, [listConfigs(QUALITY), useConfigs()]);
    button('Edit quality');
    expect(screen.queryByRole('button', { name: 'Delete quality' })).toBeNull();
  });

  it('are shown to viewers, who cannot change them', async () => {
    await renderComponent(view, [listConfigs(QUALITY), useConfigs(QUALITY)], { as: 'VIEWER' });
    expect([toggle('quality').checked, toggle('quality').disabled]).toEqual([true, true]);
    expect(screen.queryByRole('button', { name: 'Edit quality' })).toBeNull();
  });

  it.each([
    ['MEMBER', 'Create one for each thing', true],
    ['VIEWER', 'A member can create one', false],
  ] as const)('tell a %s what to do if there are none', async (as, text, canCreate) => {
    await renderComponent(view, [listConfigs(), useConfigs()], { as });
    screen.getByRole('heading', { name: 'No annotation configs yet' });
    screen.getByText(text, { exact: false });
    expect(screen.queryByRole('button', { name: 'New config' }) !== null).toBe(canCreate);
  });

  it('are read again after an error', async () => {
    const page = await renderComponent(view, [listConfigs(QUALITY), cutOff(ProjectConfigsQuery)]);
    within(screen.getByRole('alert')).getByText('The server cannot be reached');
    page.answer(useConfigs(QUALITY));
    await page.user.click(button('Try again'));
    expect(toggle('quality').checked).toBe(true);
  });
});

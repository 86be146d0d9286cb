import { screen, within } from '@testing-library/react/pure';
import { answer, type Answer } from '../../../testing/answers.js';
import { button, field, item, link, listTexts } from '../../../testing/elements.js';
import { keepJudgments } from '../../../testing/factories/judgment-store.js';
import {
  aLabelConfig,
  aTextConfig,
  listConfigs,
  useConfigs,
} from '../../../testing/factories/judgments.js';
import { findTargets, JudgedTrace } from '../../../testing/factories/judged-trace.js';
import { PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  AddConfigToProjectMutation,
  CreateConfigMutation,
} from '../configs/api/annotation-configs.js';

const ANSWERS: Answer[] = [findTargets(), useConfigs(), ...keepJudgments()];
const added = answer(AddConfigToProjectMutation, {
  addAnnotationConfigToProject: { __typename: 'AddAnnotationConfigToProjectPayload' },
});
const pairOf = (annotationConfigId: string) => ({ projectId: PROJECT_ID, annotationConfigId });

/** Opens the annotations of a trace, whose code is loaded only then. */
async function open(answers: Answer[], as: 'MEMBER' | 'VIEWER' = 'MEMBER') {
  const page = await renderComponent(<JudgedTrace initial="span" />, [...ANSWERS, ...answers], {
    as,
  });
  await screen.findByRole('region', { name: 'Annotate' });
  return page;
}

describe('annotating in a project without configs', () => {
  it('makes viewers ask a member', async () => {
    await open([], 'VIEWER');
    screen.getByText(/Ask a member or an admin to add one\./);
  });

  it('begins with a config that other projects use', async () => {
    const page = await open([listConfigs(aLabelConfig(), aTextConfig()), added]);
    screen.getByText(/Add one to begin\./);
    expect(link('Choose configs').getAttribute('href')).toBe(`/projects/${PROJECT_ID}/config`);
    await page.user.click(button('Add config'));
    expect(listTexts('menuitem')).toEqual(['quality', 'advice', 'New config…']);
    page.answer(useConfigs(aLabelConfig()));
    await page.user.click(item('quality'));
    within(screen.getByRole('group', { name: 'quality' })).getByRole('button', { name: /good/ });
    expect(page.sent(AddConfigToProjectMutation)).toEqual([{ input: [pairOf('config-1')] }]);
    await page.user.click(button('Add config'));
    expect(listTexts('menuitem')).toEqual(['advice', 'New config…']);
  });

  it('begins with a new config, and gives the focus back if there is none after all', async () => {
    const remarks = aTextConfig({ id: 'config-8', name: 'remarks' });
    const page = await open([
      listConfigs(),
      added,
      answer(CreateConfigMutation, { createAnnotationConfig: { annotationConfig: remarks } }),
    ]);
    await page.user.click(button('Add config'));
    await page.user.click(item('New config…'));
    // Its code is loaded now.
    await screen.findByRole('dialog');
    expect(document.activeElement).toBe(field('Name'));
    await page.user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button('Add config'));
    await page.user.keyboard('{Enter}');
    await page.user.click(item('New config…'));
    await page.fill(field('Name'), 'remarks');
    await page.user.click(screen.getByRole('radio', { name: 'Free text' }));
    page.answer(useConfigs(remarks));
    await page.user.click(button('Create config'));
    field('remarks: text');
    expect(page.sent(AddConfigToProjectMutation)).toEqual([{ input: [pairOf('config-8')] }]);
  });
});

import { screen, within } from '@testing-library/react/pure';
import { answer, refuse } from '../../../../testing/answers.js';
import { button, field } from '../../../../testing/elements.js';
import { aLabelConfig, aTextConfig } from '../../../../testing/factories/judgments.js';
import { renderComponent } from '../../../../testing/render-page.js';
import {
  type AnnotationConfig,
  CreateConfigMutation,
  UpdateConfigMutation,
} from '../api/annotation-configs.js';
import { ConfigDialog } from './config-dialog.js';

/** Opens the dialog. `events` collects the saved configs, and “closed”. */
async function open(config: AnnotationConfig | 'new') {
  const events: unknown[] = [];
  const page = await renderComponent(
    <ConfigDialog
      config={config}
      onSaved={(saved) => events.push(saved)}
      onClose={() => events.push('closed')}
    />,
    [
      answer(CreateConfigMutation, {
        createAnnotationConfig: { annotationConfig: aLabelConfig() },
      }),
      answer(UpdateConfigMutation, {
        updateAnnotationConfig: { annotationConfig: aTextConfig() },
      }),
    ],
  );
  return { ...page, events };
}

const refused = (message: string, code?: string) => refuse(CreateConfigMutation, message, code);
const focused = () => document.activeElement?.getAttribute('aria-label');

describe('the form of an annotation config', () => {
  it('is filled and sent with the keyboard alone', async () => {
    const { user, sent, events } = await open('new');
    await user.keyboard('correctness{Tab}Is it right?');
    // The description, then the type, then the first label with its score and buttons.
    await user.keyboard('{Tab}{Tab}wrong{Tab}0{Enter}');
    await user.keyboard('right{Tab}1{Alt>}{ArrowUp}{/Alt}');
    expect(focused()).toBe('Label 1');
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Label 2');
    button('Remove label 2').focus();
    await user.keyboard('{Enter}');
    button('Create config').focus();
    await user.keyboard('{Enter}');
    expect(sent(CreateConfigMutation)).toEqual([
      {
        input: {
          annotationConfig: {
            categorical: {
              name: 'correctness',
              description: 'Is it right?',
              optimizationDirection: 'MAXIMIZE',
              values: [
                { label: 'right', score: 1 },
                { label: 'wrong', score: 0 },
              ],
            },
          },
        },
      },
    ]);
    expect(events).toEqual([aLabelConfig(), 'closed']);
  });

  it('needs a name', async () => {
    const { user, fill } = await open('new');
    expect(button('Create config')).toHaveProperty('disabled', true);
    await fill(field('Name'), '  ');
    expect(button('Create config')).toHaveProperty('disabled', true);
    await user.type(field('Name'), 'a');
    expect(button('Create config')).toHaveProperty('disabled', false);
  });

  it.each([
    ['Name', 'The name "note" is reserved for notes. Use another name.', 'CONFLICT'],
    ['Name', 'Annotation config "quality" already exists.', 'CONFLICT'],
  ])('shows at the field %s what the server refuses: %s', async (name, message, code) => {
    const page = await open('new');
    page.answer(refused(message, code));
    await page.fill(field(name), 'note');
    await page.user.click(button('Create config'));
    expect(field(name).getAttribute('aria-invalid')).toBe('true');
    screen.getByText(message);
    expect(field(name)).toHaveProperty('value', 'note');
    expect(page.events).toEqual([]);
    await page.user.type(field(name), 's');
    expect(screen.queryByText(message)).toBeNull();
  });

  it('shows at the labels what is wrong with them, and keeps the input', async () => {
    const page = await open('new');
    page.answer(refused('The label "a" appears more than once.'));
    await page.fill(field('Name'), 'quality');
    await page.fill(field('Label 1'), 'a');
    await page.fill(field('Label 2'), 'a');
    await page.user.click(button('Create config'));
    const labels = within(screen.getByRole('group', { name: 'Labels' }));
    expect(labels.getByRole('alert').textContent).toBe('The label "a" appears more than once.');
    expect(field('Label 2')).toHaveProperty('value', 'a');
    await page.fill(field('Score of label 2'), 'high');
    await page.user.click(button('Create config'));
    expect(labels.getByRole('alert').textContent).toBe('The score of “a” is not a number.');
    expect(page.sent(CreateConfigMutation)).toHaveLength(1);
  });

  it('shows at the highest score that it is below the lowest', async () => {
    const page = await open('new');
    page.answer(refused('The lower bound must be less than the upper bound.'));
    await page.fill(field('Name'), 'quality');
    await page.user.click(screen.getByRole('radio', { name: 'Continuous' }));
    await page.fill(field('Lowest score'), '5');
    await page.fill(field('Highest score'), 'x');
    await page.user.click(button('Create config'));
    screen.getByText('Enter a number, such as 0.5, or leave the field empty.');
    expect(page.sent(CreateConfigMutation)).toEqual([]);
    await page.fill(field('Highest score'), '1');
    await page.user.click(screen.getByRole('radio', { name: 'Lower' }));
    await page.user.click(button('Create config'));
    screen.getByText('The lower bound must be less than the upper bound.');
    expect(field('Highest score').getAttribute('aria-invalid')).toBe('true');
    expect(page.sent(CreateConfigMutation)).toEqual([
      {
        input: {
          annotationConfig: {
            continuous: {
              name: 'quality',
              description: null,
              optimizationDirection: 'MINIMIZE',
              lowerBound: 5,
              upperBound: 1,
            },
          },
        },
      },
    ]);
  });

  it('shows any other refusal above the buttons', async () => {
    const page = await open('new');
    page.answer(refused('You may only read.', 'FORBIDDEN'));
    await page.fill(field('Name'), 'quality');
    await page.user.click(button('Create config'));
    within(screen.getByRole('alert')).getByText('You may only read.');
  });

  it('changes a config, including its type', async () => {
    const page = await open(aLabelConfig({ description: 'old' }));
    expect(button('Save config')).toHaveProperty('disabled', true);
    expect(field('Label 1')).toHaveProperty('value', 'good');
    await page.user.click(screen.getByRole('radio', { name: 'Free text' }));
    await page.fill(field('Threshold'), '0.5');
    await page.fill(field('Description'), '');
    await page.user.click(button('Save config'));
    expect(page.sent(UpdateConfigMutation)).toEqual([
      {
        input: {
          id: 'config-1',
          annotationConfig: {
            freeform: {
              name: 'quality',
              description: null,
              optimizationDirection: 'MAXIMIZE',
              lowerBound: null,
              upperBound: null,
              threshold: 0.5,
            },
          },
        },
      },
    ]);
    expect(page.events).toEqual([aTextConfig(), 'closed']);
  });
});

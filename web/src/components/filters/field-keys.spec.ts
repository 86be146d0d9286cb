import { type FieldKey, type FieldState, toFieldAction } from './field-keys.js';

const NAME = { from: 0, insert: 'name', hint: 'text' };
const KIND = { from: 0, insert: 'kind', hint: 'text' };
const EMPTY: FieldState = {
  text: '',
  options: [],
  isListOpen: false,
  selected: undefined,
  recent: [],
};
const press = (key: FieldKey, part: Partial<FieldState> = {}) =>
  toFieldAction(key, { ...EMPTY, ...part });
const LIST = { text: 'na', options: [NAME, KIND], isListOpen: true };

describe('toFieldAction', () => {
  it('submits with Enter, unless a suggestion is selected', () => {
    expect(press('Enter', LIST)).toEqual({ type: 'submit' });
    expect(press('Enter', { ...LIST, selected: KIND })).toEqual({ type: 'take', option: KIND });
    expect(press('Enter', { ...LIST, isListOpen: false, selected: KIND })).toEqual({
      type: 'submit',
    });
  });

  it('takes the selected or the first suggestion with Tab, which else leaves the field', () => {
    expect(press('Tab', LIST)).toEqual({ type: 'take', option: NAME });
    expect(press('Tab', { ...LIST, selected: KIND })).toEqual({ type: 'take', option: KIND });
    expect(press('Tab', { ...LIST, text: ' ' })).toBeUndefined();
    expect(press('Tab', { ...LIST, isListOpen: false })).toBeUndefined();
  });

  it('closes the list with Escape, then leaves the field', () => {
    expect(press('Escape', LIST)).toEqual({ type: 'close' });
    expect(press('Escape')).toEqual({ type: 'leave' });
  });

  it('moves through the suggestions with the arrow keys', () => {
    expect(press('ArrowDown', LIST)).toEqual({ type: 'move', step: 1 });
    expect(press('ArrowUp', { ...LIST, selected: NAME })).toEqual({ type: 'move', step: -1 });
    expect(press('ArrowUp', LIST)).toBeUndefined();
    expect(press('ArrowDown')).toEqual({ type: 'open' });
  });

  it('goes through earlier queries, and back to an empty field', () => {
    const recent = ['newest', 'oldest'];
    expect(press('ArrowUp', { recent })).toEqual({ type: 'replace', text: 'newest' });
    expect(press('ArrowUp', { recent, text: 'newest' })).toEqual({
      type: 'replace',
      text: 'oldest',
    });
    expect(press('ArrowUp', { recent, text: 'oldest' })).toBeUndefined();
    expect(press('ArrowDown', { recent, text: 'oldest' })).toEqual({
      type: 'replace',
      text: 'newest',
    });
    expect(press('ArrowDown', { recent, text: 'newest' })).toEqual({ type: 'replace', text: '' });
  });

  it('never replaces what is being typed', () => {
    expect(press('ArrowUp', { recent: ['newest'], text: 'typed' })).toBeUndefined();
    expect(press('ArrowDown', { recent: ['newest'], text: 'typed' })).toEqual({ type: 'open' });
  });
});

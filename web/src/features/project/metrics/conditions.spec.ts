import { selectError, selectModel, selectTool } from './conditions.js';

describe('conditions of charts', () => {
  it('select a tool by its own name, or else by that of its span', () => {
    expect(selectTool("o'clock")).toBe(
      `span_kind == 'TOOL' and (tool.name == "o'clock" or (name == "o'clock" and tool.name is None))`,
    );
  });

  it('select the calls that a model priced by its name, unless others have the same', () => {
    const [own, builtIn, mini] = [
      { id: 'MQ==', name: 'gpt-4o' },
      { id: 'Mg==', name: 'gpt-4o' },
      { id: 'Mw==', name: 'gpt-4o-mini' },
    ];
    expect(selectModel(own, [own, mini])).toBe("priced_by == 'gpt-4o'");
    expect(selectModel(own, [own, builtIn, mini])).toBe("priced_by.id == 'MQ=='");
  });

  it.each([
    ['', "status_code == 'ERROR' and status_message == ''"],
    ['sold out', "status_code == 'ERROR' and 'sold out' in status_message"],
    [
      'row # of table # has no “id”',
      "status_code == 'ERROR' and 'row' in status_message and 'of table' in status_message and 'has no “id”' in status_message",
    ],
    ['# or #', "status_code == 'ERROR'"],
  ])('select the errors with the message %p', (message, condition) => {
    expect(selectError(message)).toBe(condition);
  });
});

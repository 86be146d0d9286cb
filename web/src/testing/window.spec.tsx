describe('the window of component tests', () => {
  it('leaves Node its signals, which remove the listeners of elements', () => {
    const clicks: string[] = [];
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal]);
    const element = document.createElement('button');
    element.addEventListener('click', () => clicks.push('before'), { signal });
    element.addEventListener('click', () => clicks.push('always'));
    element.click();
    ended.abort();
    element.click();
    element.addEventListener('click', () => clicks.push('after'), { signal });
    element.click();
    expect(clicks).toEqual(['before', 'always', 'always', 'always']);
  });
});

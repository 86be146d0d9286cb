import { describeRedirect } from './redirect-goal.js';

describe('describeRedirect', () => {
  it.each([
    ['http://127.0.0.1:53682/callback', 'a program on this computer'],
    ['http://localhost/callback', 'a program on this computer'],
    ['http://[::1]:8080/', 'a program on this computer'],
    ['https://app.example.com:8443/callback?a=b', 'the website app.example.com:8443'],
    ['https://xn--spndrel-9wa.example/', 'the website xn--spndrel-9wa.example'],
    ['cursor://anysphere/callback', 'the program on this computer that opens cursor: links'],
    ['nothing', 'an unknown address'],
  ])('of %s is %s', (uri, words) => {
    expect(describeRedirect(uri)).toBe(words);
  });
});

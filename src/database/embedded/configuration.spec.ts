import { renderConfiguration } from './configuration.js';

const GB = 1024 ** 3;
const options = { port: 7100, durable: true, memory: 4 * GB, sharedMemory: GB };

describe('renderConfiguration', () => {
  it('listens only on the loopback address', () => {
    const text = renderConfiguration(options);
    expect(text).toContain("listen_addresses = '127.0.0.1'\n");
    expect(text).toContain("unix_socket_directories = ''\n");
    expect(text).toContain('port = 7100\n');
  });

  it('is durable by default', () => {
    expect(renderConfiguration(options)).toContain('fsync = on\nsynchronous_commit = on\n');
    expect(renderConfiguration({ ...options, durable: false })).toContain(
      'fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n',
    );
  });

  it.each([
    [0.25, '64MB'],
    [4, '512MB'],
    [64, '1024MB'],
  ])('sets shared buffers for %d GB of memory to %s', (gigabytes, expected) => {
    const text = renderConfiguration({ ...options, memory: gigabytes * GB });
    expect(text).toContain(`shared_buffers = ${expected}\n`);
  });

  it.each([
    [64 * 1024 ** 2, 'mmap'],
    [GB, 'posix'],
    [undefined, 'mmap'],
  ])('uses, with %p bytes of /dev/shm, %s for parallel queries', (sharedMemory, expected) => {
    const text = renderConfiguration({ ...options, sharedMemory });
    expect(text).toContain(`dynamic_shared_memory_type = '${expected}'\n`);
  });
});

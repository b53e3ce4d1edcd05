// Loaded before a service under test: its input ends with the test process, however that ends.
process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGKILL'));
process.stdin.unref();

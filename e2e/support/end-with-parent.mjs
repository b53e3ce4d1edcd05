// Preloaded into a service under test: its stdin closes when the test process ends, however it ends.
process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGKILL'));
process.stdin.unref();

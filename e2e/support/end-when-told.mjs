import { subscribe } from 'node:diagnostics_channel';

// Preloaded into a crawler under test: a response with this header ends the whole process, as a mistake in Node or in a
// library could. Nothing of the product knows of it.
subscribe('http.client.response.finish', ({ response }) => {
  if ('x-end-the-crawler' in response.headers) process.kill(process.pid, 'SIGKILL');
});

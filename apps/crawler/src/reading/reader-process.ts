import { serveTasks } from '@feedwarden/reading-pool/serve-tasks';
import { readDocuments } from './read-documents.js';

// The main module of the processes that read documents. They are started by the reading pool.
await serveTasks(readDocuments);

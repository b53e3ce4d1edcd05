import { runService } from '@feedwarden/service-kit';
import { readConfig } from './config.js';
import { createSourceManager } from './service.js';

await runService(readConfig, createSourceManager);

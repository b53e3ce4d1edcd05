import { runService } from '@feedwarden/service-kit';
import { readConfig } from './config.js';
import { createCrawler } from './service.js';

await runService(readConfig, createCrawler);

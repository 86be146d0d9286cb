import { describeUploads } from './generated-uploads.js';

describeUploads({ numRuns: 25, seed: 1 });

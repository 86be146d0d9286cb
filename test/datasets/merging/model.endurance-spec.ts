import { describeUploads } from './generated-uploads.js';

describeUploads({ numRuns: 60 });

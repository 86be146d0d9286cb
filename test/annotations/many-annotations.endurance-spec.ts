import { describeManyAnnotations } from './many-annotations.js';

describeManyAnnotations(100_000);

import { describeFigures } from './figures-of-others.js';

describeFigures([3, 2]);

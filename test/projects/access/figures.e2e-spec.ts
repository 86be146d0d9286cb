import { describeFigures } from './figures-of-others.js';

describeFigures([2]);

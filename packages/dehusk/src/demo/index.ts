/** The demo's web, for tests of pipelines: newspapers on loopback with known true texts and optional faults. */

export { type SeededRandom, seededRandom } from '@dehusk/node';
export { type DemoServer, openDemoServer } from './demo-server.js';
export { FAULTS, type Fault, FEED_FAULTS } from './faults.js';
export { PHRASES } from './news-article.js';
export { wordF1 } from './run-demo.js';
export { DEMO_SITES, type DemoSite, LAYOUTS } from './templates.js';

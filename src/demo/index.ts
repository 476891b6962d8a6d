/** The public entrance of the demo (behavior 1.8): everything that the server needs. */
export { demoPicturesInOrder, drawDemoPicture } from './draw-picture.ts';
export { readDemoFeed } from './feed.ts';
export { readDemoLabResult } from './lab-results.ts';
export { DEMO_ORDERS, DEMO_RATES, DEMO_TYPES, type DemoOrder, SCARCE_STOCK } from './orders.ts';
export { DEMO_DAYS, pastOrders } from './past-orders.ts';
export { sampleProducts } from './samples.ts';

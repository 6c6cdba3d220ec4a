/**
 * dehusk-lab: datasets, metrics and significance, so that published figures can be made again.
 *
 * @packageDocumentation
 */
export * from './datasets/dataset.js';
export { DATASET_READERS, datasetNames, datasetsRoot, type OpenOptions, openDataset } from './datasets/index.js';
export { METRICS, metricNamed } from './metrics/index.js';
export * from './metrics/metric.js';
export { type Provenance, signatureOf } from './metrics/signature.js';

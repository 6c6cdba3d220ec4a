/**
 * dehusk-lab: datasets, metrics and significance tests to reproduce published figures.
 *
 * @packageDocumentation
 */
export * from './datasets/dataset.js';
export { DATASET_READERS, datasetNames, datasetsRoot, type OpenOptions, openDataset } from './datasets/index.js';
export { blockClasses, L3S_CLASSES } from './datasets/l3s-gn1.js';
export { foldOf } from './datasets/split.js';
export * from './metrics/block-level.js';
export { METRICS, metricNamed } from './metrics/index.js';
export * from './metrics/metric.js';
export { TOKENISERS, type Tokeniser, tokeniserNamed } from './metrics/tokens.js';
export { REPRODUCTIONS, reproductionNamed } from './reproduce/index.js';
export type { Reproduction } from './reproduce/reproduction.js';
export * from './significance/bootstrap.js';
export * from './significance/rank-tests.js';

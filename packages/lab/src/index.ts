/**
 * dehusk-lab: datasets, metrics and significance, so that published figures can be made again.
 *
 * @packageDocumentation
 */
export { blockClasses } from './datasets/annotated-blocks.js';
export * from './datasets/dataset.js';
export { DATASET_READERS, datasetNames, datasetsRoot, type OpenOptions, openDataset } from './datasets/index.js';
export { L3S_CLASSES } from './datasets/l3s-annotation.js';
export { readArticleBodies } from './datasets/scrapinghub.js';
export { foldOf } from './datasets/split.js';
export * from './metrics/block-level.js';
export * from './metrics/goldminer-counts.js';
export { METRICS, metricNamed } from './metrics/index.js';
export * from './metrics/metric.js';
export { type Provenance, signatureOf } from './metrics/signature.js';
export { TOKENISERS, type Tokeniser, tokeniserNamed } from './metrics/tokens.js';
export * from './reproduce/decision-trees.js';
export * from './reproduce/goldminer-tables.js';
export { REPRODUCTIONS, type Reproduction, reproductionNamed } from './reproduce/index.js';
export * from './significance/bootstrap.js';
export * from './significance/mann-whitney.js';
export * from './significance/wilcoxon.js';

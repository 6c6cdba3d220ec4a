import { ancestorFilter } from './ancestor-filter.js';
import { ancestorKinds } from './ancestor-kinds.js';
import { duplicates } from './duplicates.js';
import { goldminer, goldminerTables } from './goldminer.js';
import { onion } from './onion.js';
import { posts } from './posts.js';
import { removedKinds } from './removed-kinds.js';
import { repeatedText } from './repeated-text.js';
import type { Reproduction } from './reproduction.js';
import { retrieval } from './retrieval.js';
import { featureLadder } from './shallow-features/feature-ladder.js';
import { latinoTrees } from './shallow-features/latino-trees.js';
import { mainContent } from './shallow-features/main-content.js';
import { randomWriter } from './shallow-features/random-writer.js';
import { shallowCorpus } from './shallow-features/shallow-corpus.js';
import { streams } from './streams.js';
import { urlTree } from './url-tree.js';

export const REPRODUCTIONS: readonly Reproduction[] = [
  goldminerTables,
  goldminer,
  onion,
  retrieval,
  shallowCorpus,
  randomWriter,
  featureLadder,
  latinoTrees,
  mainContent,
  ancestorFilter,
  ancestorKinds,
  repeatedText,
  removedKinds,
  posts,
  duplicates,
  streams,
  urlTree,
];

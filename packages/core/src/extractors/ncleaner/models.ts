/** Everything the lab needs to train, measure and pack NCleaner's models. */
export { ALPHABET, type CharacterMode, characterCodes } from './characters.js';
export { emptyModel, type LanguageModel, learn, sharesOf } from './language-model.js';
export { type ModelCard, packModels, unpackModels } from './packed-model.js';
export { cleanMargin, type ScoreTables, type SharePair, scoreTables } from './score-tables.js';
export { type Segment, segmentsOf } from './segments.js';

/**
 * Title, licence and citation of the datasets the lab knows by name. Their files are not part of this repository.
 */
import type { DatasetRecord } from './dataset.js';

export const DATASET_RECORDS: Readonly<Record<string, Omit<DatasetRecord, 'name'>>> = {
  'wcxb-dev': {
    title: 'WCXB 2026, development part: seven page types, 1,200 sites',
    licence: 'CC-BY-4.0',
    citation: 'M. Foley: Web Content Extraction Benchmark (WCXB), 2026',
  },
  canola: {
    title: 'KrdWrd Canola: human labels per DOM node',
    licence: 'CC-BY-SA-4.0',
    citation: 'J. M. Steger, E. W. Stemle: KrdWrd – Architecture for Unified Processing of Web Content, WAC5 2009',
  },
  cleaneval: {
    title: 'CleanEval 2007, English final run',
    licence: 'none stated',
    citation: 'M. Baroni, F. Chantree, A. Kilgarriff, S. Sharoff: CleanEval, LREC 2008',
  },
  cleanportaleval: {
    title: 'CleanPortalEval: pages of four news portals',
    licence: 'none stated',
    citation: 'I. Endrédy, A. Novák: More Effective Boilerplate Removal – the GoldMiner Algorithm, Polibits 48, 2013',
  },
  'l3s-gn1': {
    title: 'L3S-GN1: Google News 2008, labels per text run',
    licence: 'research use only',
    citation: 'C. Kohlschütter, P. Fankhauser, W. Nejdl: Boilerplate Detection using Shallow Text Features, WSDM 2010',
    charset: 'utf-8',
  },
  readability: {
    title: 'Test pages of Mozilla Readability',
    licence: 'Apache-2.0',
    citation: 'Mozilla: Readability.js, test/test-pages',
  },
  'daniel-a': {
    title: 'DAnIEL corpus: press in English, Chinese, Polish, Greek and Russian',
    licence: 'GPL-3 repository; the texts belong to their publishers',
    citation: 'G. Lejeune, R. Brixtel, A. Doucet, N. Lucas: Multilingual event extraction for epidemic detection, 2015',
  },
  streams: {
    title: 'Page streams of single sites in time order',
    licence: 'mostly not stated',
    citation: 'site.json of each stream names its source',
  },
};

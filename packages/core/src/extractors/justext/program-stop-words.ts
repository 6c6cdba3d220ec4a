/**
 * The English stop words of the jusText program, inferred from its densities: each paragraph of the reference outputs has its
 * text and its share of stop words, an equation over its words. 428 words follow from the equations; the other 20 (such
 * as "gave", "signed", "league") are the smallest set that explains the rest. The reference outputs are those that conformance
 * is measured on.
 */
export const PROGRAM_ENGLISH: readonly string[] = (
  "'the (the a able about according across after again against age air album all almost along also although " +
  'american among an and announced another any appeared appointed approximately april are area army around as ' +
  'at august australian available average back band based be became because become been before began being best ' +
  'between book born both british building built business but by called came can canadian career century ' +
  'children city close club college common community company considered continued control could council country ' +
  'county county, created current currently david day days de death december described designed developed ' +
  'development did died different district do does down due during each early east either elected end english ' +
  'established european even eventually every family famous father featured features february few field film ' +
  'final first five followed following football for form former found founded four french from full further ' +
  'game games gave general george german get given good government great group had has have having he head held ' +
  'help her high him himself his history history. home house how however, i if important in include included ' +
  'includes including income indian international into is it its james january japanese john joined july june ' +
  'just king known land large largest last late later law lead leading league led left less life life. like ' +
  'line live living local located london long lost made main major make making many march married may member ' +
  'members men miles military million modern more most moved much music must name named national near never new ' +
  'next no north not november now number october of off official often old on once one only open opened or ' +
  'order original originally other out over own part party people per performed period place play played player ' +
  'playing point political popular population position power president produced production professional program ' +
  'public published radio rather received record recorded released remained research result returned right ' +
  'river robert role royal run said same san school season second see seen sent september series served service ' +
  'set several she short should show side signed similar since single site six small so social sold some son ' +
  'song south special st. started state states station still story students such support system take taken team ' +
  'television term than that the their them then there these they third this those though three through ' +
  'throughout time time, times title to together took top total town two u.s. under united university until up ' +
  'upon us use used using usually various version very village war was water way we well went were west western ' +
  'what when where which while who will william with within without won work worked working works world would ' +
  'written wrote year years years, years. york you young'
).split(' ');

/**
 * Per language the twelve months: full names, the genitive or other form used in dates, and short forms, separated by spaces.
 * Lower case, without a final dot. From the Unicode CLDR's calendars, with forms seen in bylines.
 */
const MONTHS: Readonly<Record<string, string>> = {
  en: 'january jan|february feb febr|march mar|april apr|may|june jun|july jul|august aug|september sep sept|october oct|november nov|december dec',
  de: 'januar jan jänner|februar feb|märz mär mrz|april apr|mai|juni jun|juli jul|august aug|september sep sept|oktober okt|november nov|dezember dez',
  fr: 'janvier janv|février févr fév|mars|avril avr|mai|juin|juillet juil|août|septembre sept|octobre oct|novembre nov|décembre déc',
  es: 'enero ene|febrero feb|marzo mar|abril abr|mayo may|junio jun|julio jul|agosto ago|septiembre setiembre sept sep set|octubre oct|noviembre nov|diciembre dic',
  pt: 'janeiro jan|fevereiro fev|março mar|abril abr|maio mai|junho jun|julho jul|agosto ago|setembro set|outubro out|novembro nov|dezembro dez',
  it: 'gennaio gen|febbraio feb|marzo mar|aprile apr|maggio mag|giugno giu|luglio lug|agosto ago|settembre set sett|ottobre ott|novembre nov|dicembre dic',
  nl: 'januari jan|februari feb|maart mrt|april apr|mei|juni jun|juli jul|augustus aug|september sep|oktober okt|november nov|december dec',
  sv: 'januari jan|februari feb|mars|april apr|maj|juni|juli|augusti aug|september sep|oktober okt|november nov|december dec',
  da: 'januar jan|februar feb|marts mar|april apr|maj|juni jun|juli jul|august aug|september sep|oktober okt|november nov|december dec',
  no: 'januar jan|februar feb|mars mar|april apr|mai|juni jun|juli jul|august aug|september sep|oktober okt|november nov|desember des',
  fi: 'tammikuu tammikuuta|helmikuu helmikuuta|maaliskuu maaliskuuta|huhtikuu huhtikuuta|toukokuu toukokuuta|kesäkuu kesäkuuta|heinäkuu heinäkuuta|elokuu elokuuta|syyskuu syyskuuta|lokakuu lokakuuta|marraskuu marraskuuta|joulukuu joulukuuta',
  pl: 'styczeń stycznia sty|luty lutego lut|marzec marca mar|kwiecień kwietnia kwi|maj maja|czerwiec czerwca cze|lipiec lipca lip|sierpień sierpnia sie|wrzesień września wrz|październik października paź|listopad listopada lis|grudzień grudnia gru',
  cs: 'leden ledna led|únor února úno|březen března bře|duben dubna dub|květen května kvě|červen června čvn|červenec července čvc|srpen srpna srp|září zář|říjen října říj|listopad listopadu lis|prosinec prosince pro',
  sk: 'január januára|február februára|marec marca|apríl apríla|máj mája|jún júna|júl júla|august augusta|september septembra|október októbra|november novembra|december decembra',
  hu: 'január jan|február febr|március márc|április ápr|május máj|június jún|július júl|augusztus aug|szeptember szept|október okt|november nov|december dec',
  ro: 'ianuarie ian|februarie feb|martie mar|aprilie apr|mai|iunie iun|iulie iul|august aug|septembrie sept|octombrie oct|noiembrie noi|decembrie dec',
  hr: 'siječanj siječnja sij|veljača veljače velj|ožujak ožujka ožu|travanj travnja tra|svibanj svibnja svi|lipanj lipnja lip|srpanj srpnja srp|kolovoz kolovoza kol|rujan rujna ruj|listopad listopada lis|studeni studenoga stu|prosinac prosinca pro',
  sl: 'januar januarja|februar februarja|marec marca|april aprila|maj maja|junij junija|julij julija|avgust avgusta|september septembra|oktober oktobra|november novembra|december decembra',
  tr: 'ocak oca|şubat şub|mart mar|nisan nis|mayıs may|haziran haz|temmuz tem|ağustos ağu|eylül eyl|ekim eki|kasım kas|aralık ara',
  ca: 'gener gen|febrer febr|març|abril|maig|juny|juliol|agost|setembre|octubre|novembre|desembre',
  id: 'januari jan|februari feb|maret mar|april apr|mei|juni jun|juli jul|agustus agu agt|september sep|oktober okt|november nov|desember des',
  lt: 'sausis sausio|vasaris vasario|kovas kovo|balandis balandžio|gegužė gegužės|birželis birželio|liepa liepos|rugpjūtis rugpjūčio|rugsėjis rugsėjo|spalis spalio|lapkritis lapkričio|gruodis gruodžio',
  lv: 'janvāris janvārī|februāris februārī|marts martā|aprīlis aprīlī|maijs maijā|jūnijs jūnijā|jūlijs jūlijā|augusts augustā|septembris septembrī|oktobris oktobrī|novembris novembrī|decembris decembrī',
  et: 'jaanuar|veebruar|märts|aprill|mai|juuni|juuli|august|september|oktoober|november|detsember',
  ru: 'январь января янв|февраль февраля фев|март марта мар|апрель апреля апр|май мая|июнь июня июн|июль июля июл|август августа авг|сентябрь сентября сен сент|октябрь октября окт|ноябрь ноября ноя нояб|декабрь декабря дек',
  uk: 'січень січня січ|лютий лютого лют|березень березня бер|квітень квітня квіт|травень травня трав|червень червня черв|липень липня лип|серпень серпня серп|вересень вересня вер|жовтень жовтня жовт|листопад листопада лист|грудень грудня груд',
  bg: 'януари|февруари|март|април|май|юни|юли|август|септември|октомври|ноември|декември',
  sr: 'јануар јануара|фебруар фебруара|март марта|април априла|мај маја|јун јуна|јул јула|август августа|септембар септембра|октобар октобра|новембар новембра|децембар децембра',
  el: 'ιανουάριος ιανουαρίου ιαν|φεβρουάριος φεβρουαρίου φεβ|μάρτιος μαρτίου μαρ|απρίλιος απριλίου απρ|μάιος μαΐου μαΐ|ιούνιος ιουνίου ιουν|ιούλιος ιουλίου ιουλ|αύγουστος αυγούστου αυγ|σεπτέμβριος σεπτεμβρίου σεπ|οκτώβριος οκτωβρίου οκτ|νοέμβριος νοεμβρίου νοε|δεκέμβριος δεκεμβρίου δεκ',
  ar: 'يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر',
  he: 'ינואר בינואר|פברואר בפברואר|מרץ מרס במרץ במרס|אפריל באפריל|מאי במאי|יוני ביוני|יולי ביולי|אוגוסט באוגוסט|ספטמבר בספטמבר|אוקטובר באוקטובר|נובמבר בנובמבר|דצמבר בדצמבר',
  th: 'มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม',
  hi: 'जनवरी|फ़रवरी फरवरी|मार्च|अप्रैल|मई|जून|जुलाई|अगस्त|सितंबर सितम्बर|अक्टूबर अक्तूबर|नवंबर नवम्बर|दिसंबर दिसम्बर',
};

const byLanguage = new Map<string, ReadonlyMap<string, number>>();
const byName = new Map<string, number>();
for (const [language, line] of Object.entries(MONTHS)) {
  const own = new Map<string, number>();
  for (const [index, names] of line.split('|').entries())
    for (const name of names.split(' ')) {
      own.set(name, index + 1);
      // Where languages disagree ("listopad", "lip", "srp"), the first listed has it unless the page's language is known.
      if (!byName.has(name)) byName.set(name, index + 1);
    }
  byLanguage.set(language, own);
}

/**
 * The month a word names, 1 to 12, or 0. The page's language (`pl`, `hr`) decides where languages disagree; names of all
 * languages are known whatever it is.
 */
export function monthNamed(word: string, language: string | null): number {
  const name = word.toLowerCase().replace(/[.,]$/, '');
  return (language === null ? undefined : byLanguage.get(language)?.get(name)) ?? byName.get(name) ?? 0;
}

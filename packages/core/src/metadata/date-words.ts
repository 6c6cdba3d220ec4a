/** Texts that are a date or a time and nothing else: "August 28", "Sat, 20 Dec", "vor 3 Tagen". For bylines, where they are no names. */
import { monthNamed } from './month-names.js';

const WEEKDAYS = new Set(
  (
    'mon monday tue tues tuesday wed weds wednesday thu thur thurs thursday fri friday sat saturday sun sunday ' +
    'mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag ' +
    'lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo ' +
    'segunda terça quarta quinta sexta feira lunedì martedì mercoledì giovedì venerdì sabato domenica ' +
    'maandag dinsdag woensdag donderdag vrijdag zaterdag zondag måndag tisdag onsdag torsdag fredag lördag söndag ' +
    'poniedziałek wtorek środa czwartek piątek sobota niedziela ' +
    'понедельник вторник среда четверг пятница суббота воскресенье'
  ).split(' '),
);
/** Words between the parts of a date. */
const BETWEEN = new Set(
  'at on of the a am p pm um uhr den der vom à le de del di el en kl dne г года utc gmt est edt cst cdt mst mdt pst pdt cet cest bst'.split(
    ' ',
  ),
);
const NUMBER = /^\d{1,4}(?:st|nd|rd|th|er|º|ª|h|am|pm|年|月|日|년|월|일)?$/;
/** A date in Chinese, Japanese or Korean without spaces. */
const CJK_DATE = /^(?:\d{2,4}[年년])?\d{1,2}[月월]\d{1,2}[日일]?$/;
const RELATIVE =
  /^\d{1,3}\+? ?[^\s\d]{1,12}\.? (?:ago|geleden|fa|temu|назад|sedan|siden|atrás)$|^(?:vor|hace|il y a|há|för) \d{1,3} \S{1,12}(?: sedan)?$|^(?:today|yesterday|heute|gestern|hier|ayer|hoy|ieri|oggi|gisteren|vandaag)$/i;
/** Maximum length of a date in characters. */
const MAX_LENGTH = 60;

/** True for a date or time without other words. It has a number beside a month or weekday, or at least two numbers. */
export function isDateOnly(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  if (RELATIVE.test(text)) return true;
  let numbers = 0;
  let names = 0;
  for (const word of text.toLowerCase().split(/[\s,.:;/|•·–—()-]+/)) {
    if (word === '' || BETWEEN.has(word)) continue;
    if (CJK_DATE.test(word)) return true;
    if (NUMBER.test(word)) numbers++;
    else if (monthNamed(word, null) > 0 || WEEKDAYS.has(word)) names++;
    else return false;
  }
  return numbers + names > 1 && numbers > 0;
}

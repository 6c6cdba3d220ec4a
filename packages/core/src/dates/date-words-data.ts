/** Words of dates and times. */

export const WEEKDAYS = new Set(
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
export const BETWEEN = new Set(
  'at on of the a am p pm um uhr den der vom à le de del di el en kl dne г года utc gmt est edt cst cdt mst mdt pst pdt cet cest bst'.split(
    ' ',
  ),
);
export const NUMBER = /^\d{1,4}(?:st|nd|rd|th|er|º|ª|h|am|pm|年|月|日|년|월|일)?$/;
/** A date in Chinese, Japanese or Korean without spaces. */
export const CJK_DATE = /^(?:\d{2,4}[年년])?\d{1,2}[月월]\d{1,2}[日일]?$/;
export const RELATIVE =
  /^\d{1,3} ?(?:秒|分|分钟|分鐘|時間|小时|小時|日|天|周|週間|か月|个月|個月|年)前$|^\d{1,3} ?(?:초|분|시간|일|주|개월|년) ?전$|^\d{1,3}\+? ?[^\s\d]{1,12}\.? (?:ago|geleden|fa|temu|назад|sedan|siden|atrás)$|^(?:vor|hace|il y a|há|för) \d{1,3} \S{1,12}(?: sedan)?$|^(?:today|yesterday|heute|gestern|hier|ayer|hoy|ieri|oggi|gisteren|vandaag)$/i;

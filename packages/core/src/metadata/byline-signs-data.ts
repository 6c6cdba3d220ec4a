/** Classes, addresses and texts around bylines and visible dates. */

export const AUTHOR_NAME =
  /(?:^|[\s_-])(?:by-?lines?|authors?|author[_-]?(?:name|link)s?|written-?by|(?:p|post|entry|article)-author|contributors?|user-?name|writers?|reporters?|journalists?|columnists?|autor(?:es|en)?|auteurs?|autore|redakteur|verfasser|skribent|forfatter)(?:$|[\s_-])/i;
/** The same in camel case. */
export const CAMEL_AUTHOR =
  /(?:^|[\s_a-z-])(?:Author|Byline|Writer)(?:Name|Link|s)?(?:$|[\s_-])|(?:^|[\s_-])author(?:Name|Link)/;
export const NOT_AUTHOR =
  /author[_-]?(?:bio|box|avatar|image|img|photo|desc|social|title|role|posts|info-?title|about)|prep-author|avatar|comment|testimonial|quote[_-]?author|sign-?in|login|follow/i;
/** The name in a box about the author. */
export const NAME = /(?:^|[\s_-])(?:name|fn)(?:$|[\s_-])/i;
export const AUTHOR_BOX = /author[_-]*(?:bio|box|info|card|profile|details?|block)|about[_-](?:the[_-])?author/i;
/** Parts of a byline that are about the author, or the date. */
export const BESIDE_NAME =
  /(?:^|[\s_-])(?:role|job-?title|title|position|bio|biography|description|dates?|time|timestamp|avatar|social|publication|publisher|affiliation|location|email|twitter|follow|read(?:ing)?-?time|tooltip|sr-only)(?:$|[\s_-])/i;
export const BESIDE_TAGS = new Set(['time', 'button', 'svg', 'script', 'style', 'noscript', 'template']);
/** Addresses of authors' pages. */
export const AUTHOR_PAGE =
  /\/(?:authors?|staff\/\d+|contributors?|autor(?:es|en)?|auteurs?|journalists?|reporters?|writers?|redakteure?)\/[^/]/i;
/** Addresses of pages about persons. */
export const PERSON_PAGE = /author|profile|people|staff|\/users?\/|member|contributor|writer|team|\/bio|\/by\//i;
/** Texts that announce others than the author. */
export const OTHER_ROLE =
  /(?:reviewed|edited|updated|checked|translated|produced|photographed|illustrated|photos?|illustrations?|graphics?) by:?$|(?:fotos?|bilder|redaktion|übersetzung|traduction|crédits?)\s*:$/i;
/** A word or sign between two names. */
export const JOINED =
  /(?:[,;&/、，]|(?:^|\s)(?:and|und|et|y|e|ed|en|og|och|i|и))\n|\n(?:[,;&/、，]|(?:and|und|et|y|e|ed|en|og|och|i|и)(?:\s|$))/i;
export const SECTIONS = new Set('nav aside footer script style template select button svg form'.split(' '));
export const OTHER_PARTS =
  /(?:^|[\s_-])(?:comments?|commentlist|respond|reply|replies|related|recommend\w*|sidebar|(?<!elementor-)widget|(?<!(?:post|entry|article)[_-])footer|nav|menu|breadcrumbs?|popular|trending|upcoming|ticker|read-next|more-(?:stories|news|articles|posts|from)|latest|recent|teaser|promo|copyright)(?:$|[\s_-])/i;
/** Names of an element that ends an article, or only its head. */
export const FOOTER = /(?:^|(?<=[\s_-]))footer(?:$|(?=[\s_-]))/i;
/** Elements of a paragraph's text. */
export const INLINE = new Set(['a', 'b', 'em', 'i', 'span', 'strong', 'small', 'cite', 'u', 'font']);
/** Parts of the classes of elements far from the heading that may name an author or a date: most elements need no other look. */
export const DISTANT_SIGN =
  /auth|by-?line|writ|report|journ|column|contrib|auto|auteu|redak|verfa|skrib|forfa|date|time|publish|posted|meta/i;
export const ABOUT_AUTHOR = /author|by-?line|meta|credit|contributor|writer/i;
export const MODIFIED =
  /updated|modified|lastmod|last edit|revised|changed on|aktualisiert|geändert|letzte änderung|actualizado|actualización|atualizad[oa]|mis(?:e)? à jour|modifié|aggiornat[oa]|modificat[oa]|bijgewerkt|gewijzigd|uppdaterad|ändrad|oppdatert|opdateret|päivitetty|aktualiz|zaktualizowano|frissít|actualizat|ažurirano|обнов(?:лен|ен)|изменен|оновлено|актуализ|ενημερώθηκε|ενημέρωση|módosít|τελευταία|güncelle|diperbarui|cập nhật|更新|修改|最終更新|수정|업데이트|تحديث|עודכן|به‌روز|ویرایش|अपडेट|আপডেট|আপডেট|புதுப்பி|อัปเดต|แก้ไข|განახლ|թարմաց|atnaujinta|posodobl|uppfært|ажуриран|اپ ڈیٹ|kemas kini|atjaun|uuendatud/i;
/** The beginning of the day of publication behind that of a change. */
export const PUBLISHED =
  /publish|posted|veröffentlich|erstellt|publi[éc]|publica[dt]|pubblicat|gepubliceerd|publicera|publisert|julkaistu|opublikowan|publikován|létrehozva|közzétéve|опубликован|опубліко|δημοσ|paskelbt|objav(?:ljen|en)|avaldat|birt|публикуван|објавље|հրապարակ|გამოქვეყნ|প্রকাশ|வெளியிட|شائع|yayın|diterbit|đăng|公開|掲載|发布|發[布佈]|刊登|입력|등록|نشر|פורסם/i;
export const DATED = /date|time|publish|posted|pub-|meta|byline|info|dateline/i;
/** Elements whose whole text is a date, in pieces. */
export const DATE_ELEMENT =
  /(?:^|[\s_-])(?:(?:post|entry|article|publish(?:ed)?|pub)?[_-]?dates?|datetime|timestamp|published|dt-published|dateline)(?:$|[\s_-])/i;

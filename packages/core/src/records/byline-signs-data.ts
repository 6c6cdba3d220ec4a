/** Signs of names and dates on pages: classes, attributes and addresses of persons; words and forms of dates. */

/** Classes of the name itself. */
export const NAME_CLASS =
  /(?:^|[\s_-])(?:(?:user|author|poster|member|display|screen|nick|benutzer)(?:[\w-]{0,12}[_-])?name|nick|fn|hnuser|nameblock|author-?link|u-author)(?:$|[\s_-])/i;
/** Classes of the line with the name. */
export const AUTHOR_CLASS =
  /(?:^|[\s_-])(?:author|poster|creator|by-?line|posted-?by|comment-?author|post-?author|user|user-?link|member|tagline-author|autor|auteur|verfasser)(?:$|[\s_-])|^\s*name\s*$/i;
export const NOT_AUTHOR_CLASS =
  /avatar|badge|(?:user|author|member)-?(?:title|rank|info|stats?|bio|desc|image|img|photo|status|online|group|level|role|action)/i;
/** Addresses of persons' pages. */
export const PROFILE =
  /\/(?:users?|u|members?|profiles?|people|authors?|person|perfil|profil|utilisateurs?|benutzer|mitglied(?:er)?|usuarios?|account)\/[^/?#]|\/@[^/?#]|\/user-\d|\/~[^/?#]|member(?:list)?\.php\?|profile\.php\?|\buser(?:info)?(?:\.php)?\?(?:id|u|user)=|[?&;](?:u|uid|user_id|userid|author)=\w|[?&;]action=profile/i;
/** Words of links to profiles that name nobody. */
export const NO_NAME =
  /\b\d[\d.,]{0,20}k? (?:posts?|points?|badges?|replies|messages?)\b|^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[.,]?|#\d+|[a-z]+:\d+|log ?in|sign ?(?:in|up)|register|profile|view profile|members?|my account|account|author|user|guest posts?|posts?|reply|more|quote|report|share|follow|message|pm|website|visit|name ?\*?|e-?mail ?\*?|comments?|anonymous user|(?:facebook|twitter|linkedin|instagram|youtube|tik ?tok|pinterest|x)\b.{0,30}|\d[\d.,]*k?|@)$/i;
export const NO_LETTER = /^[^\p{L}\p{N}]*$/u;
export const AUTHOR_ATTRIBUTES = ['data-author', 'data-username', 'data-user-name', 'data-user-card', 'author'];

export const DATE_CLASS =
  /(?:^|[\s_-])(?:date|time|timestamp|ago|age|posted|posted-?on|datetime|when|published|created|post-?date|datum|fecha)(?:$|[\s_-])/i;
export const DATE_ATTRIBUTES = [
  'data-time',
  'data-timestamp',
  'data-datetime',
  'data-date',
  'data-created',
  'created-timestamp',
  'data-utime',
  'data-utc',
];
export const DATE_PROPERTY = /^(?:datepublished|datecreated|commenttime|uploaddate|datePosted)$/i;
/** A moment in an address. */
export const MOMENT_IN_ADDRESS = /[?&;](?:from|at|date|time)=(\d{4}-\d\d-\d\dT\d\d(?::|%3A)\d\d)/i;
/** Words of dates other than that of writing. */
export const OTHER_DATE =
  /join|regist|member since|since:?\s*$|edit(?:ed)?\s*(?:(?:on|by):?\s*|:\s*)?$|last (?:edit|activ|seen|visit|post|repl)|edited|modified|updated|birthday|expires|dabei seit|inscrit|miembro desde/i;
/** The same in other languages. Before a date they must be directly before it: the date of joining may be between them. */
export const OTHER_DATE_ELSEWHERE =
  /(?:inscri|dołączył|zarejestrowan|lid geworden|blev medlem|tilmeldt|katılım|kayıt|регистрац|зарегистр|εγγραφή|注册|註冊|登録|编辑|編輯|가입)[^\d]{0,20}$/i;
/** A relative time: a number and one unit, in English and a few words of other languages. */
export const AGO =
  /^(?:(?:posted|replied|commented|asked|answered|vor|il y a|hace|há|fa)\s)*(?:about |over |almost )?(?:an?|\d{1,3})\s?(\w+)\b\.?(?: ago)?$/i;
// In a set: engines take milliseconds to compile AGO with the units in it.
export const UNITS = new Set(
  's sec secs second seconds m min mins minute minutes h hr hrs hour hours d day days w wk wks week weeks mo mos month months y yr yrs year years'.split(
    ' ',
  ),
);
export const RECENT_DAY = /^(?:today|yesterday)\b.{0,16}$|\bago$/i;

/**
 * The same in other languages: "vor 3 Stunden", "3 часа назад", "3小时前". Classes of letters are tested apart from words in any case:
 * engines take long to compile both in one expression.
 */
export const AGO_BEHIND = /^(?:vor|il y a|hace|há|před|pred|acum|fa|πριν(?: από)?|منذ|قبل|לפני) \d{1,3} (\S+)$/i;
export const AGO_BEFORE = /^\d{1,3} (\S+) (?:назад|тому|temu|geleden|fa|önce|sedan|siden|sitten|atrás|पहले|전|ที่แล้ว)$/i;
export const AGO_WITHOUT_SPACES = /^\d{1,3} ?[\u3400-\u9fffかヶカ]{1,3}前$|^\d{1,3}[\uac00-\ud7a3]{1,2} ?전$/;
export const DAY_ELSEWHERE =
  /^(?:今天|昨天|前天|昨日|今日|오늘|어제|gestern|heute|hier|ayer|hoy|вчера|сегодня|wczoraj|dziś|ieri|oggi)(.{0,16})$/i;
export const ALL_LETTERS = /^\p{L}+$/u;
export const BEGINS_WITH_LETTER = /^\p{L}/u;

/** What is between the parts of a line. */
export const BETWEEN =
  /\s[-–—|·•»:]+\s|[,()[\]|·•»，、：]|\s(?:on|at|am|le|el|il|wrote|writes|says|said|posted|schrieb|sagte|написал|a écrit|escribió)(?=\s)|:\s*$/iu;
export const BEFORE_NAME =
  /^(?:(?:posted|written|sent|started|asked|answered|reported) )?(?:by|from|von|par|por|di|door|от|автор):?\s+/iu;

/** A name at the end of a line: `comment:3 Changed 6 years ago by ann`. */
export const SIGNED = /\s(?:by|von|par|por|di|door|от)\s+([^\s,()\d][^\s,()]*(?: [^\s,()\d][^\s,()]*){0,3})$/iu;

/** Labels of who wrote a message or an issue. */
export const WRITER =
  /^(?:reporter|reported by|opened by|submitted by|created by|asked by|author|from|von|de|autor|auteur|gemeldet von|автор|作者|報告者|投稿者)\s*[:：]?$/iu;

/** Names of the elements of posts. */
export const POST_NAME =
  /(?:^|[\s_-])c?(?:posts?|blockpost|message|postbit\w*|repl(?:y|ies)|beitrag|mensaje|сообщени[ея])(?:$|[\s_\d-])/i;
/** Answers stand apart from their question. */
export const ANSWER_NAME = /answer|antwort|respuesta|réponse|risposta|ответ|回答|答案/i;
/** Names of comments (`comtr`: Hacker News). */
export const COMMENT_NAME = /comment|comtr|komment|coment|respon[ds]|disqus|отзыв|коммент|评论|評論|コメント/i;

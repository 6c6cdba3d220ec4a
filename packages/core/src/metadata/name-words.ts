/**
 * Words around and instead of names of authors, in the languages that pages have: what announces a name, staff and accounts that name
 * nobody, agencies, and words of organisations.
 */

/** What announces an author, before a name. */
const ANNOUNCING = [
  '(?:written|posted|published|submitted|created|words?|texts?|story|article|authored|reported|started|asked|contributed|report) by|by|about(?: the author)?',
  '(?:geschrieben|verfasst|veröffentlicht|gepostet|erstellt|text|ein beitrag|ein artikel|beitrag|artikel) von',
  '(?:écrit|rédigé|publié|posté|proposé|un article|article|texte) (?:par|de)|(?:escrito|publicado|redactado|texto|postado) por',
  '(?:scritto|pubblicato) da|(?:articolo|testo) di|a cura di|(?:geschreven|geplaatst|gepubliceerd) door',
  '(?:skrevet|skriven|publisert|publicerad|text|tekst) av|(?:skrevet|tekst) af|eftir|kirjoittanut|napisan[ey] przez|opracowa(?:ł|ła)',
  'napsala?|napísala?|írta|de către|scris de|napisa[ol]a?|piše|parengė|написала?|пише|γράφει (?:ο|η)|από (?:τον|την)',
  'oleh|ditulis oleh|bởi|viết bởi|بقلم|كتب|كتبت|מאת|به قلم|โดย|เขียนโดย',
].join('|');
/** The same where a colon is between. */
const LABELS = [
  'author(?:s|\\(s\\))?(?: name)?|writers?|words|texts?|story|contributors?|autor(?:in|en|innen|es|a|as|ka|ki|zy|ů|i|ul|ii|id|s)?|verfasser(?:in)?|auteure?s?|autrice|rédacteur|texte',
  'texto|autore|autori|testo|tekst|forfatter|författare|skribent|höfundur|kirjoittaja|teksti|tekijä|opracowanie|szerző|autorius|autors',
  'автор(?:ы|ка|и|ката)?(?: текста| статьи)?|текст|аутор|συγγραφέας|συντάκτης|κείμενο|yazan|yazar|penulis|tác giả|الكاتب|الكاتبة|تأليف|כתב|כתבה',
  'نویسنده|تحریر|مصنف|लेखक|लेखिका|লেখক|எழுதியவர்|ผู้เขียน|ავტორი|հեղինակ',
].join('|');
/** The same, but also the beginnings of names or parts of them: they announce one without a colon only before two words. */
const PARTICLES: Readonly<Record<string, string>> = {
  von: 'de',
  par: 'fr',
  por: 'es pt gl',
  di: 'it',
  da: 'it',
  door: 'nl',
  av: 'sv no nb nn',
  af: 'da is',
  przez: 'pl',
  od: 'cs sk hr sr bs',
  от: 'ru bg',
  author: '',
  autor: '',
  автор: '',
  yazan: '',
  الكاتب: '',
};
/** Chinese, Japanese and Korean: without a space. */
const CJK_ANNOUNCING =
  '文|撰文|作者|記者|记者|執筆|執筆者|著者|筆者|取材・文|글|글쓴이|기자|撰稿|特約記者|本报记者|本報記者|實習記者|编译|編譯';
const COLON = '\\s*[:：=＝]\\s*';

export const LEAD = new RegExp(
  `^(?:(?:${ANNOUNCING})(?:${COLON}|\\s+|$)|(?:${LABELS})(?:${COLON}|$)|(?:${CJK_ANNOUNCING})(?:${COLON}|[／/|｜]\\s*|\\s+))`,
  'i',
);
export const PARTICLE_LEAD = new RegExp(`^(${Object.keys(PARTICLES).join('|')})(${COLON}|\\s+)(?=\\S)`, 'i');
/** Whether a particle announces authors in a language; null: unknown. */
export const isParticleOf = (particle: string, language: string | null): boolean => {
  const languages = PARTICLES[particle.toLowerCase()];
  return language === null || languages === '' || languages.split(' ').includes(language);
};
/** The same words after a date. */
export const BY =
  /\s(?:(?:written|posted|published|submitted) )?(?:by|von|par|por|di|da|door|av|af|przez|автор|oleh|yazan):?(?:\s|$)/i;
/** Labels of others than authors; their names are not read. */
export const OTHER_LABEL =
  /(?:^|[\s;,/|(（、，])(?:(?:photo(?:s|graphs?|graphy)?|pictures?|images?|illustrations?|graphics?|video)(?: by)?|(?:edited|updated|checked|produced|translated|reviewed|photographed|illustrated) by|edit(?:or|ing)|translat(?:ion|or)|foto(?:s|grafi[aeë]?|graf)?|bild(?:er)?|bilde|grafik|illustration(?:en)?|übersetzung|source|quelle|crédit(?:o|s)?|image|dessins?|imágenes|imagens|fotografías?|valokuvat?|kuvat?|zdjęcia|fot|фото|фотограф|источник|редактор|джерело|φωτογραφίες|fotoğraf(?:lar)?|ảnh|摄影|攝影|写真|撮影|图|圖|编辑|編輯|责编|責任編輯|责任编辑|来源|來源|사진|편집|صور|تصوير|עריכה|צילום)(?:\s*[:：=＝/／]\s*|\.\s*:\s*|(?<= by)\s+).*$/is;

/** A whole value that is no name: accounts of publishing systems, staff, labels, buttons. Case aside. */
const NOBODY = new Set(
  [
    'administrator,site admin,siteadmin,webmaster,web master,root,user,guest,unknown,anonymous,null,undefined,none,na,n/a,nan,default,test,wordpress',
    'webteam,author,authors,author name,by,posted,post author,view all posts,follow,share,read more,super user,superuser,more posts,updated,last updated,last update',
    'published,learn more,following,staff,sponsored,advertisement,firstname lastname,first last,your name,name,first name last name,bio,full bio,biography,profile,array,home,contact,close,menu,featured,recent posts',
    'news staff,editorial staff,web staff,news team,editorial team,web team,staff report,staff reports,staff reporter,web editor,web desk,webdesk,editorial board,our staff,team,the team,the editors,editors,editor,editorial,newsroom,online editor,digital team,press release,advertorial,sponsored content,partner content,from our correspondent,our correspondent,special correspondent,agencies,news agencies',
    'redaktion,die redaktion,online-redaktion,redakteur,redaktionsteam,pressemitteilung,pm,anzeige,gastbeitrag,gastautor,unser redaktionsteam,redaktions-team,von redaktion',
    'rédaction,la rédaction,redaction,la redaction,équipe de rédaction,communiqué de presse,communiqué,auteur invité,rédaction web,la rédac',
    'redacción,la redacción,redaccion,redactor,redactores,equipo de redacción,comunicado de prensa,agencias,autor invitado,administrador,redação,a redação,da redação,redacao,equipe,redator,equipe editorial,assessoria de imprensa,agências',
    'redazione,la redazione,a cura della redazione,di redazione,redazione web,comunicato stampa,redattore,redactie,de redactie,webredactie,onze redactie,redacteur,van onze redactie,persbericht',
    'redaktionen,redaktionens,webbredaktionen,redaktören,pressmeddelande,redaksjonen,nettredaksjonen,pressemelding,nyhetsredaktionen,ritstjórn,ritstjóri,toimitus,toimittaja,verkkotoimitus,tiedote',
    'redakcja,od redakcji,redaktor,zespół redakcyjny,redakcja portalu,red.,red,redakce,redakcia,redaktor webu,szerkesztőség,a szerkesztőség,szerkesztő,redacția,redacţia,redactia,redakcija,uredništvo,urednik,redakce webu,tisková zpráva',
    'redakcijos,redakcijos informacija,redakcijos inf,toimetus,toimetaja,редакция,редактор,от редакции,админ,администратор,пресс-релиз,редакція,адмін,редакцията,редакција,уредништво,новости',
    'σύνταξη,συντακτική ομάδα,η σύνταξη,newsroom,διαχειριστής,editör,yönetici,haber merkezi,editörler,redaksi,tim redaksi,editor berita,ban biên tập,toà soạn,tòa soạn,quản trị viên,phóng viên,pv,bbt',
    '编辑,编辑部,本站编辑,管理员,小编,編輯,編輯部,編輯室,管理員,小編,綜合報導,编辑团队,编辑组,本报讯,記者,记者,編集部,編集長,管理人,管理者,編集者,投稿者,ライター,運営者,편집부,편집국,관리자,편집자,운영자,뉴스팀,보도자료',
    'التحرير,هيئة التحرير,فريق التحرير,المحرر,مدير,مدير الموقع,غرفة الأخبار,وكالات,מערכת,המערכת,מערכת האתר,עורך,מנהל,תחریریه,تحریریه,تحریریه سایت,مدیر,مدیر سایت,ادمین,اداره,ویب ڈیسک,نیوز ڈیسک',
    'संपादक,संपादकीय,संपादकीय टीम,वेब डेस्क,न्यूज़ डेस्क,न्यूज डेस्क,ब्यूरो,डेस्क,সম্পাদক,নিজস্ব প্রতিবেদক,ডেস্ক রিপোর্ট,নিউজ ডেস্ক,অনলাইন ডেস্ক,ஆசிரியர்,ஆசிரியர் குழு,กองบรรณาธิการ,บรรณาธิการ,ผู้ดูแลระบบ,แอดมิน,ทีมงาน,რედაქცია,ադմին,խմբագրություն',
    'posted on,posted in,published on,written on,date,veröffentlicht am,veröffentlicht,erstellt am,geschrieben am,verfasst am,publié le,posté le,mis en ligne le,écrit le,publicado el,publicada el,publicado en,publicado em,publicado,postado em,pubblicato il,pubblicato,postato il,scritto il',
    'geplaatst op,gepubliceerd op,geplaatst,publicerat,publicerat den,postat,publicerad,publisert,lagt ut,skrevet den,udgivet,offentliggjort,julkaistu,lähetetty,opublikowano,opublikowany,dodano,data publikacji,publikováno,zveřejněno,vydáno,publikované,közzétéve,beküldve,publicat în,publicat,postat pe,objavljeno,objavio',
    'paskelbta,publicēts,ievietots,postitatud,avaldatud,опубликовано,опубликован,дата публикации,добавлено,размещено,опубліковано,публикувано на,публикувано,објављено,δημοσιεύτηκε,δημοσιεύθηκε στις,δημοσίευση,yayın tarihi,yayımlanma tarihi,yayınlandı,tarihinde yayınlandı,diposting pada,diterbitkan,dipublikasikan,đăng ngày,đăng bởi,đăng lúc,được đăng vào',
    '投稿日,公開日,投稿日時,掲載日,更新日,发布于,发表于,发布时间,發表於,發佈於,發布日期,張貼於,게시일,작성일,등록,입력,نشر في,نُشر في,نشرت في,بتاريخ,منتشر شده در,تاریخ انتشار,تاریخ,פורסם ב,פורסם בתאריך,פורסם,प्रकाशित,पर प्रकाशित,প্রকাশিত,প্রকাশ,வெளியிடப்பட்டது,เผยแพร่เมื่อ,โพสต์เมื่อ,გამოქვეყნდა,հրապարակվել է',
  ]
    .join(',')
    .split(','),
);
/** A value of a template that was not filled in. */
const PLACEHOLDER =
  /\{\{|\{%|\$\{|<%|%\}|\}\}|^\{.*\}$|^\$\w+$|^[%#@_[]{1,2}[\w .-]+[%#@_\]]{1,2}$|\[object \w+\]|^(?:undefined|null|nan|array)(?:[ ,].*)?$|^[a-z]\w+(?:\.[a-z]\w+){2,}$|^(?:\w+_)?author(?:_\w+)?$|^function\s*\(/i;
export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text.trim());

/** The words of a button or a sentence at the reader. */
const IMPERATIVE =
  /^(?:(?:\+ ?)?follow|join|download|subscribe|contact|sign|share|learn|read|see|view|watch|click|get|listen|visit|about|meet|leave|add|copy|save|print|see|more|folgen sie|suivez|síguenos|siga|segui|volg|teilen|partager|compartir|condividi) (?:us|our|on|the|full|more|bio|profile|at|up|in|a|an|this|all|here|now|to|from|about|author|latest|uns|nous|en|auf|sur|ons|su)(?:\s|$)/i;

/** Whether a text names no person and no organisation. */
export function isNobody(text: string): boolean {
  const plain = text.toLowerCase().replace(/^[\s\-–—|:,.*•"'(»›@+]+|[\s\-–—|:,.*•"'()»›]+$/g, '');
  return NOBODY.has(plain) || /^admin[\w-]{0,4}$/.test(plain) || isPlaceholder(text) || IMPERATIVE.test(text);
}

/** News agencies, alone or with the initials of their staff: "dpa/aw". */
export const AGENCY =
  /^\(?(?:dpa|afp|ap|reuters|apa|sda|ats|ansa|efe|lusa|pap|čtk|ctk|tass|тасс|риа новости|interfax|интерфакс|xinhua|新华社|新華社|中央社|kyodo|jiji|共同|時事|yonhap|연합뉴스|뉴시스|anp|belga|ntb|tt|ritzau|stt|mti|hina|tanjug|agerpres|bta|unian|укринформ|anadolu|aa|dha|iha|irna|isna|wam|pti|ani|ians|bernama|antara|bloomberg|pa|press association|(?:the )?associated press|agence france-presse|keystone-sda|kna|epd|sid|ddp|dapd|cp|the canadian press|upi|cnn|أ ?ف ?ب|رويترز|وكالات)(?:[\s/-]{1,3}\S{1,20}){0,3}\)?$/i;
/** Organisations by one of their words. */
export const ORGANISATION_WORD =
  /(?:^|[\s-])(?:news(?:paper|wire|desk)?|media|press|presse|prensa|stampa|magazine|magazin|revista|times|gazette|courier|tribune|herald|daily|weekly|chronicle|radio|tv|television|channel|network|group|groupe|grupo|gruppe|inc|ltd|llc|gmbh|corp|corporation|company|foundation|fund|trust|studios?|agency|agence|agencia|agentur|agenzia|association|verband|verein|society|services?|team|staff|desk|office|editors?|editorial|institut[eo]?|university|universität|université|universidad[e]?|università|college|school|department|ministry|ministerium|ministère|ministerio|ministério|ministero|commission|committee|council|bureau|cent(?:er|re)|centro|zentrum|online|blog|community|zeitung|tagblatt|anzeiger|nachrichten|rundschau|redaktion\S*|redacción|redazione|redactie|rédaction|redakcja|toimitus|редакция|газета|новости|журнал|агентство|пресс-служба|министерство|associates|partners|systems|solutions|labs?|club|forum|wire|collective|project|initiative)(?:[\s-]|$)|\.(?:com|org|net|de|fr|it|es|nl|ru|pl|io|info|tv|co\.\w\w)$|[社局部网網报報台会會館院所校團団]$|新聞|新闻|日报|日報|通讯|通訊|編集|编辑|뉴스|일보|신문|방송|صحيفة|وكالة|شبكة|قناة/i;
/** Professions, at the end of a text that says what a person does. */
export const ROLE_END =
  /(?:^|[\s-])(?:writer|editor|reporter|correspondent|contributor|columnist|journalist|expert|reviewer|coordinator|specialist|manager|director|analyst|strategist|consultant|founder|gardener|therapist|dietitian|nutritionist|engineer|developer|designer|professor|blogger|photographer|producer|researcher|scientist|officer|intern|fellow|advis[eo]r|coach|teacher|lawyer|attorney|physician|redakteur|korrespondent|journalist|reporter|autor|chefredakteur|fotograf|journaliste|rédacteur|rédactrice|correspondante?|periodista|redactora?|corresponsal|giornalista|jornalista|repórter|redacteur|verslaggever|dziennikarka?|redaktorka?|корреспондент|журналист|обозреватель|gazeteci|muhabir)(?:in|s|e)?$/i;
/** Articles at the start of the names of papers, which no person has. */
export const ARTICLE_START = /^(?:the|el|il|los|las|les|die|das|os|το|η|οι)\s+[A-ZÀ-Þ\u0370-\u03ff]/i;
/** Particles of names, written small. */
export const NAME_PARTICLE =
  /^(?:al|ap|af|av|bin|bint|binti|da|das|de|degli|dei|del|della|den|der|des|di|do|dos|du|e|el|i|ibn|la|las|le|los|of|op|s|t|ten|ter|van|vd|ver|vom|von|y|zu|zum|zur|’t|'t|d[’'].*|o[’'].*|l[’'].*|ó|ní|ui|mac|abu|abd|ben|bat|ul|ur|lo|san|santa)$/i;

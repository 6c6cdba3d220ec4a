/**
 * Words around and instead of names of authors, in the languages that pages have: what announces a name, staff and accounts that name
 * nobody, agencies, and words of organisations.
 */

/** What announces an author, before a name. */
const ANNOUNCING = [
  '(?:written|posted|published|submitted|created|words?|texts?|story|article|recipe|authored|reported|started|asked|contributed|report) by|by|about the author',
  'report(?:ing|age) by|(?:a )?(?:guest (?:post|column|article|essay|blog)|opinion|review|analysis|commentary|column|essay|interview|blog post) by',
  '(?:(?:this|the) )?(?:(?:blog )?post|article|story|recipe|page|guide|essay)(?: was)? (?:written|submitted|contributed) by',
  '(?:geschrieben|verfasst|veröffentlicht|gepostet|erstellt|text) von|(?:eine? )?(?:gast)?(?:beitrag|kommentar|kolumne|interview|analyse|artikel|bericht|essay|reportage|rezension|glosse|porträt) von',
  'propos recueillis par|(?:une? )?(?:chronique|tribune|analyse|enquête|interview|entretien|billet) (?:de|par)|(?:una? )?(?:artículo|columna|entrevista|análisis|reportaje|crónica|opinión) (?:de|por)',
  "(?:un['’ ]|una )?(?:intervista|commento|analisi|editoriale) (?:di|a cura di)",
  '(?:écrit|rédigé|publié|posté|proposé|soumis|un article|article|texte) (?:par|de)|(?:escrito|publicado|redactado|texto|postado|enviado) por',
  '(?:scritto|pubblicato|inviato) da|(?:articolo|testo) di|a cura di|(?:geschreven|geplaatst|gepubliceerd|ingediend) door',
  '(?:skrevet|skriven|skrivet|publisert|publicerad|postad|text|tekst) av|(?:skrevet|tekst) af|eftir|kirjoittanut|napisan[ey] przez|(?:dodane|dodany|wprowadzone|opublikowane|zamieszczone) przez|opracowa(?:ł|ła)|opr(?:ac)?\\.|rozmawiała?|przygotowała?',
  'подготовила?|беседовала?|записала?|da(?:l|lla) nostr[oa] (?:inviat[oa]|corrispondente)|onze (?:correspondent|verslaggever)|de notre (?:correspondante?|envoyée?(?: spéciale?)?)(?: à [^,]{3,20},)?|(?:von )?unser(?:e|em|er) Korrespondent(?:in)?|отправлено|vložila?|připravila?|підготу(?:вала|вав)|розмовля(?:ла|в)|записав|rozhovor vedla?|spracovala?|pripravila?|লিখেছেন|نوشته[ \u200c]?ی?|thực hiện|PV|kirjutas|napsala?|napísala?|írta|de către|(?:scris|publicat|postat) de|על ידי|ע"י|napisa[ol]a?|piše|parengė|написала?|пише|γράφει (?:ο|η)|από (?:τον|την)',
  'oleh|(?:ditulis|diposting) oleh|bởi|đăng bởi|द्वारा|viết bởi|بقلم|كتب|كتبت|מאת|به قلم|โดย|เขียนโดย',
].join('|');
/** The same where a colon is between. */
const LABELS = [
  'autor(?:\\/a|\\(a\\)|:in|\\*in)|author(?:s|\\(s\\))?(?: name)?|writers?|words|texts?|story|contributors?|autor(?:in|en|innen|es|a|as|ka|ki|zy|ů|i|ul|ii|id|s)?|verfasser(?:in)?|auteure?s?|autrice|rédacteur|texte|interview|bericht|kommentar|reportage',
  'texto|autore|autori|testo|tekst|forfatter|författare|skribent|höfundur|kirjoittaja|teksti|tekijä|opracowanie|szerző|szöveg|autorius|autors|avtor(?:ica)?|texti|teks|tekstas|teksts|besedilo',
  'objavi(?:o|la)|napisa(?:o|la)|опубликовала?|разместила?|добавила?|beküldte|автор(?:ы|ка|и|ката)?(?: текста| статьи)?|текст|аутор|συγγραφέας|συντάκτης|κείμενο|yazan|yazar|penulis|tác giả|الكاتب|الكاتبة|تأليف|כתב|כתבה|כותב|כותבת|מחבר',
  'रिपोर्टर|रिपोर्ट|संवाददाता|نویسنده|تحریر|مصنف|लेखक|लेखिका|লেখক|எழுதியவர்|ผู้เขียน|ავტორი|հեղինակ',
].join('|');
/** The same, but (except for "") also the beginnings of names or parts of them: they announce one without a colon only before two words. */
export const PARTICLES: Readonly<Record<string, string>> = {
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
  του: 'el',
  της: 'el',
  de: 'ro',
  per: 'ca',
  autorius: 'lt',
  autors: 'lv',
  от: 'ru bg',
  theo: 'vi',
  author: '',
  autor: '',
  автор: '',
  yazan: '',
  الكاتب: '',
};
/** The labels of one word and without a colon that are sure. */
export const AUTHOR_ALONE =
  /^(?:authors?|autor(?:in|en|es)?|auteure?s?|autore|verfasser(?:in)?|forfatter|författare|автор|作者|著者)$/i;
/** Chinese, Japanese and Korean: without a space. */
const CJK_ANNOUNCING =
  '文|撰文|採訪|采访|采写|정리|取材|構成|聞き手|文字|책임기자|취재|글쓴이|작성자|作者|記者|记者|執筆|執筆者|著者|筆者|글|인턴기자|기자|撰稿|特約記者|本报记者|本報記者|實習記者|编译|編譯';
const COLON = '\\s*[:：=＝՝]\\s*';

export const LEAD = new RegExp(
  `^(?:(?:${ANNOUNCING})(?:${COLON}|\\s+|$)|(?:${LABELS})(?:${COLON}|\\s+[-–—]\\s+|$)|(?:${CJK_ANNOUNCING})(?:[・、/／]?(?:${CJK_ANNOUNCING}))*(?:${COLON}|[／/|｜・]\\s*|\\s+|$))`,
  'i',
);
export const PARTICLE_LEAD = new RegExp(`^(${Object.keys(PARTICLES).join('|')})(${COLON}|\\s+)(?=\\S)`, 'i');
/** Words before a name in a separate element: the kind of text, its origin, the role of the person. */
export const ANY_LEAD = new RegExp(
  `^(?:(?:an?|the|eine?|une?|una|uma|unser(?:e[rmn]?)?|von|notre|nuestr[oa]|nostr[oa]|dal|dalla|del|onze|vår|vores|our|haberi|laporan|наш|special) )*(?:(?:${[
    'servizio|testi|krönika|kronikk|interviu|интервю|wywiad|przeprowadziła?|intervju|aufgezeichnet|protokolliert|zusammengestellt|reportage|reportagem|reportaje|recherche|essay|kommentar|kolumne|recherchiert|texte?|testo|texto|tekst|teksti|artikel|article|articol|artículo|artigo|articolo|bericht',
    'scris|firmado|elaborado|redatto|compilado|rédigée?|geschrieben|verfasst|geschreven|publisert|публикувано|изготвил[аи]?|prepared|compiled|produced|researched|told',
    'reporter|correspondante?|journalist|redakteur(?:in)?|korrespondent(?:in)?|autorin|gastautor(?:in)?|envoyée? spéciale?|enviad[oa] especial|inviat[oa]|wartawan|kontributor|корреспондент|журналист(?:ка)?|обозреватель|кореспондент|redaktor(?:ka)?|dziennikarka?|muhabir|yazan|columnist|staff writer',
    'נכתב|כתבת|เรื่อง|ข่าว|รายงาน',
  ].join(
    '|',
  )}) )+(?:(?:by|von|par|por|di|da|de|do|door|av|af|przez|от|на|oleh|על ידי|โดย) )?(?=\\S+\\s\\S)|^(?:เรื่องโดย|ข่าวโดย)\\s*`,
  'i',
);
/** One label for two kinds of work: "Text und Fotos: Jane Doe". */
export const JOINT_LABEL =
  /^(?:texts?|texte|testo|texto|tekst|words|story|bericht|report|teksti|текст|bài) ?(?:and|und|et|e|y|i|og|och|ja|и|và|&|\+|,|\/) ?(?:photos?|photographs|pictures|images?|fotos?|foto|bilder?|bild|grafik|kuvat?|zdjęcia|fotografías?|fotografie|video|illustrations?|фото|ảnh)(?:\s*[:：]\s*| (?:by|di|von|de|av|af|par|por|door) )|^(?:文|글)[・·/／、, 和與与と]?(?:写真|图|圖|図|摄影|攝影|撮影|사진)\s*[:：／/=＝]?\s*/i;
/** Labels of others than authors; their names are not read. */
export const OTHER_LABEL =
  /(?:^|\.?[\s;,/|(（、，])(?:(?:photo(?:s|graphs?|graphy)?|pictures?|images?|illustrations?|graphics?|video)(?: by)?|(?:edited|updated|(?:fact[- ])?checked|produced|translated|(?:medically )?reviewed|photographed|illustrated|editing) by|edit(?:or|ing)|translat(?:ion|or)|foto(?:s|grafi[aeë]?|graf)?|bild(?:er)?|bilde|grafik|illustration(?:en)?|übersetzung|source|quelle|crédit(?:o|s)?(?: photos?| images?)?|image|beeld|tłum|przeł|dessins?|извор|izvor|zdroj|źródło|kaynak|fuente|fonte|bron|kilde|källa|lähde|forrás|sursa|πηγή|източник|المصدر|מקור|منبع|स्रोत|出典|출처|traduzione|traducción|tradução|traduction|tłumaczenie|překlad|preklad|fordít(?:otta|ás)|traducere|prijevod|prevod|превод|перевод|переклад|μετάφραση|翻訳|翻译|翻譯|번역|ترجمة|مترجم|ترجمه|תרגום|dịch|terjemahan|käännös|oversettelse|översättning|vertaling|अनुवाद|çeviri|imágenes|imagens|fotografías?|valokuvat?|kuvat?|zdjęcia|fot|фото|фотограф|источник|редактор|джерело|φωτογραφίες|fotoğraf(?:lar)?|ảnh|摄影|攝影|写真|撮影|图|圖|编辑|編輯|责编|責任編輯|责任编辑|来源|來源|稿源|阅读|閱讀|浏览|瀏覽|点击|조회|时间|時間|日期|design|programming|사진|편집|ภาพ(?:ถ่าย)?|फोटो|ছবি|عکس|fotó|صور|تصوير|עריכה|צילום)(?: (?:de|di|von|par|por|av|af))?(?:\s*[:：=＝/／]\s*|\.\s*:\s*|(?<= (?:by|de|di|von|par|por))\s+|(?<=fot|tłum|przeł)\.\s+|(?<=[,;]\s(?:photos?|fotos?|bilder|kuvat?|zdjęcia|фото))\s+|(?<=\S\s(?:编辑|編輯|摄影|攝影|사진|撮影))\s+).*$/is;

/** A whole value that is no name: accounts of publishing systems, staff, labels, buttons. Case aside. */
export const NOBODY = new Set(
  [
    'administrator,site admin,siteadmin,webmaster,web master,root,user,guest,unknown,anonymous,null,undefined,none,na,n/a,nan,default,test,wordpress',
    'email,e-mail,rss,subject,thread,message,replies,us,me,you,and,und,et,og,och,in,on,at,via,the,last,update,modified,jobs,ads,search,videos,advertise,contact me,publish date',
    '手机版,guest user,anonymous user,unknown author,your name here,site_admin,service web,equipo editorial,echipa redacțională,echipa redacției,webteam,author,authors,author name,by,posted,post author,view all posts,follow,share,read more,super user,superuser,more posts,updated,last updated,last update',
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
    'this author,the author,this writer,getty images,shutterstock,istock,unsplash,comments,comment,kommentare,commentaires,comentarios,commenti,reacties,reading time,read time,lesezeit,temps de lecture,tiempo de lectura,tempo di lettura,tempo de leitura,leestijd,lästid,lesetid',
    'posted on,posted in,published on,written on,date,veröffentlicht am,veröffentlicht,erstellt am,geschrieben am,verfasst am,publié le,posté le,mis en ligne le,écrit le,publicado el,publicada el,publicado en,publicado em,publicado,postado em,pubblicato il,pubblicato,postato il,scritto il',
    'geplaatst op,gepubliceerd op,geplaatst,publicerat,publicerat den,postat,publicerad,publisert,lagt ut,skrevet den,udgivet,offentliggjort,julkaistu,lähetetty,opublikowano,opublikowany,dodano,data publikacji,publikováno,zveřejněno,vydáno,publikované,közzétéve,beküldve,publicat în,publicat,postat pe,objavljeno,objavio',
    'paskelbta,publicēts,ievietots,postitatud,avaldatud,опубликовано,опубликован,дата публикации,добавлено,размещено,опубліковано,публикувано на,публикувано,објављено,δημοσιεύτηκε,δημοσιεύθηκε στις,δημοσίευση,yayın tarihi,yayımlanma tarihi,yayınlandı,tarihinde yayınlandı,diposting pada,diterbitkan,dipublikasikan,đăng ngày,đăng bởi,đăng lúc,được đăng vào',
    '投稿日,公開日,投稿日時,掲載日,更新日,发布于,发表于,发布时间,發表於,發佈於,發布日期,張貼於,게시일,작성일,등록,입력,نشر في,نُشر في,نشرت في,بتاريخ,منتشر شده در,تاریخ انتشار,تاریخ,פורסם ב,פורסם בתאריך,פורסם,प्रकाशित,पर प्रकाशित,প্রকাশিত,প্রকাশ,வெளியிடப்பட்டது,เผยแพร่เมื่อ,โพสต์เมื่อ,გამოქვეყნდა,հրապարակվել է',
  ]
    .join(',')
    .split(','),
);
/** The beginning of what follows a name, after which the rest is cut off. */
const LOOSE_END = /\s(?:[Aa]nd|[Uu]nd|et|y|en|og|och|&|in|on|em|dans|il|le|el|am|den|dne|dnia|pada|ngày|vào|på|op)$/;
/** Words beside one for staff: "unsere Online-Redaktion". Case aside. */
export const QUALIFIER =
  /(?:^|[\s-])(?:the|our|by|from|web|online|digital|news|content|city|sports?|deportes|sportowa|sportovní|serwisu|site|internet|internett|editorial|national|business|entertainment|breaking|die|der|das|unser(?:e[rmn]?)?|vo[nm]|aus|lokal(?:es)?|nachrichten|la|el|le|les|notre|nos|avec|afp|agences|par|de|du|dalla|della|di|da|a|por|numérique|cura|onze|door|van|binnenland|buitenland|regio|od|portalu|webu|oprac|сайта|портала|от|сайту|від|η|της|sitesi|situs|i̇nternet|haber)(?=[\s.-]|$)\.?/g;
/** Who is meant by such a text then. */
export const STAFF =
  /^(?:[^\s-]{0,12}(?:redaktion(?:en|ens|steam|s-team)?|redaksjonen|redaksi|toimitus|redactie|szerkesztőség)|σύνταξη|newsroom|(?:[^\s.-]{2,20}\s+)?(?:redaksi|uredništvo|\S{0,8}toimetus|ban biên tập|r[ée]daction|redac(?:ción|cion|ció)|redac[țţt]i[ae]|reda[çc][ãa]o|redazione|redak(?:cja|ce|cia|cija)|\S{0,12}redaktion(?:en)?|redactie|редакци[яи]|редакція|редакцията|редакција)(?:\s+[^\s.-]{2,20})?|editors?|reporters?|correspondents?|writers?|editör(?:ü|ler)?|team|staff|equipe|(?:l['’])?équipe(?: {2}rédaction)?|прес(?:с-?|-)?служба|(?:служба|отдел|группа) (?:новостей|информации)|екип|service (?:communication|presse|clients)|(?:\S+ ){1,2}(?:servisi|masası|editörü|डेस्क|ब्यूरो|ডেস্ক)|ডেস্ক \S+|uutisdeski|[^\x00-\x7f]{0,4}(?:web)?(?:編集部|编辑部|編輯部|编辑|編輯|新聞中心|新闻中心|편집부|편집국|뉴스팀|취재팀|뉴스부|事務局|編集チーム|站长|站長|온라인팀)(?:スタッフ|員)?|(?:editorial )?department|author@|(?:מערכת|צוות)(?: ה?(?:אתר|חדשות))?|فريق العمل|(?:أسرة|هيئة|إدارة|فريق|قسم|مدير|رئيس) التحرير|(?:هیئت|گروه|سرویس|تیم) (?:تحریریه|خبر)|(?:กองบรรณาธิการ|ทีมข่าว)\S*|\S{0,6}szerkesztő(?:ség)?\S{0,4})$/;
/** Any label: "Muhabir: Jane Doe", "【Writer】Jane Doe". */
const ANY_LABEL = /^(?:[^:：]{2,30}:\s+|[^:：\s]{1,8}：\s*|[【［〔[][^】］〕\]]{1,20}[】］〕\]]\s?)(?=\S)/;
/** "(Seoul=Yonhap) Kim", "[Ilbo=Kim]", "Cairo - Jane Doe" in Arabic, "記者Wang台北5日電": where a text was written. */
export const PLACE =
  /^[（([〔][^（()）=＝]{1,20}[=＝]([\u3041-\ud7af ]{2,12})[）)\]〕]$|^[（(][^（()）]{1,30}=[^（()）]{1,30}[）)]\s?|^[\u0620-\u06ff]{3,15}\s*[-–—]\s+(?=[\u0620-\u06ff]{2,}\s)|^[\u4e00-\u9fff]{2,6}[（(](?:记者|記者|通讯员)\s?([^（()）]+)[）)]$|^.{0,6}(?:記者|记者)([\u4e00-\u9fff]{3})[\u4e00-\u9fff]{2,4}\d{1,2}日.*$/;
/** A photographer among the authors: "Zed Zorn (Fotos)". */
export const PICTURED = /\((?:fotos?|photos?|bilder?|images?|video|foto|фото|写真|撮影)\)$/i;
/** Between the names of Korean reporters. */
export const HANGUL_DOT =
  /((?:^|·|,\s?)[가-힣]{2,4})·(?=[가-힣]{2,4}(?:[·\s]|$))|( 기자)\s*[|/·,]\s*(?=[가-힣]{2,4}\s기자)/g;
/** The name of a reporter in Chinese, Japanese or Korean, alone in a line. */
export const CJK_REPORTER =
  /^[가-힣]{2,4} (?:(?:선임|수석|인턴|전문|객원)?기자|특파원)(?:\s|$)|^[\u4e00-\u9fff]{2,5}[ 　]?記者$/;
/** A value of a template that was not filled in. */
export const PLACEHOLDER =
  /\{\{|\{%|\$\{|<%|%\}|\}\}|^\{.*\}$|^\$\w+$|^[%#@_[]{1,2}[\w .-]+[%#@_\]]{1,2}$|<\?(?:php|=)|\[object \w+\]|^(?:undefined|null|nan|array)(?:[ ,].*)?$|^[a-z]\w+(?:\.[a-z]\w+){2,}$|^(?:\w+_)?author(?:_\w+)?$|^function\s*\(/i;
/** The words of a button or a sentence at the reader. */
export const IMPERATIVE =
  /^(?:(?:\+ ?)?follow @\S|suivez-nous|síguenos|seguici|folgen sie|volg ons)|^(?:(?:\+ ?)?follow|email|message|ask|join|download|subscribe|contact|sign|share|learn|read|see|view|watch|click|get|listen|visit|about|meet|leave|add|copy|save|print|see|more|folgen sie|suivez|síguenos|siga|segui|volg|teilen|partager|compartir|condividi) (?:us|our|on|the|full|more|bio|profile|at|up|in|a|an|this|all|here|now|to|from|about|author|latest|uns|nous|en|auf|sur|ons|su)(?:\s|$)/i;

/** News agencies, alone or with the initials of their staff: "dpa/aw". */
export const AGENCY =
  /^\(?(?:dpa|afp|ap|reuters|apa|sda|ats|ansa|efe|lusa|pap|čtk|ctk|tass|тасс|риа новости|interfax|интерфакс|xinhua|新华社|新華社|中央社|kyodo|jiji|共同|時事|yonhap|연합뉴스|뉴시스|anp|belga|ntb|tt|ritzau|stt|mti|hina|tanjug|agerpres|bta|unian|укринформ|anadolu|aa|dha|iha|irna|isna|wam|pti|ani|ians|bernama|antara|bloomberg|pa|press association|(?:the )?associated press|agence france-presse|keystone-sda|kna|epd|sid|ddp|dapd|cp|the canadian press|upi|cnn|tasr|sita|sta|beta|fena|makfax|أ ?ف ?ب|رويترز|وكالات)(?:[\s/-]{1,3}\S{1,20}){0,3}\)?$/i;
/** Organisations by one of their words. */
const ORGANISATION_WORD =
  /(?:^|[\s-])(?:news(?:paper|wire|desk)?|media|press|presse|prensa|stampa|magazine|magazin|revista|times|gazette|courier|tribune|herald|sentinel|examiner|inquirer|dispatch|advertiser|bulletin|journal|gaz(?:e|ze)t(?:te|a)|courrier|corriere|kurier|diari[ou]?|giornale|avis|blad|tidning(?:en)?|tidende|sanomat|novine|noviny|novice|vesti|vijesti|dnevnik|hírlap|žinios|ziņas|daily|weekly|chronicle|radio|tv|television|channel|network|group|groupe|grupo|gruppe|inc|ltd|llc|gmbh|corp|corporation|company|foundation|fund|trust|studios?|agency|agence|agencia|agentur|agenzia|association|verband|verein|society|services?|team|staff|desk|office|editors?|editorial|institut[eo]?|university|universität|université|universidad[e]?|università|college|school|department|ministry|ministerium|ministère|ministerio|ministério|ministero|commission|committee|council|bureau|cent(?:er|re)|centro|zentrum|online|blog|community|zeitung|tagblatt|anzeiger|nachrichten|rundschau|redaktion\S*|redacción|redazione|redactie|rédaction|redakcja|toimitus|редакция|газета|новости|журнал|агентство|пресс-служба|министерство|associates|partners|systems|solutions|labs?|club|forum|wire|collective|project|initiative)(?:[\s-]|$)|\.(?:com|org|net|de|fr|it|es|nl|ru|pl|io|info|tv|co\.\w\w)$|[社局部网網报報台会會館院所校團団]$|新聞|新闻|日报|日報|通讯|通訊|編集|编辑|뉴스|일보|신문|방송|صحيفة|وكالة|شبكة|قناة/i;
/** Professions, at the end of a text that says what a person does. */
export const ROLE_END =
  /(?:^|[\s-])(?:writer|editor|reporter|correspondent|contributor|columnist|journalist|expert|reviewer|coordinator|specialist|manager|director|analyst|strategist|consultant|founder|gardener|therapist|dietitian|nutritionist|engineer|developer|designer|professor|blogger|photographer|producer|researcher|scientist|officer|intern|fellow|advis[eo]r|coach|teacher|lawyer|attorney|physician|redakteur|korrespondent|journalist|reporter|autor|chefredakteur|fotograf|journaliste|rédacteur|rédactrice|correspondante?|periodista|redactora?|corresponsal|giornalista|jornalista|repórter|redacteur|verslaggever|dziennikarka?|redaktorka?|корреспондент|журналист|обозреватель|gazeteci|muhabir)(?:in|s|e)?$/i;
/** Articles at the start of the names of papers, which no person has. */
const ARTICLE_START = /^(?:the|el|il|los|las|les|die|das|os|το|η|οι)\s+[A-ZÀ-Þ\u0370-\u03ff]/i;
/** Particles of names, written small. */
export const NAME_PARTICLE =
  /^(?:al|ap|af|av|bin|bint|binti|da|das|de|degli|dei|del|della|den|der|des|di|do|dos|du|e|el|i|ibn|la|las|le|los|of|op|s|t|ten|ter|van|vd|ver|vom|von|y|zu|zum|zur|’t|'t|d[’'].*|o[’'].*|l[’'].*|ó|ní|ui|mac|abu|abd|ben|bat|ul|ur|lo|san|santa)$/i;
/** Words before a name in a link to the other texts of an author. */
export const ARCHIVE = new RegExp(
  `^(?:${[
    '(?:(?:view|see|read|show|browse|all|more|other|latest|recent) )*(?:articles?|posts?|blog posts?|stories|entries|columns) (?:by|from)',
    '(?:(?:view|see|read) )?(?:more|all) (?:by|from)',
    '(?:(?:alle|weitere|mehr|neueste|zeige) )*(?:artikel|beiträge|texte|einträge|posts) (?:von|des autors|der autorin)',
    '(?:alles|mehr|weiteres) von',
    '(?:(?:voir|lire|tous|toutes|les|plus|autres|derniers) )*(?:articles?|publications|billets) (?:de|par)|plus (?:de|par)',
    '(?:(?:ver|leer|todas|todos|las|los|más|otros) )*(?:artículos|entradas|publicaciones|noticias) (?:de|por)|más de',
    '(?:(?:ver|ler|todos|todas|os|as|mais) )*(?:artigos|posts|publicações|textos|matérias) (?:de|do|da|por)|mais de',
    '(?:(?:vedi|leggi|tutti|gli|i|altri) )*(?:articoli|post) (?:di|da)',
    '(?:(?:bekijk|lees|alle|meer) )*(?:artikelen|berichten) (?:van|door)|meer van',
    '(?:(?:visa|se|vis|alla|alle|fler|flere) )*(?:artiklar|artikler|inlägg|innlegg|indlæg) (?:av|af|från|fra)',
    '(?:(?:zobacz|wszystkie|inne|więcej) )*(?:artykuły|wpisy|teksty) (?:autora|autorki|użytkownika)',
    '(?:(?:посмотреть|все|другие|ещё|еще) )*(?:статьи|записи|публикации|материалы) (?:автора|от)',
  ].join('|')})\\s`,
  'i',
);
/** The same around or behind the name. */
export const ARCHIVE_OF =
  /^(?:查看|阅读)?\s?(\S.{0,40}?)\s?(?:さん)?(?:の(?:記事|投稿)(?:一覧)?(?:を見る)?|的(?:所有|全部|更多)?文章|(?:의|님의) (?:다른 )?(?:글|기사)(?: ?더 ?보기| 모두 보기)?)$/;
export const SHOW = /\s(?:anzeigen|ansehen|lesen|bekijken)$/i;
/** The rest of a line, which is no longer about the author. */
export const TAIL =
  /\s*(?:,?\s(?:on|updated|published|posted|last (?:updated|modified)|in|at|am|le|el|il|em|op|от|w|pe|на|den|dne|dnia|pada|ngày) (?=(?:[^\s\d]{2,10},? )?\d|[A-Z][a-z]+ \d|[MTWFS][a-z]{2,5}day)|,?\s(?:updated|published|posted|last updated?|last modified|read time|edited by|(?:medically )?reviewed by|fact[- ]checked)\b|,?\s*(?<!\d)\d+ (?:min|(?:hour|day|week|month|year)s? ago)|,?\s(?:vor|il y a|hace|há|för) \d+ |,?\s+(?:(?:승인|입력|등록|송고)\s)?\d{4}[.년/]\s?\d|,?\s+(?:[A-Za-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? [A-Za-z]{3,9}\.? \d{4}|\d{4}-\d\d-\d\d|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})).*$/is;
/** Professions and offices, which follow a name or take its place: "Jane Doe, Senior Editor at the Gazette", "Contributor". */
export const ROLE =
  /^(?:(?:senior|sr\.?|junior|chief|executive|managing|associate|deputy|contributing|staff|guest|lead|assistant|political|foreign|freelance) )*(?:director|editor(?:-in-chief| in chief)?|manager|writer|reporter|correspondent|contributor|columnist|journalist|blogger|(?:co-?)?founder|ceo|cto|president|vice president|vp|head|producer|photographer|analyst|specialist|strategist|consultant|professor|lecturer)s?(?:(?:,| (?:of|at|for|and)) .*)?$/i;
/** The end of a sentence or of a remark in brackets, which no name has. */
const SENTENCE_END = /[a-z]{4}[.!?]\)?$|^[^(]*\)$/;
/** Labels, and sentences about other things than a name. */
export const LABELLED =
  /\sby$|^(?:published|posted|filed) (?:in|under)\s|^(?:jump|skip|back|go) to\s|^(?:view|see|show|read|browse) (?:other|more|all|your|my)\s|^(?:this|these|our|other|guest|post|recipe) (?:authors?|contributors?|writers?|chefs?)$|^authors? (?:archives?|profiles?|bio|page|box|info|of)(?:\s|$)/i;
/** Four words in a row without capitals: more than the particles of any name. */
const SENTENCE = /(?:\s[a-z]{2,}){4}/;
/**
 * Degrees and the like: they follow a comma and are no second author. At most 8, as some match in two ways (`MD`) and the
 * combinations multiply.
 */
export const CREDENTIAL =
  /^(?:Dipl?\.?[\w.-]*(?: |\/|$)|(?:[A-Z]{2,6}|[A-Z][a-z]?\.(?:[A-Z][a-z]{0,2}\.?)+|Ph\.? ?D\.?|M\.? ?D\.?|Psy\.?D\.?|Ed\.?D\.?|Pharm\.?D\.?|B\.?Sc\.?|M\.?Sc\.?|Jr\.?|Sr\.?|II|III|Esq\.?)(?:[ /-]|$)){1,8}$/;
/** What separates names; a word does only between two names. */
export const SEPARATOR =
  /(\s*;\s*|\s+(?:and|AND|UND|und|et|y|e|en|og|och|и|i|&|\+|with|mit|avec|con|com|ed|ja|és|és|și|şi|ir|un|a|та|і|й|και|ve|dan|và|და|և|و|और|மற்றும்|এবং|ও|และ|및|와|과|와|と|和|与|與)\s+(?=\S)|\s+[וو](?!ال)(?=\S{2,}\s\S)|\s*[、，]\s*|\s*[/／]\s*)/;
/** What stands between two reporters in some languages only. */
export const JOINS: Readonly<Record<string, string>> = { vi: ' - ', sl: ' in ' };
/** Signs between the parts of a line. */
export const PART = /\s*[|｜•·–—»]\s*|\s+-\s+|\s+[/／]\s+(?=\d)/;
/** Words that no name of a person has. "Center for Drug Evaluation". */
export const FUNCTION_WORD =
  /(?:^|\s)(?:for|of|the|in|at|on|to|with|from|by|this|your|our|other|für|zur|zum|pour|para|voor|för|til|dla|per|для)\s|\sde l['’]/i;
/** Organisations by their last or first word. */
export const ORGANISATION =
  /(?:^|\s)(?:administration|agency|association|bureau|cent(?:er|re)|college|commission|committee|consejo|consejería|council|department|departamento|desk|division|executive|foundation|institut[eo]?|instituto|ministerio|ministère|ministério|ministero|ministry|ministerium|office|oficina|secretaría|services?|society|staff|team|universi(?:ty|dad|dade|tà|tät|té))(?:\s|$)/i;

/** The text of a page's "Text: …" after other labels. */
export const TEXT_LABEL =
  /[\s;,/|）)](?:text|texte|texto|testo|tekst|words|story|teksti|szöveg|текст|文字?|撰文|글|作者|เรื่อง|כתיבה|words)\s*[:：／]\s*(?=\S)/i;
/** What Chinese, Japanese and Korean pages put after a name, and before it without a space. */
const CJK_AFTER =
  /\s?(?:[（(]?(?:記者|记者|(?:선임|수석|인턴|전문|객원)?기자|논설위원|특파원|ライター|編集委員|論説委員|編輯|编辑)[）)]?|さん|氏)$/;
export const CJK_BEFORE =
  /^(?:[（(][^（()）]{1,20}[）)]\s?)?(?:[\u4e00-\u9fff]{0,4}(?:记者\s?|記者\s?)|作者|編譯|编译|文)(?=[\u4e00-\u9fff])/;
/** "Taipei report": where a text was written. */
const CJK_PLACE = /(?:報導|报道|报导|電|电|专电|特派)$/;
/** A remark after a name, and the beginning of a description of the person. */
const REMARK = /(?<=\S)(?:\s*[（(][^（()）]*[）)]| \d{1,2})$/;
export const DESCRIBED = /\s(?:is|was|ist|est|es|è) (?:an?|the|eine?|une?|una|il|la|el)\s.*$/s;
const TRAILING_ROLE =
  /(?<=\S\s\S+)\s(?:(?:senior|staff|chief|political|ai|contributing|freelance|news|sports|science|special|foreign|managing|associate|guest)\s)*(?:writer|editor|reporter|correspondent|contributor|columnist|journalist|producer|co-founder|founder|redakteur(?:in)?|journaliste|periodista|giornalista|associated press|reuters|bloomberg|canadian press)(?:\s.*)?$/i;

/** A value that is an address. */
export const ADDRESS = /^(?:https?:\/\/|www\.|\/|@\S+$|\S[^\s@]*@\S+\.\S+$)/i;
/** The rest of a word that ends in a mail address. */
export const MAIL = /^[<(]?[^\s<(]+@[^\s@]+\.[a-z]{2,}[>)]?/i;
/** Words that a box about an author, or the next name of a list, leaves at a name. */
const ABOUT = /^(?:about|meet|(?:post )?author:?) (?=\S+ \S)/i;
/** An account after a name. */
const HANDLE = /\s\(?@\S+$/;
/** For whom or where a person wrote: "Jane Doe for the Gazette", "Jane Doe in Berlin". */
export const WHERE =
  /(?<=^\S+ \S+) (?:for|[Ii]n|from|aus|für|pour|para|dans|em|en|på|pe|u) (?:the |die |das |le |la )?[A-ZÀ-Þ].*$/;
/** How publishing systems label the author in a Twitter card. */
export const WRITTEN_BY =
  /^(?:written by|author|verfasst von|geschrieben von|écrit par|rédigé par|escrito por|autor|scritto da|geschreven door|napisane przez|автор|skriven av|skrevet av|作者|執筆者)/i;

/** What is not part of a name around it, in the order in which it is removed. */
export const AROUND_NAME = [ABOUT, ANY_LABEL, HANDLE, LOOSE_END, REMARK, TRAILING_ROLE, CJK_AFTER];
/** Texts that are no name. */
export const NO_NAME = [ROLE, LABELLED, SENTENCE, SENTENCE_END, CJK_PLACE, /\d:\d\d|^(?:19|20)\d\d\s/];
/** Signs that names of persons lack: "Tax & Accounting", not "Mac & i". */
const ORGANISATION_SIGN = /[!?©®]|&\s\p{Lu}\p{L}{2}/u;
/** Signs of organisations in any script. */
export const OF_ORGANISATIONS = [
  AGENCY,
  ORGANISATION_WORD,
  ORGANISATION,
  ARTICLE_START,
  FUNCTION_WORD,
  ORGANISATION_SIGN,
];

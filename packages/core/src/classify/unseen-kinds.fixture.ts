import { randomFrom } from '../../../html/dist/direct-parser.fixture.js';
import type { IndependentPage } from './independent-kinds.fixture.js';

/**
 * A second set of pages of the kinds that issue 34 names, written without a look at the rules, the features or the answers of the
 * extractor: to be measured, not to be developed with. Site template, language, lengths, elements, classes and positions vary with a
 * seed. Nothing is copied from a third-party page. What practitioners disagree about (headlines, bylines, dates, buttons, names of
 * users) is in none of the lists.
 */

const PAGES = 16;

/**
 * Sentences are S + P + T in this order (see PREDICATE_LAST); H seven headings and three short last paragraphs, W things,
 * N five persons and two places, U the words of a site in the order of UI. A line that starts with a space continues the one before.
 */
const LANGUAGES = `
en
S: The harbour master|Our small ferry crew|A young carpenter|The night watchman|The town council|A retired teacher|The rowing club|The local
 museum
P: repaired the wooden bridge|kept a careful diary|found an unexpected letter|bought three used lanterns|counted the herons again|painted a
 plain sign|carried water up the hill|wrote to the neighbours
T: before the first snow|without asking for money|after a long and quiet summer|because nobody else wanted to|in less than two weeks|with
 help from the school|despite the heavy rain|as the contract demands
H: A slow start|What the river takes|Costs and planks|Who pays for it|The second winter|Tools on the wall|Plans for spring|That was all.|
 Nobody went home.|It is still there.
W: oak plank|brass hinge|tin lamp|tarred rope|iron hook|linen sack|glass jar|wool blanket|clay pipe|pine box
N: Ada Whitlock|Tom Penhale|Ruth Oakes|Neil Farraday|Mabel Crane|Lowmere|Eastwick Quay
U: Home|News|Culture|Sport|About us|Contact|Privacy|Terms of use|Search|Log in|More on this subject|Read more|Share|Comments|Reply|Our
 letter brings the best stories to your inbox every Friday.|Subscribe|We and our partners use cookies to measure visits and to show suitable
 advertising.|Accept all|has written about rivers and small towns since 2009 and lives with two dogs by the sea.|Correction: an earlier
 version of this text gave the wrong year.|Opening hours|Monday to Friday|Saturday|Price|Telephone|Address|Salary|Start|Size|Weight|
 Material|Advertisement|The site is offline on Sunday night while we move to new machines.|Our shop has the new calendars: order today and
 save a fifth.|Your e-mail address will not be published.|Ingredients|Preparation|On this page|Was this page helpful?|Pros|Cons|Priority|
 Status|All rights reserved.|Place|Admission is free.|Note|Asked
de
S: Der Hafenmeister|Unser Heimatverein|Ein junger Tischler|Der Nachtwächter|Der Gemeinderat|Eine frühere Lehrerin|Der Ruderklub|Das kleine
 Museum
P: reparierte die hölzerne Brücke|führte ein sorgfältiges Tagebuch|entdeckte einen unerwarteten Brief|kaufte drei gebrauchte Laternen|zählte
 die Reiher am Ufer|malte ein schlichtes Schild|trug Wasser auf den Hügel|schrieb an alle Nachbarn
T: noch vor dem ersten Schnee|, ohne Geld dafür zu verlangen|nach einem langen, ruhigen Sommer|, weil es sonst niemand tun wollte|in weniger
 als zwei Wochen|mit Hilfe der Grundschule|trotz des starken Regens|, wie es der Vertrag verlangt
H: Ein zäher Anfang|Was der Fluss mitnimmt|Kosten und Bretter|Wer das bezahlt|Der zweite Winter|Werkzeug an der Wand|Pläne für den Frühling|
 Das war alles.|Niemand ging nach Hause.|Sie steht noch heute.
W: Eichenbrett|Messingscharnier|Blechlampe|Teerseil|Eisenhaken|Leinensack|Einmachglas|Wolldecke|Tonpfeife|Kiefernkiste
N: Grete Ahlers|Jost Behrendt|Imke Lührs|Falk Rieger|Dörte Quast|Niederhagen|Alte Werft
U: Startseite|Aktuelles|Kultur|Sport|Über uns|Kontakt|Datenschutz|Nutzungsbedingungen|Suche|Anmelden|Mehr zum Thema|Weiterlesen|Teilen|
 Kommentare|Antworten|Unser Brief bringt jeden Freitag die besten Geschichten ins Postfach.|Abonnieren|Wir und unsere Partner verwenden
 Cookies, um Besuche zu messen und passende Werbung zu zeigen.|Alle akzeptieren|schreibt seit 2009 über Flüsse und kleine Städte und lebt
 mit zwei Hunden am Meer.|Korrektur: In einer früheren Fassung stand ein falsches Jahr.|Öffnungszeiten|Montag bis Freitag|Samstag|Preis|
 Telefon|Adresse|Gehalt|Beginn|Größe|Gewicht|Material|Anzeige|Die Seite ist in der Nacht zum Sonntag wegen eines Umzugs nicht erreichbar.|Im
 Laden gibt es die neuen Kalender: heute bestellen und ein Fünftel sparen.|Ihre E-Mail-Adresse wird nicht veröffentlicht.|Zutaten|
 Zubereitung|Auf dieser Seite|War diese Seite hilfreich?|Vorteile|Nachteile|Priorität|Zustand|Alle Rechte vorbehalten.|Ort|Der Eintritt ist
 frei.|Hinweis|Gefragt
fr
S: Le maître du port|Notre association|Un jeune menuisier|Le veilleur de nuit|Le conseil municipal|Une ancienne institutrice|Le club
 d’aviron|Le petit musée
P: répare le pont de bois|tient un journal minutieux|découvre une lettre inattendue|achète trois lanternes usagées|compte encore les hérons|
 peint une enseigne toute simple|porte de l’eau sur la colline|écrit à tous les voisins
T: avant les premières neiges|sans demander d’argent|après un été long et calme|parce que personne d’autre ne le voulait|en moins de deux
 semaines|avec l’aide de l’école|malgré la forte pluie|comme le contrat l’exige
H: Un début difficile|Ce que la rivière emporte|Le prix des planches|Qui paiera|Le deuxième hiver|Les outils au mur|Projets de printemps|
 C’était tout.|Personne n’est rentré.|Il est toujours là.
W: planche de chêne|charnière en laiton|lampe en étain|corde goudronnée|crochet de fer|sac de lin|bocal de verre|couverture de laine|pipe en
 terre|caisse de pin
N: Odile Marchais|Lucien Tavernot|Solène Kerbrat|Bastien Aubrac|Noémie Vasseur|Pont-Séran|Quai des Joncs
U: Accueil|Actualités|Culture|Sports|Qui sommes-nous|Nous écrire|Confidentialité|Mentions légales|Rechercher|Connexion|Sur le même sujet|
 Lire la suite|Partager|Commentaires|Répondre|Notre lettre vous apporte chaque vendredi les meilleurs récits.|S’abonner|Nos partenaires et
 nous utilisons des cookies pour mesurer les visites et proposer une publicité adaptée.|Tout accepter|écrit depuis 2009 sur les rivières et
 les petites villes et vit avec deux chiens au bord de la mer.|Rectificatif : une version antérieure de ce texte donnait une mauvaise
 année.|Horaires d’ouverture|Du lundi au vendredi|Samedi|Prix|Téléphone|Adresse|Salaire|Début|Taille|Poids|Matière|Publicité|Le site sera
 fermé dans la nuit de dimanche pour un changement de machines.|La boutique propose les nouveaux calendriers : commandez et économisez un
 cinquième.|Votre adresse de messagerie ne sera pas publiée.|Ingrédients|Préparation|Sur cette page|Cette page vous a-t-elle aidé ?|Les
 plus|Les moins|Priorité|État|Tous droits réservés.|Lieu|L’entrée est gratuite.|Remarque|Demandé
es
S: El capitán del puerto|Nuestra asociación|Un joven carpintero|El vigilante nocturno|El ayuntamiento|Una maestra jubilada|El club de remo|
 El pequeño museo
P: reparó el puente de madera|llevó un diario minucioso|encontró una carta inesperada|compró tres faroles usados|contó otra vez las garzas|
 pintó un letrero sencillo|subió agua a la colina|escribió a todos los vecinos
T: antes de la primera nevada|sin pedir dinero a cambio|tras un verano largo y tranquilo|porque nadie más quería hacerlo|en menos de dos
 semanas|con la ayuda de la escuela|a pesar de la fuerte lluvia|como exige el contrato
H: Un comienzo lento|Lo que se lleva el río|El precio de las tablas|Quién lo paga|El segundo invierno|Las herramientas|Planes de primavera|
 Eso fue todo.|Nadie volvió a casa.|Allí sigue todavía.
W: tabla de roble|bisagra de latón|lámpara de hojalata|cuerda de cáñamo|gancho de hierro|saco de lino|tarro de vidrio|manta de lana|pipa de
 barro|caja de pino
N: Elvira Montalbo|Julián Arrabal|Rocío Saldaña|Gonzalo Viñales|Marta Escribà|Valdehoz|Muelle Viejo
U: Inicio|Noticias|Cultura|Deportes|Quiénes somos|Contacto|Privacidad|Aviso legal|Buscar|Entrar|Más sobre este asunto|Seguir leyendo|
 Compartir|Comentarios|Responder|Nuestra carta le lleva cada viernes las mejores historias.|Suscribirse|Nosotros y nuestros socios usamos
 cookies para medir las visitas y mostrar publicidad adecuada.|Aceptar todo|escribe desde 2009 sobre ríos y pueblos pequeños y vive con dos
 perros junto al mar.|Corrección: una versión anterior de este texto daba un año equivocado.|Horario|De lunes a viernes|Sábado|Precio|
 Teléfono|Dirección|Sueldo|Comienzo|Tamaño|Peso|Material|Publicidad|El sitio estará cerrado la noche del domingo por un cambio de equipos.|
 En la tienda están los nuevos calendarios: pida hoy y ahorre una quinta parte.|Su dirección de correo no se publicará.|Ingredientes|
 Preparación|En esta página|¿Le ha servido esta página?|A favor|En contra|Prioridad|Estado|Todos los derechos reservados.|Lugar|La entrada
 es gratuita.|Nota|Preguntado
pl
S: Bosman z portu|Nasz klub sąsiedzki|Młody stolarz|Nocny stróż|Burmistrz miasteczka|Emerytowany nauczyciel|Stary przewoźnik|Kustosz muzeum
P: naprawił drewniany most|prowadził dokładny dziennik|znalazł niespodziewany list|kupił trzy używane latarnie|znów policzył czaple|
 namalował prosty szyld|zaniósł wodę na wzgórze|napisał do wszystkich sąsiadów
T: przed pierwszym śniegiem|, nie prosząc o pieniądze|po długim i cichym lecie|, bo nikt inny nie chciał|w niecałe dwa tygodnie|z pomocą
 szkoły|mimo ulewnego deszczu|, jak wymaga umowa
H: Powolny początek|Co zabiera rzeka|Ceny desek|Kto za to płaci|Druga zima|Narzędzia na ścianie|Plany na wiosnę|To było wszystko.|Nikt nie
 wrócił do domu.|Stoi tam do dziś.
W: dębowa deska|mosiężny zawias|blaszana lampa|smołowana lina|żelazny hak|lniany worek|szklany słój|wełniany koc|gliniana fajka|sosnowa
 skrzynia
N: Halina Drozdek|Witold Jarząb|Bożena Miłosz|Kacper Rudnik|Jagoda Wilk|Stare Trzciny|Nabrzeże Wschodnie
U: Strona główna|Wiadomości|Kultura|Sport|O nas|Kontakt|Prywatność|Regulamin|Szukaj|Zaloguj się|Więcej na ten temat|Czytaj dalej|Udostępnij|
 Komentarze|Odpowiedz|Nasz list przynosi w każdy piątek najlepsze historie.|Zapisz się|My i nasi partnerzy używamy plików cookie, aby
 mierzyć odwiedziny i wyświetlać odpowiednie reklamy.|Akceptuję wszystko|pisze od 2009 roku o rzekach i małych miastach, mieszka z dwoma
 psami nad morzem.|Sprostowanie: wcześniejsza wersja tekstu podawała błędny rok.|Godziny otwarcia|Od poniedziałku do piątku|Sobota|Cena|
 Telefon|Adres|Wynagrodzenie|Rozpoczęcie|Rozmiar|Waga|Materiał|Reklama|W niedzielę w nocy serwis będzie niedostępny z powodu przeprowadzki.|
 W sklepie są nowe kalendarze: zamów dziś i oszczędź jedną piątą.|Twój adres e-mail nie zostanie opublikowany.|Składniki|Przygotowanie|Na
 tej stronie|Czy ta strona pomogła?|Zalety|Wady|Priorytet|Stan|Wszelkie prawa zastrzeżone.|Miejsce|Wstęp jest wolny.|Uwaga|Zapytano
ru
S: Начальник пристани|Наш соседский клуб|Молодой плотник|Ночной сторож|Городской совет|Бывший учитель|Старый паромщик|Маленький музей
P: починил деревянный мост|завёл подробный дневник|нашёл неожиданное письмо|купил три старых фонаря|снова посчитал цапель|нарисовал простую
 вывеску|отнёс воду на холм|написал всем соседям
T: ещё до первого снега|, не попросив денег|после долгого тихого лета|, потому что больше никто не хотел|меньше чем за две недели|с помощью
 школы|несмотря на сильный дождь|, как того требует договор
H: Медленное начало|Что уносит река|Сколько стоят доски|Кто за это платит|Вторая зима|Инструменты на стене|Планы на весну|Вот и всё.|Домой
 никто не ушёл.|Он стоит до сих пор.
W: дубовая доска|латунная петля|жестяная лампа|смолёная верёвка|железный крюк|льняной мешок|стеклянная банка|шерстяное одеяло|глиняная
 трубка|сосновый ящик
N: Вера Камышина|Глеб Осокин|Нина Ветлугина|Пётр Заречный|Алла Судакова|Тихие Броды|Речная улица
U: Главная|Новости|Культура|Спорт|О нас|Контакты|Конфиденциальность|Правила|Поиск|Войти|Ещё по этой теме|Читать далее|Поделиться|
 Комментарии|Ответить|Наше письмо каждую пятницу приносит лучшие истории.|Подписаться|Мы и наши партнёры используем файлы cookie, чтобы
 считать посещения и показывать подходящую рекламу.|Принять все|с 2009 года пишет о реках и маленьких городах, живёт у моря с двумя
 собаками.|Исправление: в прежней версии текста был указан неверный год.|Часы работы|С понедельника по пятницу|Суббота|Цена|Телефон|Адрес|
 Зарплата|Начало|Размер|Вес|Материал|Реклама|В ночь на воскресенье сайт не работает из-за переезда на новые машины.|В лавке новые календари:
 закажите сегодня и сберегите пятую часть.|Ваш адрес почты не будет опубликован.|Состав|Приготовление|На этой странице|Помогла ли вам эта
 страница?|Достоинства|Недостатки|Приоритет|Состояние|Все права защищены.|Место|Вход свободный.|Примечание|Спрошено
tr
S: Liman başkanı|Mahalle derneğimiz|Genç bir marangoz|Gece bekçisi|Belediye meclisi|Emekli bir öğretmen|Kürek kulübü|Küçük müze
P: ilk kar yağmadan önce|hiç para istemeden|uzun ve sakin bir yazdan sonra|başka kimse istemediği için|iki haftadan kısa sürede|okulun
 yardımıyla|şiddetli yağmura rağmen|sözleşme gereğince
T: ahşap köprüyü onardı|özenli bir günlük tuttu|beklenmedik bir mektup buldu|üç eski fener satın aldı|balıkçılları yeniden saydı|sade bir
 tabela boyadı|tepeye su taşıdı|bütün komşulara yazdı
H: Yavaş bir başlangıç|Nehrin götürdükleri|Tahtaların fiyatı|Kim ödeyecek|İkinci kış|Duvardaki aletler|Bahar planları|Hepsi bu kadardı.|
 Kimse eve gitmedi.|Hâlâ orada duruyor.
W: meşe tahta|pirinç menteşe|teneke lamba|katranlı halat|demir kanca|keten çuval|cam kavanoz|yün battaniye|kil pipo|çam sandık
N: Sevim Kıvrak|Orhan Taşlı|Nilgün Pınar|Cemal Yörük|Aysel Bulut|Sazlıdere|Eski İskele
U: Ana sayfa|Haberler|Kültür|Spor|Hakkımızda|İletişim|Gizlilik|Kullanım koşulları|Ara|Giriş yap|Bu konuda daha fazlası|Devamını oku|Paylaş|
 Yorumlar|Yanıtla|Bültenimiz her cuma en güzel hikâyeleri posta kutunuza getirir.|Abone ol|Biz ve ortaklarımız, ziyaretleri ölçmek ve uygun
 reklamlar göstermek için çerez kullanıyoruz.|Tümünü kabul et|2009 yılından beri nehirler ve küçük kasabalar üzerine yazıyor, iki köpeğiyle
 deniz kıyısında yaşıyor.|Düzeltme: Bu yazının önceki sürümünde yıl yanlış verilmişti.|Açılış saatleri|Pazartesiden cumaya|Cumartesi|Fiyat|
 Telefon|Adres|Maaş|Başlangıç|Boyut|Ağırlık|Malzeme|Reklam|Site, yeni makinelere taşındığımız için pazar gecesi kapalı olacak.|Dükkânımıza
 yeni takvimler geldi: bugün sipariş verin, beşte bir kazanın.|E-posta adresiniz yayımlanmayacak.|Malzemeler|Hazırlanışı|Bu sayfada|Bu sayfa
 yardımcı oldu mu?|Artılar|Eksiler|Öncelik|Durum|Tüm hakları saklıdır.|Yer|Giriş ücretsizdir.|Not|Soruldu
ja
S: 港の責任者は|町内会の有志は|若い大工は|夜警の男は|町議会は|元教師の女性は|ボート部は|小さな博物館は
P: 初雪が降る前に|お金を求めずに|長く静かな夏のあとで|ほかに希望者がいなかったので|二週間足らずで|学校の協力を得て|大雨にもかかわらず|契約のとおりに
T: 木の橋を修理した|丁寧な日記をつけた|思いがけない手紙を見つけた|古い灯籠を三つ買った|もう一度サギを数えた|質素な看板を塗り直した|丘の上まで水を運んだ|近所の全員に手紙を書いた
H: ゆっくりした始まり|川が運び去るもの|板の値段|だれが払うのか|二度目の冬|壁の道具|春の計画|それだけだった。|だれも帰らなかった。|今もそこにある。
W: 樫の板|真鍮の蝶番|ブリキのランプ|麻の綱|鉄の鉤|麻袋|ガラス瓶|毛織の毛布|素焼きの管|松の箱
N: 葦原千鶴|水上悠斗|川辺美和|渡辺啓介|沢村澄子|北葦町|旧桟橋通り
U: ホーム|ニュース|文化|スポーツ|私たちについて|お問い合わせ|プライバシー|利用規約|検索|ログイン|この話題の記事|続きを読む|共有する|コメント|返信|
 毎週金曜日に選りすぐりの話題をメールでお届けします。|登録する|当サイトと提携先は、訪問の計測と適切な広告の表示のためにクッキーを使用します。|すべて許可|
 は2009年から川と小さな町について書き、二匹の犬と海辺で暮らしている。|訂正：以前の版では年に誤りがありました。|営業時間|月曜から金曜|土曜日|価格|電話|住所|給与|開始|大きさ|重さ|素材|
 広告|機器の入れ替えのため、日曜の夜はサイトを停止します。|売店に新しい暦が入りました。今日のご注文で二割引きです。|メールアドレスは公開されません。|材料|作り方|このページの内容|
 このページは役に立ちましたか。|良い点|悪い点|優先度|状態|無断転載を禁じます。|場所|入場は無料です。|備考|質問
zh
S: 港务主管|邻里协会|一位年轻木匠|守夜人|镇议会|一位退休教师|划船俱乐部|那家小博物馆
P: 在初雪之前|没有收取任何费用|经过漫长而安静的夏天|因为没有别人愿意|在不到两周的时间里|在学校的帮助下|冒着大雨|按照合同的要求
T: 修好了那座木桥|写下了详细的日记|发现了一封意外的来信|买下了三盏旧灯笼|重新清点了苍鹭的数目|画了一块朴素的招牌|把水运到了山上|给所有邻居写了信
H: 缓慢的开端|河水带走了什么|木板的价格|由谁付钱|第二个冬天|墙上的工具|春天的计划|事情就是这样。|没有人回家。|它至今还在那里。
W: 橡木板|黄铜合页|铁皮灯|柏油绳|铁钩|亚麻袋|玻璃罐|羊毛毯|陶土管|松木箱
N: 苇青|江远舟|沈月溪|陆石桥|何晚晴|北苇镇|旧码头路
U: 首页|新闻|文化|体育|关于我们|联系我们|隐私|使用条款|搜索|登录|更多相关内容|阅读全文|分享|评论|回复|每周五，我们会把最好的故事送到您的邮箱。|订阅|
 我们和合作伙伴使用 Cookie 来统计访问并展示合适的广告。|全部接受|自2009年起撰写关于河流与小镇的文章，与两只狗住在海边。|更正：本文较早的版本写错了年份。|开放时间|周一至周五|周六|
 价格|电话|地址|薪资|开始|尺寸|重量|材质|广告|因设备搬迁，本站将于周日夜间停止服务。|商店新到日历：今日下单可省五分之一。|您的邮箱地址不会被公开。|配料|做法|本页内容|
 本页对您有帮助吗？|优点|缺点|优先级|状态|版权所有。|地点|免费入场。|备注|提问
ar
S: مدير الميناء|نادي الحي|نجار شاب|حارس الليل|مجلس البلدة|معلم متقاعد|نادي التجديف|المتحف الصغير
P: أصلح الجسر الخشبي|كتب يوميات دقيقة|وجد رسالة غير متوقعة|اشترى ثلاثة مصابيح قديمة|أحصى طيور البلشون من جديد|رسم لافتة بسيطة|حمل الماء إلى
 التل|كتب إلى جميع الجيران
T: قبل أول ثلج|دون أن يطلب مالا|بعد صيف طويل وهادئ|لأن أحدا غيره لم يرغب في ذلك|في أقل من أسبوعين|بمساعدة المدرسة|رغم المطر الغزير|كما ينص
 العقد
H: بداية بطيئة|ما يأخذه النهر|ثمن الألواح|من يدفع الثمن|الشتاء الثاني|أدوات على الجدار|خطط الربيع|كان هذا كل شيء.|لم يعد أحد إلى بيته.|ما
 زال هناك.
W: لوح بلوط|مفصلة نحاس|مصباح صفيح|حبل مقطرن|خطاف حديد|كيس كتان|جرة زجاج|بطانية صوف|غليون طين|صندوق صنوبر
N: سلمى القصبي|نادر الشاطئ|هالة النهري|ياسر الجسري|منى الضفاف|بلدة القصب|شارع المرفأ
U: الرئيسية|الأخبار|الثقافة|الرياضة|من نحن|اتصل بنا|الخصوصية|شروط الاستخدام|بحث|تسجيل الدخول|المزيد حول الموضوع|اقرأ المزيد|مشاركة|
 التعليقات|رد|تصلكم رسالتنا كل يوم جمعة بأجمل القصص.|اشترك|نستخدم نحن وشركاؤنا ملفات تعريف الارتباط لقياس الزيارات وعرض إعلانات مناسبة.|قبول
 الكل|يكتب منذ عام 2009 عن الأنهار والبلدات الصغيرة ويعيش قرب البحر مع كلبين.|تصحيح: ورد في نسخة سابقة من هذا النص عام غير صحيح.|ساعات
 العمل|من الاثنين إلى الجمعة|السبت|السعر|الهاتف|العنوان|الراتب|البداية|المقاس|الوزن|الخامة|إعلان|يتوقف الموقع ليلة الأحد بسبب نقل الأجهزة.|
 وصلت إلى متجرنا تقاويم جديدة: اطلبوا اليوم ووفروا الخمس.|لن يتم نشر عنوان بريدك.|المكونات|طريقة التحضير|في هذه الصفحة|هل أفادتك هذه
 الصفحة؟|المزايا|العيوب|الأولوية|الحالة|جميع الحقوق محفوظة.|المكان|الدخول مجاني.|ملاحظة|سئل
ko
S: 항만 책임자는|우리 마을 모임은|젊은 목수는|야간 경비원은|읍 의회는|은퇴한 교사는|조정 클럽은|작은 박물관은
P: 첫눈이 내리기 전에|돈을 요구하지 않고|길고 조용한 여름이 지난 뒤|아무도 나서지 않아서|두 주도 안 되어|학교의 도움을 받아|거센 비에도 불구하고|계약에 따라
T: 나무다리를 고쳤다|꼼꼼한 일기를 썼다|뜻밖의 편지를 발견했다|낡은 등불 세 개를 샀다|왜가리를 다시 세었다|소박한 간판을 칠했다|언덕까지 물을 날랐다|모든 이웃에게 편지를
 썼다
H: 느린 출발|강물이 가져가는 것|널빤지의 값|누가 돈을 내는가|두 번째 겨울|벽에 걸린 연장|봄의 계획|그것이 전부였다.|아무도 집에 가지 않았다.|아직도 그 자리에 있다.
W: 참나무 널|놋쇠 경첩|양철 등|타르 밧줄|쇠갈고리|아마 자루|유리 단지|양털 담요|흙 담뱃대|소나무 상자
N: 갈하늘|윤서강|문나루|배준호|하은솔|갈대읍|옛나루길
U: 홈|소식|문화|스포츠|소개|연락처|개인정보|이용 약관|검색|로그인|이 주제의 다른 글|더 읽기|공유|댓글|답글|매주 금요일 가장 좋은 이야기를 메일로 보내 드립니다.|구독|
 저희와 협력사는 방문을 측정하고 알맞은 광고를 보여 드리기 위해 쿠키를 사용합니다.|모두 허용|기자는 2009년부터 강과 작은 마을에 관한 글을 쓰며 개 두 마리와 바닷가에
 산다.|바로잡음: 이 글의 이전 판에는 연도가 잘못 적혀 있었습니다.|영업 시간|월요일부터 금요일|토요일|가격|전화|주소|급여|시작|크기|무게|재질|광고|장비 이전으로 일요일
 밤에는 사이트가 중단됩니다.|상점에 새 달력이 들어왔습니다. 오늘 주문하면 오분의 일을 아낍니다.|이메일 주소는 공개되지 않습니다.|재료|만드는 법|이 페이지의 내용|이 페이지가
 도움이 되었나요?|장점|단점|우선순위|상태|모든 권리 보유.|장소|입장은 무료입니다.|참고|질문
`;

/** Names of the phrases of U. */
const UI = (
  'home news culture sport about contact privacy terms search login related more share comments reply letter subscribe cookie accept ' +
  'bio correction hours week saturday price phone address salary start size weight material ad notice promo form ingredients steps ' +
  'toc helpful pros cons priority status rights place free note asked'
).split(' ');

/** Languages whose headlines are S + T, since P says when or how. */
const PREDICATE_LAST = ['tr', 'ja', 'zh', 'ko'];
const UNSPACED = ['ja', 'zh'];

/**
 * Site templates: paths of elements as `tag#id.class~attribute=value>tag`; an empty path adds no element. `box` is the class of a part, with
 * its role for the star. Keys that are absent are those of the first template, which has no classes at all.
 */
const TEMPLATES = `
plain: page ; top header; nav nav>ul; link li; middle ; main main; side aside; article article; header header; headline h1; body div; par p; box ;
 foot footer; group section; post article; who h3; when ; said div; order rail-last
block theme: page div.wp-site-blocks; top header.wp-block-template-part>div.wp-block-group.alignwide; nav nav.wp-block-navigation>ul;
 link li.wp-block-navigation-item; middle div.wp-block-columns; main main.wp-block-group.is-layout-flow; side div.wp-block-column;
 article ; header div.wp-block-group; headline h1.wp-block-post-title; body div.entry-content.wp-block-post-content; box .wp-block-*;
 foot footer.wp-block-template-part; group ul.bbp-replies; post li>div.bbp-reply.hentry; who div.bbp-reply-author;
 when span.bbp-reply-post-date; said div.bbp-reply-content
classic blog: page div#page.hfeed.site; top header#masthead.site-header; nav nav#site-navigation>ul.menu; link li.menu-item;
 middle div#content; main div#primary.content-area; side div#secondary.widget-area; article article.post.type-post.hentry;
 header header.entry-header; headline h1.entry-title; body div.entry-content; box .widget.*-widget; foot footer#colophon
drupal: page div.dialog-off-canvas-main-canvas>div.layout-container; top header~role=banner; nav nav.block-menu>ul.menu;
 link li.menu-item; middle div.layout-main; main main~role=main>div.layout-content; side aside.layout-sidebar-first;
 article article.node.node--view-mode-full; header div.block-page-title; headline h1.page-title>span.field--name-title;
 body div.node__content>div.field--name-body; box .block.block-*; foot footer~role=contentinfo; group section.forum-comments;
 post article.comment.js-comment; who footer.comment__meta; when span.comment__time; said div.comment__content; order rail-first
ghost: page div.gh-viewport; top header#gh-navigation.gh-navigation>div.gh-inner; nav nav.gh-navigation-menu>ul.nav; link li.nav-item;
 main main#gh-main.gh-main; side aside.gh-sidebar; article article.gh-article.post; header header.gh-article-header.gh-canvas;
 headline h1.gh-article-title; body section.gh-content.gh-canvas; box .kg-card.kg-*-card; foot footer.gh-footer
docs: page div#__docs; top nav.navbar; nav div.navbar__items; link span.navbar__item; middle div.main-wrapper.docs-wrapper;
 main main.docMainContainer>div.row>div.col; side aside.theme-sidebar-container; article article; header ; headline header>h1;
 body div.theme-markdown.markdown; box .theme-*; foot footer.footer.footer--dark; order rail-first
hashed: page div#__next>div.layout_root__Zk3p9; top header.bar_wrap__q8Ld2; nav nav.bar_nav__R4tyA>ul; link li.bar_item__m2X0c;
 middle div.grid_two__Vw71s; main main.page_main__9aQx2; side div.rail_wrap__Ge5b1; article div.story_root__h6TTe;
 header div.story_top__bN8rE; headline h1.story_title__uu3Wd; body div.story_flow__K1zPo; par p.copy_p__Yd03f; box .part_*__c7Hn4;
 foot div.base_wrap__L0o2k; group div.list_root__p0Ws8; post div.item_root__Tj4aa; who div.item_who__x9; when span.item_at__k2;
 said div.item_text__Qe6
utilities: page div.min-h-screen.bg-white; top div.sticky.top-0.z-40.border-b>div.mx-auto.flex.max-w-7xl; nav div.flex.gap-6;
 link div.text-sm; middle div.mx-auto.grid.max-w-7xl.lg:grid-cols-12.gap-8; main div.lg:col-span-8; side div.lg:col-span-4.space-y-8;
 article div.py-10; header div.mb-8; headline h1.text-4xl.font-bold.tracking-tight; body div.prose.prose-slate.max-w-none;
 box .mt-6.rounded-lg.border.p-4; foot div.border-t.bg-gray-50.py-12; group div.divide-y; post div.flex.flex-col.py-6;
 who div.flex.text-sm.font-medium; when span.text-gray-500; said div.mt-2.text-gray-800
table layout: page center; top table~width=760~cellpadding=4~bgcolor=#336699>tr; nav td>font~size=1; link b;
 middle table~width=760~cellspacing=0>tr; main td~valign=top~width=570; side td~valign=top~width=190~bgcolor=#eeeeee; article ;
 header ; headline p>font~size=5>b; body ; par p>font~face=Verdana~size=2; foot table~width=760>tr>td~align=center>font~size=1;
 group table~width=100%~border=1; post tr; who td~width=140~valign=top; when br>font~size=1; said td~valign=top; order rail-first
shop: page div.page-container; top div#shop-section-header.shop-section>header.header; nav nav.header__inline-menu>ul.list-menu;
 link li; main main#MainContent.content-for-layout; side div.shop-section.collection-sidebar; article section.shop-section.page-width;
 header div.section-header; headline h1.main-title.h0; body div.rte; box .shop-section.*-section; foot div.shop-section>footer.footer
newspaper: page div.pg-wrap; top header.pg-header>div.pg-header__inner; nav nav.pg-nav>ul.pg-nav__list; link li.pg-nav__item;
 middle div.pg-columns; main div.pg-main; side div.pg-rail; article article.art.art--standard; header div.art__head;
 headline h1.art__headline; body div.art__body; par p.art__par; box .art__*; foot footer.pg-footer
government: page ; top header.gw-header>div.gw-width-container; nav nav.gw-service-nav>ul; link li.gw-service-nav__item;
 middle div.gw-width-container; main main#main-content.gw-main-wrapper>div.gw-grid-row>div.gw-grid-column-two-thirds;
 side div.gw-grid-column-one-third; article ; header ; headline h1.gw-heading-xl; body div.gw-prose; par p.gw-body; box .gw-*; foot footer.gw-footer
amp: page ; top header.ampstart-headerbar; nav amp-sidebar#side~layout=nodisplay>ul; link li; main main#content;
 side section.ampstart-related; article article.photo-article; header header; headline h1.mb1; body div.amp-body; box .ampstart-*;
 foot footer.ampstart-footer
builder: page div#wrapper; top div#c10>div.frame.frame-default; nav div#menu>ul; link li.sub; middle div#cols; main div#c21.main-col;
 side div#c22.side-col; article ; header div#c31.frame; headline div.header>h1; body div#c32.frame>div.textblock; par p.bodytext; box .frame.frame-*;
 foot div#c90.frame
photon board: page div#wrap.wrap; top div#page-header.headerbar; nav div.navbar>ul.linklist; link li.icon; main div#page-body;
 side div.column-rail; article div.topic-wrap; header ; headline h2.topic-title; body div.first-text; box .panel.*-panel; foot div#page-footer;
 group div#topic-posts; post div.post.has-profile.bg2>div.inner; who dl.postprofile>dt; when span.responsive-at;
 said div.postbody>div.content
single page board: page section#main>div.ember-view; top div.d-header-wrap>header.d-header; nav ul.d-header-icons; link li;
 middle div#main-outlet; main div.topic-area; side div.more-topics-container; article div.container.posts; header div#topic-title;
 headline h1.fancy-title; body div.topic-body; box .d-*; foot div.below-footer-outlet; group div.post-stream;
 post div.topic-post.clearfix>article.boxed; who div.topic-meta-data>span.first.username; when span.post-date;
 said div.regular.contents>div.cooked
code host: page div.application-main; top header.AppHeader; nav ul.UnderlineNav-body; link li; middle div.clearfix.container-xl;
 main main#js-repo-pjax-container>div.Layout-main; side div.Layout-sidebar; article div.discussion; header div.gh-header-show;
 headline h1.gh-header-title>bdi; body div.comment-body.markdown-body; box .Box.*-box; foot footer.footer-host; group div.js-timeline;
 post div.TimelineItem>div.timeline-comment; who h3.timeline-comment-header; when a.timestamp; said div.comment-body.markdown-body
help desk: page ; top header.header; nav nav.user-nav>ul; link li; middle div.container-divider>div.container; main main~role=main;
 side section.recent-activity; article article.post; header header.post-header; headline h1.post-title; body section.post-content>div.post-body;
 box .hc-*; foot footer.footer>div.footer-inner; group ul#comments.comment-list; post li.comment>div.comment-wrapper;
 who div.comment-author; when span.meta-data; said section.comment-body
`;
/** Templates of articles and pages; those of boards follow. */
const ARTICLE_TEMPLATES = 14;
const BOARDS = [14, 15, 16, 17, 0, 1, 3, 6, 7, 8];

const encode = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The html inside the elements of a path; a link without an address gets one. */
function wrap(path: string, html: string): string {
  if (!path) return html;
  const tags = path.split('>').map((step) => {
    const [selector, ...attributes] = step.split('~');
    const [, tag, id, classes] = /^(\w[\w-]*)(?:#([\w-]+))?((?:\.[^.]+)*)$/.exec(selector) ?? [];
    if (!tag) throw new Error(`expected a path of elements, got ${path}`);
    if (id) attributes.unshift(`id=${id}`);
    if (classes) attributes.push(`class=${classes.slice(1).replaceAll('.', ' ')}`);
    if (tag === 'a' && attributes.length === 0)
      attributes.push(`href=/${[...html].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 99991, 7)}`);
    return { tag, open: `<${[tag, ...attributes.map((one) => one.replace(/=(.*)/, '="$1"'))].join(' ')}>` };
  });
  const close = tags.filter(({ tag }) => !/^(?:br|hr|input)$/.test(tag)).map(({ tag }) => `</${tag}>`);
  return `${tags.map(({ open }) => open).join('')}${html}${close.reverse().join('')}`;
}

const DATES = [1, 3, 4, 6, 8, 9].map((n) => `<time datetime="2024-0${n}-1${n}">1${n}.0${n}.2024</time>`);
const CODE = [
  'const planks = load("planks.csv");\nconst wide = planks.filter((one) => one.width > 12);\nsave(wide, "wide.json");',
  'for lamp in lamps:\n    if lamp.oil < 3 and not lamp.broken:\n        refill(lamp)',
  '$ ferryctl start --port 4711\n$ ferryctl status | grep tide',
  'bridge:\n  length: 48m\n  toll: false',
];

/**
 * How pages are written here: `path(…)` is an element, and `(…)` alone a group; `*role` in a path is the class that the template gives
 * to a part; `[a|b]` is a choice; `{2-5 …}` repeats
 * what is chosen once; a word in capitals is one of the lines below, a path of the template or a part of
 * the kind; `@leaf` is one of `leaves`, where `@s2` are two kept sentences and `@d1-3` up to three dropped ones.
 */
const SHORTHANDS = `
LEAD [p|div|h2|p>strong|p>em|div>p|section>p]
TITLE [h2|h3|h4|div]
BOX [div|aside|section]
LIST [ul|ol]
SAYING {1-3 p(@s1-3)}
FIGURE [figure(@img figcaption(@s1))|figure*image(@img figcaption(@s1))|div*image(a(@img) div.caption(@s1))|
 div.wp-caption(@img p.wp-caption-text(@s1))]
CODE [pre|pre>code|div*code>pre>code|div.highlight>pre.chroma](@code)
POSTS GROUP({3-9 REPLY})
REPLY POST(WHO(a(@name) WHEN(@date)) SAID(SAYING a(@say:reply)))
STARTER p([@say:asked ||]a(@name) @date) SAYING
COMMENT b(@name) @date p(@d1-3) a(@say:reply)
COMMENTS h3(@say:comments) [ol.comment-list({2-5 li.comment(COMMENT)})|div*comments({2-5 div*comment(COMMENT)})|section#comments>ul({2-4 li(COMMENT)})]
TEASERS [ul({3-5 li(h3(a(@headline)))})|div*list({3 div*card(a(@img) h3(a(@headline)) p(@d1))})|{3 article(h2(a(@headline)) p(@d1))}|
 div({4 a(@img div(@headline))})]
CARDS [ul({6-7 li(a(@img) h3(a(@headline)) p(@d2))})|section*list({6-7 article(h2(a(@headline)) p(@d2))})|
 div({6-7 div(a(div(@img) div(@headline)) div(@d2))})|div*grid({6-7 div*card(h3(a(@headline)) p(@d2) a(@say:more))})]
RELATED [section|div|aside]*related(TITLE(@no:related) TEASERS)
SIGNUP div*newsletter(p(@no:letter) input~type=email() button(@say:subscribe))
CONSENT [div#consent|div*cookie|div.cookie-banner~role=dialog](p(@no:cookie) button(@say:accept))
SHARE div*share(@say:share ul(li(a(Facebook)) li(a(Mastodon)) li(a(Threema))))
BYLINE [div*byline(@author · @date)|p(@author, @date)|div(a(@author) @date)|]
WHOLE [CONSENT|||] BAR MIDDLE(COLUMNS) FOOT(ul(li(a(@say:about)) li(a(@say:contact)) li(a(@say:privacy)) li(a(@say:terms)))
 p(© 2024 @site. @no:rights)) [CONSENT|||]
MENU LINK(a(@say:home)) LINK(a(@say:news)) LINK(a(@say:culture)) LINK(a(@say:sport)) LINK(a(@say:about))
BRAND [a(@site)|a(b(@site))|p>a(@site)]
SEARCH [form(input~name=q() button(@say:search))|div(a(@say:login))|]
COLUMN MAIN(PARTTOP ARTICLE(HEADER(HEADLINE(@title) PARTHEAD BYLINE) PARTBEFORE BODY(PARTBODY) PARTAFTER [SHARE|]) PARTEND MORE [SIGNUP||])
MORE [RELATED|RELATED|]
RAIL SIDE(h3(@say:news) [ul|ol]({4 li(a(@headline))}) [@ad||])
DIALOG [div|div.ov_root__aa81|section|div~role=dialog](h2(@say:privacy) p(@no:cookie) ul(li(@say:privacy) li(@say:ad) li(@say:terms))
 button(@say:accept))
FEEDBACK [div|section](p(@no:helpful) button(+) button(−))
SERVICES [ul({3-6 li(h3(@thing) p(@s1))})|div*grid({3-6 div*card(h3(@thing) p(@s1))})|{3-6 section(h2(@thing) p(@s2))}|div({3-6 a(strong(@thing) span(@s1))})]
ANSWERS [{3-8 details(summary(@q) p(@s2))}|dl({3-8 dt(@q) dd(@s1)})|{3-8 h3(@q) p(@s2)}|div*accordion({3-8 div*item(h3>button(@q) div>p(@s2))})]
`;

/** Ends of a text that are easily lost. */
const ENDS = `
a short paragraph: PAR(@short)
a list: LIST({3-6 li(@thing)})
a heading and a list of sentences: [h2|h3](@heading) ul({2-4 li(@s1)})
a quotation: [blockquote|blockquote>p](@s1)
code: CODE
a list of terms: dl({2-3 dt(@thing) dd(@s1)})
details: details(summary(@q) p(@s2))
a correction: [p>em|p|div*correction>p|aside*note>p|p>small|div](@ui:correction)
a small table: table({3 tr(td(@thing) td(@price))})
`;

/** `top` is before the article, `head` behind its headline, `before` and `after` around the container of the text, `end` behind it. */
const ARTICLES = `
a lead in the header; head LEAD(@s1); body @text1-9
a lead outside the container of the text; before [div|section|header]*intro>LEAD(@s1-2); body @text1-8
a lead below the picture; before figure(@img) LEAD(@s2); body @text2-7
a short lead before a long text; body LEAD(@s1) @text4-12
an end outside the container of the text; body @text2-6; after div*extra(ANYEND)
one paragraph and an end; body @p3 ANYEND
a caption of the first picture; body FIGURE @text1-7
a caption of the last picture; body @text2-7 FIGURE
a box of pictures in the text; body @text1-4 [div|div*gallery|figure|ul>li|div>div]({2-5 FIGURE}) @text1-4
code in tabs; body @text1-4 div*tabs([ul(li(npm) li(yarn))|div(button(npm) button(yarn))]
 [div~role=tabpanel|div](CODE) div~role=tabpanel~hidden(pre(yarn ferry))) @text1-3
notes outside the container of the text; body @text1-5 @p1; after [div#footnotes|section*footnotes|aside|div](hr()
 [{1-4 p(a~href=#r1(*) @s1)}|ol({1-4 li(@s1 a~href=#r1(↩))})|{1-3 div(sup(a~href=#r2(†)) @s1)}])
a long list in the text; body @text1-3 LIST([{12-36 li(@item)}|{10-20 li(@s1)}]) @text1-3
a nested list in the text; body @text1-2 ul({4-8 li(@s1 ul({3 li(@s1)}))}) @p2
a promotional box in the text; body @text2-5 [div|aside|section|article]*promo(@img TITLE([a(@headline)|@headline]) span(@name)
 p([@no:promo|@d1]) a(@say:more)) @text2-5
a list of books with a heading each; body @text1-2 [{3-8 h1(@item) @p2}|{3-8 h2(@item) @p3}|{3-8 div(h3(@item) @img @p2)}|
 {3-8 section(h2(@item) @p2 @p2)}]
a short article among cards; body @text1-2; end CARDS
a short article between long teasers; top [TEASERS|]; body @text1-3; end [ul|div>div]({4 [li|article](h3(a(@headline)) p(@d3))})
related links in the text; body @text2-4 [BOX(TITLE(@no:related) ul({3 li(a(@headline))}))|ul({3 li(a(@headline))})|
 div({3 p(a(@headline))})] @text1-4
a line to read more in the text; body @text2-4 [p|p>strong|div](@say:more: a(@headline)) @text2-4
full texts of other articles below; body @text2-4; end {3 [div(h2(a(@headline)) p(@d3) p(@d3))|article(h2(a(@headline)) p(@d4) p(@d2))]}
an excerpt that is printed again; before [p|div|h2|div*excerpt>p](@once3); body PAR(@again) @text2-6
an excerpt of the first sentences; before [p|div|div*excerpt>p](@once1); body PAR(@again @s2) @text2-6
a sentence of the text as a pull quote; body @text1-3 PAR(@s1 @once1) [aside*pullquote>p|aside|blockquote.pullquote>p|figure*quote>blockquote](@again)
 @text1-4
copies for small and large screens; body [div.d-none.d-md-block(PAR(@once3)) div.d-md-none(PAR(@again))|
 div.hidden.md:block(PAR(@once2)) div.md:hidden(PAR(@again))|div.desktop-only(PAR(@once4)) div.mobile-only(PAR(@again))] @text2-6
a notice above the text; top [div|aside~role=alert|div*notice](p(@no:notice)); body @text1-7
a biography of the author; body @text1-6; after [BOX|div*author](@img TITLE(@author) p(@bio))
a consent dialog; body @text1-5; end DIALOG
a table of links below; body @text1-5; after [table({3 tr(td(a(@headline)) td(a(@headline)))})|div({6 a(@headline) | })|p({5 a(@headline) · })]
comments below the text; body @text2-7; after COMMENTS
comments below an article; body @text1-4; end BOX(COMMENTS)
a form for comments and a letter in the text; body @text2-3 BOX*signup(p(@no:letter) input~type=email() button(@say:subscribe)) @text1-3;
 after form(h3(@say:comments) p(@no:form) textarea())
hidden text; body @text1-4 [div~hidden|div~style=display:none|template|dialog>p|div~aria-hidden=true~style=display:none>p](@d2) @text1-4
sections in containers of their own; body {2-5 [div|section]*section>div(h2(@heading) @p3 {1-3 @p2-4}) [@ad|]}
text between line breaks; body [div|span|p|font~size=2]({2-7 @s3br()br()})
an interview; head p(@s1); body [{3-8 p>strong(@q) @p3}|{3-8 h3(@q) @p2 @p2}|{3-8 p>em(@q) @p4}|{4-6 div(p>b(@q) @p3)}]
a live blog; body [ol({4-9 li(@time h3(@line) @p2)})|div({4-9 article(@time h2(@line) @p2)})|{4-9 div*entry(div(@time) h3(@line) @p1)}]
a poem; body [{1-5 PAR({4 @line br()})}|{1-5 div.stanza({4 div(@line)})}|{2-4 p({3 span(@line)br()})}]
a press release; body @text2-5 h3(@ui:about) p(@s2); after BOX(h3(@ui:contact) @facts:address,phone)
an obituary; body figure(@img figcaption(@person)) @text2-5 p>em(@s1)
a review with pros and cons; body @text2-5 [div(h3(@ui:pros) ul({3 li(@s1)})) div(h3(@ui:cons) ul({3 li(@s1)}))|
 div*verdict(p>b(@ui:pros) ul({3 li(@s1)}) p>b(@ui:cons) ul({2 li(@s1)}))] @p1
a podcast with a transcript; body @p2 audio~controls~src=/a.mp3() [div|section|div#transcript]([{6-14 p(b(@name:) @s2)}|{6-14 div(span(@name) p(@s2))}])
a recipe; body @p2 [div|section]*recipe(h2(@ui:ingredients) ul({5-8 li(@item)}) h2(@ui:steps) ol({3-6 li(@s1)}))
a gallery; head p(@s1); body [div({5-9 div(FIGURE)})|div*gallery({5-9 FIGURE})|ul({5-9 li(FIGURE)})]
a table of figures; body @text1-2 table(caption(@s1) thead>tr(th(@ui:material) th(@ui:price)) tbody({5 tr(td(@thing) td(@price))})) @p1
`;

/** Pages of shops, services, offices and documentation. */
const FACTS = `
a product; head [p|div|span|div*price](@price); body @p2 button(+) @facts:size,weight,material [ul({3 li(@s1)})|]; end RELATED
hours and contact; body @p1 h2(@ui:hours) @facts:week,saturday h2(@ui:contact) @facts:address,phone
a hero line and services; head [p|div|h2|p>span](@s1); body SERVICES @p2
an event; body @facts:place,start @text1-4 p(@ui:free)
a job; before @facts:place,salary,start; body @text1-2 {2 h3(@heading) ul({3-5 li(@s1)})} @p1
sections of a landing page; body {3-6 section*feature([@img|] h2(@heading) {1-2 p(@s1-2)})} section(blockquote(p(@s1)))
questions of customers; body [@p1|] ANSWERS
a glossary; body [dl({6-9 dt(@thing) dd(@s1)})|{6-9 h3(@thing) p(@s2)}|dl({6-9 div(dt(@thing) dd(@s2))})]
a timetable; body @p1 table({5-10 tr(td(@thing) td(@hour) td(@hour) td(@hour))}) p(@s1)
release notes; body [{2-5 h2(@version) ul({2-5 li(@s1)})}|{2-5 section(h2(@version) p(@s1) ul({2-4 li(@s1)}))}]
documentation; body @text1-2 CODE h2(@heading) table({3 tr(td>code(@version) td(@s1))})
 [div.admonition.note|div*note|aside|blockquote](p(@s1)); end FEEDBACK
steps of an office; head [p|div](@s1); body ol({3-5 li(h3(@thing) p(@s2))}) @facts:address,phone; end FEEDBACK
a team; body @p2 div({4-6 [div|article](@img h3(@person) p(@s1))})
plans and prices; head p(@s1); body div({3 [div|section|article](h3(@thing) div(@price) ul({3 li(@s1)}))}) ANSWERS
`;

const THREADS = `
a question with answers; body SAYING p(@say:asked @date a(@name)); after h2(@say:comments) GROUP({2-4 REPLY})
a board with replies; body POSTS; end [RELATED|]
a topic whose start stands apart; body STARTER; after POSTS
a single reply; body STARTER; after GROUP(REPLY)
a flat thread without containers; body {4-9 h4(@name, @date) SAYING}
a message of a mailing list; body ul(li(From: @name) li(Date: Tue, 12 Mar 2024 10:11:12 +0000)) hr() [pre({2-6 @s2br()br()})|SAYING SAYING] hr()
 ul({2 li(a(@headline))})
an issue; before div*properties(@facts:priority,status); body SAYING CODE; after GROUP({2-5 REPLY}) ul({2 li(@say:status: @change)})
a chat; body [div|div*log]([{8-19 p(@time b(@name) @s1)}|{8-19 div(span(@name) @time div(@s1))}|ul({8-19 li(b(@name) @time span(@s1))})])
a thread below a notice; top [div|div*notice|aside](p(@no:notice @d2)); body POSTS
an accepted answer that is printed again; body SAYING [div|div*solution|aside](b(✓) p(@once3)); after GROUP(REPLY
 POST(WHO(a(@name) WHEN(@date)) SAID(p(@again))) REPLY)
`;

const lines = (table: string): string[] => table.trim().replaceAll(/\n /g, ' ').split('\n');
const cutAt = (line: string, mark: string): [string, string] => {
  const at = line.indexOf(mark);
  return [line.slice(0, at), line.slice(at + mark.length)];
};

/** The lists of each language by their letters; C is its code. */
const LANGUAGE_LIST = LANGUAGES.trim()
  .split(/\n(?=[a-z]{2}\n)/)
  .map((block) => lines(`C: ${block}`).map((line) => cutAt(line, ': ')))
  .map((rows): Language => Object.fromEntries(rows.map(([key, phrases]) => [key, phrases.split(/\| ?/)])));
const TEMPLATE_LIST = lines(TEMPLATES)
  .map((line) => [...cutAt(line, ': ')[1].matchAll(/(\w+) ?([^; ]*)(?:; ?|$)/g)])
  .map((rows): Table => Object.fromEntries(rows.map(([, key, path]) => [key, path])));
const SHORTHAND_LIST = Object.fromEntries(lines(SHORTHANDS).map((line) => cutAt(line, ' ')));
const END_LIST = lines(ENDS).map((line) => cutAt(line, ': '));

type Language = Readonly<Record<string, readonly string[]>>;
type Table = Readonly<Record<string, string>>;

/** The words of one page: each sentence once, and no headline is a part of a sentence. */
function openWords(language: Language, random: () => number) {
  const { S, P, T, U } = language;
  const joint = UNSPACED.includes(language.C[0]) ? '' : ' ';
  const isPredicateLast = PREDICATE_LAST.includes(language.C[0]);
  const used = { sentences: 0, headlines: 0, number: 11 + Math.floor(random() * 60) };
  const below = (n: number): number => Math.floor(random() * n);
  const pick = <One>(from: readonly One[]): One => from[below(from.length)];
  const shift = below(8);
  /** The n-th pair of a subject and a predicate: neighbours have neither in common. */
  const pair = (n: number): [number, number] => [(n * 3 + shift) % 8, (n * 5 + shift + (n >> 3)) % 8];
  const sentence = (): string => {
    const [subject, predicate] = pair(used.sentences % 48);
    const other = (subject + predicate * 3 + (used.sentences >> 2) + Math.floor(used.sentences++ / 48)) % 8;
    const [second, third] = isPredicateLast ? [other, predicate] : [predicate, other];
    return [S[subject], P[second], T[third]].join(joint).replace(' ,', ',') + (joint ? '.' : '。');
  };
  const headline = (n: number): string => [S[pair(n)[0]], (isPredicateLast ? T : P)[pair(n)[1]]].join(joint);
  const number = (): number => (used.number += 11);
  return {
    joint,
    pick,
    between: (from: number, to: number): number => from + below(to - from + 1),
    say: (n: number): string => Array.from({ length: n }, sentence).join(joint),
    title: headline(63),
    headline: (): string => headline(48 + (used.headlines++ % 15)),
    number,
    hour: (): string => `${7 + (number() % 13)}:${10 + below(49)}`,
    price: (): string => pick([`€ ${number()}.50`, `${number()},90 €`, `$${number()}.00`]),
    nth: (key: string, length: number, start = 0): string => language[key][start + (number() % length)],
    ui: (key: string): string => U[UI.indexOf(key)],
  };
}

/** The values of labels of products, events, jobs and places. */
const VALUES: Readonly<Record<string, (w: ReturnType<typeof openWords>) => string>> = {
  size: (w) => `${w.number()} cm`,
  weight: (w) => `${w.number()} g`,
  material: (w) => w.nth('W', 10),
  price: (w) => w.price(),
  place: (w) => w.nth('N', 2, 5),
  start: (w) => w.hour(),
  address: (w) => `${w.nth('N', 1, 6)} ${w.number()}, ${w.nth('N', 1, 5)}`,
  phone: (w) => `0555 ${w.number()} ${w.number()}`,
  week: (w) => `${7 + (w.number() % 4)}:30–${16 + (w.number() % 5)}:00`,
  saturday: (w) => `9:00–${12 + (w.number() % 5)}:30`,
};

/** The end of what the bracket at `start` opens, and its alternatives. */
function readBracket(text: string, start: number): { end: number; choices: string[] } {
  const choices = [''];
  let depth = 1;
  let end = start + 1;
  for (; end < text.length; end++) {
    if ('[{('.includes(text[end])) depth++;
    if (']})'.includes(text[end]) && --depth === 0) break;
    if (text[end] === '|' && depth === 1) choices.push('');
    else choices[choices.length - 1] += text[end];
  }
  if (depth > 0) throw new Error(`expected a closing bracket in ${text}`);
  return { end, choices };
}

/** The text with one alternative of each choice. */
function settle(text: string, pick: (from: readonly string[]) => string): string {
  const start = text.indexOf('[');
  if (start < 0) return text;
  const { end, choices } = readBracket(text, start);
  return settle(text.slice(0, start) + pick(choices) + text.slice(end + 1), pick);
}

/** A page of a kind: its parts, written as SHORTHANDS tells, in a site of one template and one language. */
function makePage(kind: string, parts: Table, seed: number, i: number, group: string): IndependentPage {
  const language = LANGUAGE_LIST[(i * 7 + seed * 5) % LANGUAGE_LIST.length];
  const own = group === THREADS ? BOARDS[(i + seed) % BOARDS.length] : (i + seed) % ARTICLE_TEMPLATES;
  const t: Table = { ...TEMPLATE_LIST[0], ...TEMPLATE_LIST[own] };
  const w = openWords(language, randomFrom(seed * 7919 + i * 104729 + 11));
  const { pick, say, number, nth, ui } = w;
  const [keep, drop, once] = [[] as string[], [] as string[], [] as string[]];
  const put = (list: string[], text: string): string => encode(list[list.push(text) - 1]);
  const [title, code] = [encode(w.title), language.C[0]];
  const author = nth('N', 5);
  const site = `${nth('N', 1, 5)} ${number()}`;
  const isArticle = group === ARTICLES;
  const isAmp = t.box.startsWith('.ampstart');

  /** Labels and values in one of four forms; the properties of an issue are in no list. */
  const facts = (keys: string): string => {
    const note = (text: string): string => (keys.startsWith('priority') ? encode(text) : put(keep, text));
    const rows = keys
      .split(',')
      .map((key) => [ui(key), VALUES[key === 'salary' ? 'price' : key]?.(w) ?? `open-${number()}`]);
    if (pick([0, 1, 2]) === 0)
      return wrap('ul', rows.map(([a, b]) => `<li>${note(`${a}: ${b}`).replace(`${a}:`, '<b>$&</b>')}</li>`).join(''));
    const form = pick(['table tr th td', 'dl  dt dd', 'div div div div', 'table tr td td']);
    const [whole, row, left, right] = form.split(' ');
    return wrap(whole, rows.map(([a, b]) => wrap(row, wrap(left, note(a)) + wrap(right, note(b)))).join(''));
  };
  /** A kept paragraph of n sentences, at times with a link or an emphasis in it. */
  const paragraph = (n: number): string => {
    const html = put(keep, say(n));
    const cut = w.joint ? html.indexOf(' ') : 3;
    return wrap(t.par, wrap(pick(['', '', '', 'a', 'em']), html.slice(0, cut)) + html.slice(cut));
  };
  /** Paragraphs; long texts have headings and, on two templates, advertisements. */
  const paragraphs = (from: number, to: number): string => {
    const texts = Array.from({ length: w.between(from, to) }, () => paragraph(w.between(2, 5)));
    if (texts.length > 4) texts.splice(3, 0, expand('h2(@heading)'));
    if (texts.length > 2 && (isAmp || t.box.startsWith('.art'))) texts.splice(2, 0, expand('@ad'));
    return texts.join('\n');
  };
  const leaves: Readonly<Record<string, (from: number, to: number, key: string) => string>> = {
    s: (from, to) => put(keep, say(w.between(from, to))),
    d: (from, to) => put(drop, say(w.between(from, to))),
    q: () => put(keep, say(1).slice(0, -1) + (w.joint ? '?' : '？')),
    line: () => put(keep, say(1).slice(0, -1)),
    p: (from, to) => paragraph(w.between(from, to)),
    text: paragraphs,
    once: (n) => put(keep, once[once.push(say(n)) - 1]),
    again: () => encode(once[0]),
    thing: () => put(keep, nth('W', 10)),
    item: () => put(keep, `${nth('W', 10)} ${number()}`),
    person: () => put(keep, nth('N', 5)),
    heading: () => put(keep, nth('H', 7)),
    short: () => put(keep, nth('H', 3, 7)),
    version: () => put(keep, `${number()}.${number()}.0`),
    price: () => put(keep, w.price()),
    hour: () => put(keep, w.hour()),
    code: () => put(keep, pick(CODE)),
    ui: (_from, _to, key) => put(keep, ui(key)),
    no: (_from, _to, key) => put(drop, ui(key)),
    say: (_from, _to, key) => encode(ui(key)),
    bio: () => put(drop, `${author}${w.joint}${ui('bio')}`),
    change: () => put(drop, `new-${number()} → done-${number()}`),
    headline: () => put(drop, w.headline()),
    title: () => title,
    site: () => site,
    author: () => encode(author),
    name: () => encode(nth('N', 5)),
    date: () => pick(DATES),
    time: () => `<time>${w.hour()}</time>`,
    img: () => (isAmp ? `<amp-img src="/${number()}.jpg"></amp-img>` : `<img src="/${number()}.jpg" alt="">`),
    ad: () => expand('div*ad(small(@no:ad) iframe())'),
    facts: (_from, _to, key) => facts(key),
  };
  const words: Table = {
    ...Object.fromEntries(Object.entries(t).map(([key, path]) => [key.toUpperCase(), path])),
    ...SHORTHAND_LIST,
    ...(isArticle ? {} : { BYLINE: '', SHARE: '', MORE: '' }),
    ANYEND: END_LIST[i % END_LIST.length][1],
    BAR: t.nav.startsWith('td') ? 'TOP(td(a(b(@site))) NAV(MENU))' : 'TOP(BRAND NAV(MENU) SEARCH)',
    COLUMNS: t.order === 'rail-first' ? 'RAIL COLUMN' : 'COLUMN RAIL',
    ...{ PARTTOP: '', PARTHEAD: '', PARTBEFORE: '', PARTAFTER: '', PARTEND: '' },
    ...parts,
  };
  const shorthand = (word: string): string => {
    if (word in words) return words[word];
    throw new Error(`expected a shorthand, got ${word}`);
  };
  const box = (path: string): string => path.replace(/\*([\w-]+)/g, (_star, role) => t.box.replace('*', role));
  /** The html of a text that is written as SHORTHANDS tells. */
  function expand(written: string): string {
    let rest = written;
    while (/\b[A-Z]{3,}\b/.test(rest)) rest = rest.replaceAll(/\b[A-Z]{3,}\b/g, shorthand);
    let html = '';
    while (rest) {
      const leaf = /^@([a-z]+)(\d+)?(?:-(\d+))?(?::([\w,]+))?/.exec(rest);
      const path = leaf?.[0] ?? /^[a-z][\w.>*#~=:;/%-]*/.exec(rest)?.[0] ?? '';
      const opening = leaf ? '' : rest[path.length];
      if (opening && '[{('.includes(opening)) {
        const { end, choices } = readBracket(rest, path.length);
        const behind = rest.slice(end + 1);
        const [count, part] = cutAt(choices.join('|'), ' ');
        const [from, to = from] = count.split('-').map(Number);
        if (opening === '(') html += wrap(box(path), expand(choices.join('|')));
        if (opening === '[') rest = path + pick(choices) + behind;
        else rest = (opening === '{' ? `${settle(part, pick)} `.repeat(w.between(from, to)) : '') + behind;
      } else {
        const plain = path || rest[0];
        html += leaf ? leaves[leaf[1]](Number(leaf[2] ?? 1), Number(leaf[3] ?? leaf[2] ?? 1), leaf[4]) : plain;
        rest = rest.slice(plain.length);
      }
    }
    return html;
  }
  const body = expand('PAGE(WHOLE)');
  const head = [
    `<meta charset="utf-8"><title>${title}${pick([' – ', ' | ', ' · '])}${site}</title>`,
    pick(['', `<meta property="og:title" content="${title}"><meta property="og:site_name" content="${site}">`]),
    pick(['', `<meta property="og:type" content="${isArticle ? 'article' : 'website'}">`]),
    pick(['', `<meta name="description" content="${encode(say(1))}">`]),
    pick(['', `<link rel="canonical" href="https://www.site-${number()}.example/${code}/${number()}">`]),
    pick([
      '',
      '',
      `<script type="application/ld+json">{"@type":"${isArticle ? 'NewsArticle' : 'WebPage'}","headline":"${title}"}</script>`,
    ]),
    '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/site.css">',
  ].filter(Boolean);
  const attributes = `lang="${code}"${code === 'ar' ? ' dir="rtl"' : ''}${isAmp ? ' amp' : ''}`;
  const html = `<!DOCTYPE html>\n<html ${attributes}>\n<head>\n${head.join('\n')}\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
  return { name: `${kind}: ${i}, ${code}`, kind, html, keep, drop, once };
}

/** The pages, in the order of kinds. */
export function unseenPages(): IndependentPage[] {
  const ends = END_LIST.map(([end, written]) => `${end} at the end; body @text2-7 ${written}`);
  const kinds = [ARTICLES, FACTS, THREADS].flatMap((group) => lines(group).map((line) => ({ line, group })));
  kinds.push(...ends.map((line) => ({ line, group: ARTICLES })));
  return kinds.flatMap(({ line, group }, seed) => {
    const [kind, ...written] = line.split('; ');
    const parts = written.map((part) => cutAt(part, ' ')).map(([name, text]) => [`PART${name.toUpperCase()}`, text]);
    return Array.from({ length: PAGES }, (_, i) => makePage(kind, Object.fromEntries(parts), seed, i, group));
  });
}

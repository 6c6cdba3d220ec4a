/**
 * Pages of the kinds that issue 34 names, made without a look at the extractor, its rules or its failures: what a reader of the field
 * expects, as strings that the text must hold, must not hold, or must hold once. A kind has two pages for each site template; language,
 * lengths, elements, classes and positions vary with a seed. Nothing is copied from a third-party page.
 */

/** A page and what a reader expects of its text. */
export interface IndependentPage {
  readonly name: string;
  readonly kind: string;
  readonly html: string;
  /** Each is in the text. */
  readonly keep: readonly string[];
  /** None is in the text. */
  readonly drop: readonly string[];
  /** Each of them is in `keep`, too, and no more than once in the text. */
  readonly once: readonly string[];
}

/** The words of a site in one language, in the order of UI. */
const UI = (
  'home news sport culture about contact privacy terms search login related also more share comments reply respond ' +
  'newsHead newsText subscribe cookie cookie2 accept bio correction soon hours days saturday price phone address salary ' +
  'place start size weight material delivery toc next prev notice blurb app ingredients steps specs overview summary'
).split(' ');

/**
 * The words of each language, in three lines: subjects, predicates and adverbials, of which every combination is a sentence; nouns,
 * places of them, and people; the words of the site.
 */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  en: [
    'The town council|The museum on the hill|A group of volunteers|The local railway company|The school orchestra|Our oldest bakery|The regional hospital|A young architect|The gardening club|The owner of the mill / is looking for new rooms|wants to repair the roof of the old station|has planted three hundred apple trees|will open its doors to visitors|has published a report of ninety pages|collects stories about the great flood|is building a wooden bridge over the stream|has bought two electric buses|invites everybody to a long evening with music|keeps a diary of the weather / since the winter was unusually mild|although the money is not yet certain|before the end of the summer holidays|because the neighbours asked for it again and again|with the help of two students from abroad|after a debate that lasted until midnight|in a small village behind the forest|while the main road is closed for repairs|without asking anybody for permission|and nobody was surprised by it',
    'wooden bridge|market square|apple orchard|concert hall|steam engine|stone staircase|vegetable garden|reading room|old lighthouse|bicycle workshop|glass roof|stone oven / near the station|in early spring|behind the town hall|after the rain|in the northern quarter|at the river|before the renovation|on a Sunday morning / Martha Quill|Peter Aldous|Joan Ferris|Oliver Wren|Nadia Cole|Sam Hartley',
    'Home|News|Sport|Culture|About us|Contact|Privacy policy|Terms of use|Search|Log in|Related articles|Read also|Read more|Share this page|Comments|Reply|Leave a reply|Our newsletter|Get the best stories of the week in your inbox every Friday, free of charge.|Subscribe|We and our partners use cookies to store information on your device and to measure how our pages are used.|You can withdraw your consent or object to the processing of your data at any time in the settings.|Accept all|{n} has written for this paper since 2011, teaches journalism at the university and lives with two dogs by the sea.|Correction: an earlier version of this text gave a wrong year.|The work will begin in May.|Opening hours|Monday to Friday|Saturday|Price|Telephone|Address|Salary|Place of work|Start of work|Size|Weight|Material|Delivery time|On this page|Next|Previous|The board will be closed for maintenance on Saturday night, so please save your drafts before ten o’clock.|This magazine has reported on the life of the valley since 1974 and belongs to its nine hundred readers.|Follow us on Facebook and Instagram or download our free app.|Ingredients|Preparation|Specifications|Overview|In brief',
  ],
  de: [
    'Der Gemeinderat|Das Museum auf dem Hügel|Eine Gruppe von Freiwilligen|Die örtliche Bahngesellschaft|Das Schulorchester|Unsere älteste Bäckerei|Das Kreiskrankenhaus|Ein junger Architekt|Der Gartenverein|Die Besitzerin der Mühle / sucht neue Räume|will das Dach des alten Bahnhofs reparieren|hat dreihundert Apfelbäume gepflanzt|öffnet bald die Türen für Besucher|hat einen Bericht von neunzig Seiten veröffentlicht|sammelt Geschichten über das große Hochwasser|baut eine hölzerne Brücke über den Bach|hat zwei elektrische Busse gekauft|lädt alle zu einem langen Abend mit Musik ein|führt ein Tagebuch über das Wetter / , weil der Winter ungewöhnlich mild war|, obwohl das Geld noch nicht sicher ist|, noch vor dem Ende der Sommerferien|, denn die Nachbarn haben immer wieder darum gebeten|, und zwar mit der Hilfe zweier Studenten aus dem Ausland|, nachdem bis Mitternacht gestritten wurde|, und zwar in einem kleinen Dorf hinter dem Wald|, während die Hauptstraße gesperrt ist|, ohne jemanden um Erlaubnis zu fragen|, und niemand war darüber erstaunt',
    'Holzbrücke|Marktplatz|Apfelgarten|Konzertsaal|Dampflok|Steintreppe|Gemüsegarten|Lesesaal|Alter Leuchtturm|Fahrradwerkstatt|Glasdach|Steinofen / am Bahnhof|im frühen Frühling|hinter dem Rathaus|nach dem Regen|im Nordviertel|am Fluss|vor dem Umbau|am Sonntagmorgen / Greta Holm|Jürgen Pahl|Sabine Krone|Felix Auer|Ute Lindner|Karl Brandt',
    'Startseite|Nachrichten|Sport|Kultur|Über uns|Kontakt|Datenschutz|Impressum|Suche|Anmelden|Ähnliche Artikel|Lesen Sie auch|Weiterlesen|Seite teilen|Kommentare|Antworten|Kommentar schreiben|Unser Newsletter|Jeden Freitag die besten Geschichten der Woche kostenlos in Ihrem Postfach.|Abonnieren|Wir und unsere Partner verwenden Cookies, um Informationen auf Ihrem Gerät zu speichern und die Nutzung zu messen.|Sie können Ihre Einwilligung jederzeit in den Einstellungen widerrufen oder der Verarbeitung Ihrer Daten widersprechen.|Alle akzeptieren|{n} schreibt seit 2011 für diese Zeitung, unterrichtet an der Hochschule Journalismus und lebt mit zwei Hunden am Meer.|Korrektur: In einer früheren Fassung stand ein falsches Jahr.|Die Arbeiten beginnen im Mai.|Öffnungszeiten|Montag bis Freitag|Samstag|Preis|Telefon|Adresse|Gehalt|Arbeitsort|Arbeitsbeginn|Größe|Gewicht|Material|Lieferzeit|Auf dieser Seite|Weiter|Zurück|Das Forum ist am Samstagabend wegen Wartung geschlossen, bitte speichert eure Entwürfe vor zehn Uhr.|Dieses Magazin berichtet seit 1974 über das Leben im Tal und gehört seinen neunhundert Lesern.|Folgen Sie uns auf Facebook und Instagram oder laden Sie unsere kostenlose App.|Zutaten|Zubereitung|Technische Daten|Überblick|Kurz gefasst',
  ],
  fr: [
    'Le conseil municipal|Le musée de la colline|Un groupe de bénévoles|La compagnie ferroviaire locale|L’orchestre de l’école|Notre plus vieille boulangerie|L’hôpital régional|Un jeune architecte|Le club de jardinage|La propriétaire du moulin / cherche de nouveaux locaux|veut réparer le toit de l’ancienne gare|a planté trois cents pommiers|ouvrira bientôt ses portes aux visiteurs|a publié un rapport de quatre-vingt-dix pages|recueille des récits sur la grande crue|construit un pont en bois sur le ruisseau|a acheté deux bus électriques|invite tout le monde à une longue soirée musicale|tient un journal du temps qu’il fait / parce que l’hiver a été particulièrement doux|bien que l’argent ne soit pas encore assuré|avant la fin des vacances d’été|car les voisins l’ont demandé à plusieurs reprises|avec l’aide de deux étudiants étrangers|après un débat qui a duré jusqu’à minuit|dans un petit village derrière la forêt|pendant que la route principale est fermée|sans demander la permission à personne|et personne n’en a été surpris',
    'Pont en bois|Place du marché|Verger de pommiers|Salle de concert|Locomotive à vapeur|Escalier de pierre|Jardin potager|Salle de lecture|Vieux phare|Atelier de vélos|Toit de verre|Four à pierre / près de la gare|au début du printemps|derrière la mairie|après la pluie|dans le quartier nord|au bord de la rivière|avant la rénovation|un dimanche matin / Claire Vasseur|Hugo Marchal|Élise Roche|Paul Tissier|Nadège Colin|Luc Ferrand',
    'Accueil|Actualités|Sport|Culture|Qui sommes-nous|Contact|Confidentialité|Mentions légales|Rechercher|Connexion|Articles similaires|À lire aussi|Lire la suite|Partager cette page|Commentaires|Répondre|Laisser un commentaire|Notre lettre|Recevez chaque vendredi les meilleurs récits de la semaine dans votre boîte, gratuitement.|S’abonner|Nos partenaires et nous utilisons des cookies pour conserver des informations sur votre appareil et mesurer l’audience.|Vous pouvez retirer votre consentement ou vous opposer au traitement de vos données à tout moment dans les réglages.|Tout accepter|{n} écrit pour ce journal depuis 2011, enseigne le journalisme à l’université et vit au bord de la mer avec deux chiens.|Rectificatif : une version antérieure de ce texte donnait une année erronée.|Les travaux commenceront en mai.|Horaires d’ouverture|Du lundi au vendredi|Samedi|Prix|Téléphone|Adresse|Salaire|Lieu de travail|Prise de poste|Taille|Poids|Matière|Délai de livraison|Sur cette page|Suivant|Précédent|Le forum sera fermé samedi soir pour maintenance, merci d’enregistrer vos brouillons avant dix heures.|Ce magazine raconte la vie de la vallée depuis 1974 et appartient à ses neuf cents lecteurs.|Suivez-nous sur Facebook et Instagram ou téléchargez notre application gratuite.|Ingrédients|Préparation|Caractéristiques|Aperçu|En bref',
  ],
  es: [
    'El ayuntamiento|El museo de la colina|Un grupo de voluntarios|La compañía ferroviaria local|La orquesta del colegio|Nuestra panadería más antigua|El hospital comarcal|Un joven arquitecto|El club de jardinería|La dueña del molino / busca nuevos locales|quiere reparar el tejado de la vieja estación|ha plantado trescientos manzanos|abrirá pronto sus puertas a los visitantes|ha publicado un informe de noventa páginas|recoge historias sobre la gran inundación|construye un puente de madera sobre el arroyo|ha comprado dos autobuses eléctricos|invita a todos a una larga velada musical|lleva un diario del tiempo / porque el invierno fue muy suave|aunque el dinero todavía no es seguro|antes de que terminen las vacaciones de verano|ya que los vecinos lo pidieron una y otra vez|con la ayuda de dos estudiantes extranjeros|después de un debate que duró hasta la medianoche|en un pequeño pueblo detrás del bosque|mientras la carretera principal está cerrada|sin pedir permiso a nadie|y nadie se sorprendió por ello',
    'Puente de madera|Plaza del mercado|Huerto de manzanos|Sala de conciertos|Locomotora de vapor|Escalera de piedra|Huerta de verduras|Sala de lectura|Viejo faro|Taller de bicicletas|Techo de cristal|Horno de piedra / junto a la estación|a comienzos de primavera|detrás del ayuntamiento|después de la lluvia|en el barrio norte|a orillas del río|antes de la reforma|un domingo por la mañana / Marta Quiroga|Pedro Alonso|Lucía Robles|Óscar Vega|Nuria Campos|Luis Herrero',
    'Inicio|Noticias|Deportes|Cultura|Quiénes somos|Contacto|Privacidad|Aviso legal|Buscar|Entrar|Artículos relacionados|Lea también|Leer más|Compartir esta página|Comentarios|Responder|Deja un comentario|Nuestro boletín|Reciba cada viernes las mejores historias de la semana en su correo, gratis.|Suscribirse|Nosotros y nuestros socios usamos cookies para guardar información en su dispositivo y medir el uso de las páginas.|Puede retirar su consentimiento u oponerse al tratamiento de sus datos en cualquier momento en los ajustes.|Aceptar todo|{n} escribe para este diario desde 2011, enseña periodismo en la universidad y vive junto al mar con dos perros.|Corrección: una versión anterior de este texto daba un año equivocado.|Las obras empezarán en mayo.|Horario de apertura|De lunes a viernes|Sábado|Precio|Teléfono|Dirección|Salario|Lugar de trabajo|Incorporación|Tamaño|Peso|Material|Plazo de entrega|En esta página|Siguiente|Anterior|El foro estará cerrado el sábado por la noche por mantenimiento, guarden sus borradores antes de las diez.|Esta revista cuenta la vida del valle desde 1974 y pertenece a sus novecientos lectores.|Síganos en Facebook e Instagram o descargue nuestra aplicación gratuita.|Ingredientes|Preparación|Características|Resumen|En breve',
  ],
  pt: [
    'A câmara municipal|O museu da colina|Um grupo de voluntários|A companhia ferroviária local|A orquestra da escola|A nossa padaria mais antiga|O hospital regional|Um jovem arquiteto|O clube de jardinagem|A dona do moinho / procura novas instalações|quer reparar o telhado da velha estação|plantou trezentas macieiras|vai abrir as portas aos visitantes|publicou um relatório de noventa páginas|recolhe histórias sobre a grande cheia|constrói uma ponte de madeira sobre o ribeiro|comprou dois autocarros elétricos|convida todos para um longo serão musical|mantém um diário do tempo / porque o inverno foi invulgarmente ameno|embora o dinheiro ainda não esteja garantido|antes do fim das férias de verão|pois os vizinhos pediram isso muitas vezes|com a ajuda de dois estudantes estrangeiros|depois de um debate que durou até à meia-noite|numa pequena aldeia atrás da floresta|enquanto a estrada principal está fechada|sem pedir licença a ninguém|e ninguém ficou surpreendido com isso',
    'Ponte de madeira|Praça do mercado|Pomar de macieiras|Sala de concertos|Locomotiva a vapor|Escada de pedra|Horta de legumes|Sala de leitura|Velho farol|Oficina de bicicletas|Telhado de vidro|Forno de pedra / junto à estação|no início da primavera|atrás da câmara|depois da chuva|no bairro norte|à beira do rio|antes da renovação|numa manhã de domingo / Marta Quintela|Pedro Abrantes|Joana Ferraz|Olavo Viana|Nádia Couto|Simão Haro',
    'Início|Notícias|Desporto|Cultura|Sobre nós|Contacto|Privacidade|Termos de uso|Pesquisar|Entrar|Artigos relacionados|Leia também|Ler mais|Partilhar esta página|Comentários|Responder|Deixe um comentário|O nosso boletim|Receba todas as sextas as melhores histórias da semana no seu correio, de graça.|Subscrever|Nós e os nossos parceiros usamos cookies para guardar informações no seu dispositivo e medir a utilização das páginas.|Pode retirar o seu consentimento ou opor-se ao tratamento dos seus dados a qualquer momento nas definições.|Aceitar tudo|{n} escreve para este jornal desde 2011, ensina jornalismo na universidade e vive junto ao mar com dois cães.|Correção: uma versão anterior deste texto indicava um ano errado.|As obras começam em maio.|Horário de abertura|Segunda a sexta|Sábado|Preço|Telefone|Morada|Salário|Local de trabalho|Início de funções|Tamanho|Peso|Material|Prazo de entrega|Nesta página|Seguinte|Anterior|O fórum estará fechado no sábado à noite para manutenção, guardem os rascunhos antes das dez.|Esta revista conta a vida do vale desde 1974 e pertence aos seus novecentos leitores.|Siga-nos no Facebook e no Instagram ou descarregue a nossa aplicação gratuita.|Ingredientes|Preparação|Características|Visão geral|Em resumo',
  ],
  ru: [
    'Городской совет|Музей на холме|Кружок садоводов|Местный железнодорожный музей|Школьный оркестр|Старейший пекарь города|Районный госпиталь|Молодой архитектор|Союз добровольцев|Владелец мельницы / ищет новые помещения|хочет починить крышу старого вокзала|посадил триста яблонь|скоро откроет двери для посетителей|опубликовал отчёт на девяноста страницах|собирает рассказы о большом наводнении|строит деревянный мост через ручей|купил два электрических автобуса|приглашает всех на долгий вечер с музыкой|ведёт дневник погоды / , потому что зима была необычно мягкой|, хотя деньги ещё не найдены|ещё до конца летних каникул|, так как соседи много раз просили об этом|с помощью двух студентов из-за границы|после спора, который длился до полуночи|в маленькой деревне за лесом|, пока главная дорога закрыта на ремонт|, не спрашивая ни у кого разрешения|, и никто этому не удивился',
    'Деревянный мост|Рыночная площадь|Яблоневый сад|Концертный зал|Старый паровоз|Каменная лестница|Овощной огород|Читальный зал|Старый маяк|Мастерская велосипедов|Стеклянная крыша|Каменная печь / у вокзала|ранней весной|за ратушей|после дождя|в северном квартале|у реки|до ремонта|воскресным утром / Марина Орлова|Пётр Зимин|Анна Лебедева|Олег Воронов|Надежда Котова|Семён Рябов',
    'Главная|Новости|Спорт|Культура|О нас|Контакты|Конфиденциальность|Условия|Поиск|Войти|Похожие статьи|Читайте также|Читать далее|Поделиться страницей|Комментарии|Ответить|Оставить комментарий|Наша рассылка|Каждую пятницу лучшие истории недели в вашем почтовом ящике, бесплатно.|Подписаться|Мы и наши партнёры используем файлы cookie, чтобы хранить данные на вашем устройстве и измерять посещаемость.|Вы можете в любое время отозвать согласие или возразить против обработки ваших данных в настройках.|Принять все|{n} пишет для этой газеты с 2011 года, преподаёт журналистику в университете и живёт у моря с двумя собаками.|Поправка: в прежней версии текста был указан неверный год.|Работы начнутся в мае.|Часы работы|С понедельника по пятницу|Суббота|Цена|Телефон|Адрес|Зарплата|Место работы|Начало работы|Размер|Вес|Материал|Срок доставки|На этой странице|Далее|Назад|В субботу вечером форум будет закрыт на обслуживание, сохраните черновики до десяти часов.|Этот журнал рассказывает о жизни долины с 1974 года и принадлежит девятистам читателям.|Следите за нами в соцсетях или скачайте наше бесплатное приложение.|Ингредиенты|Приготовление|Характеристики|Обзор|Коротко',
  ],
  pl: [
    'Rada miasta|Dyrekcja muzeum na wzgórzu|Grupa ochotników|Lokalna spółka kolejowa|Orkiestra szkolna|Nasza najstarsza piekarnia|Dyrektorka szpitala|Młoda architektka|Sekcja ogrodnicza|Właścicielka młyna / szuka nowych pomieszczeń|chce naprawić dach starego dworca|posadziła trzysta jabłoni|wkrótce otworzy drzwi dla gości|opublikowała raport na dziewięćdziesięciu stronach|zbiera opowieści o wielkiej powodzi|buduje drewniany most nad strumieniem|kupiła dwa autobusy elektryczne|zaprasza wszystkich na długi wieczór z muzyką|prowadzi dziennik pogody / , ponieważ zima była wyjątkowo łagodna|, choć pieniądze nie są jeszcze pewne|jeszcze przed końcem wakacji|, bo sąsiedzi prosili o to wiele razy|z pomocą dwóch studentów z zagranicy|po debacie, która trwała do północy|w małej wsi za lasem|, podczas gdy główna droga jest zamknięta|, nie pytając nikogo o zgodę|i nikogo to nie zdziwiło',
    'Drewniany most|Rynek miejski|Sad jabłoniowy|Sala koncertowa|Stary parowóz|Kamienne schody|Ogród warzywny|Czytelnia|Stara latarnia|Warsztat rowerowy|Szklany dach|Kamienny piec / koło dworca|wczesną wiosną|za ratuszem|po deszczu|w północnej dzielnicy|nad rzeką|przed remontem|w niedzielny poranek / Marta Wilk|Piotr Zaręba|Joanna Ryś|Olaf Wrona|Natalia Kot|Szymon Gaj',
    'Strona główna|Wiadomości|Sport|Kultura|O nas|Kontakt|Prywatność|Regulamin|Szukaj|Zaloguj|Podobne artykuły|Czytaj także|Czytaj dalej|Udostępnij stronę|Komentarze|Odpowiedz|Dodaj komentarz|Nasz newsletter|W każdy piątek najlepsze historie tygodnia w twojej skrzynce, za darmo.|Zapisz się|My i nasi partnerzy używamy plików cookie, aby zapisywać informacje na twoim urządzeniu i mierzyć ruch.|Możesz w każdej chwili wycofać zgodę lub sprzeciwić się przetwarzaniu danych w ustawieniach.|Akceptuj wszystko|{n} pisze dla tej gazety od 2011 roku, uczy dziennikarstwa na uniwersytecie i mieszka nad morzem z dwoma psami.|Sprostowanie: wcześniejsza wersja tekstu podawała błędny rok.|Prace ruszą w maju.|Godziny otwarcia|Od poniedziałku do piątku|Sobota|Cena|Telefon|Adres|Wynagrodzenie|Miejsce pracy|Początek pracy|Rozmiar|Waga|Materiał|Czas dostawy|Na tej stronie|Następna|Poprzednia|W sobotę wieczorem forum będzie zamknięte z powodu konserwacji, zapiszcie szkice przed dziesiątą.|Ten magazyn opisuje życie doliny od 1974 roku i należy do dziewięciuset czytelników.|Śledź nas na Facebooku i Instagramie albo pobierz naszą darmową aplikację.|Składniki|Przygotowanie|Dane techniczne|Przegląd|W skrócie',
  ],
  tr: [
    'Belediye meclisi|Tepedeki müze|Bir grup gönüllü|Yerel demiryolu şirketi|Okul orkestrası|En eski fırınımız|Bölge hastanesi|Genç bir mimar|Bahçecilik kulübü|Değirmenin sahibi / yeni odalar arıyor|eski garın çatısını onarmak istiyor|üç yüz elma ağacı dikti|yakında kapılarını ziyaretçilere açacak|doksan sayfalık bir rapor yayımladı|büyük sel hakkında hikâyeler topluyor|derenin üzerine ahşap bir köprü yapıyor|iki elektrikli otobüs satın aldı|herkesi uzun bir müzik gecesine davet ediyor|bir hava durumu günlüğü tutuyor / kış alışılmadık kadar ılık geçtiği için|para henüz kesin olmasa da|yaz tatili bitmeden önce|komşular defalarca istediği için|yurt dışından gelen iki öğrencinin yardımıyla|gece yarısına kadar süren bir tartışmadan sonra|ormanın arkasındaki küçük bir köyde|ana yol onarım için kapalıyken|kimseden izin istemeden|kimseyi şaşırtmayan bir kararla',
    'ahşap köprü|pazar meydanı|elma bahçesi|konser salonu|buharlı lokomotif|taş merdiven|sebze bahçesi|okuma odası|eski deniz feneri|bisiklet atölyesi|cam çatı|taş fırın / Garın yanındaki|İlkbahar başındaki|Belediyenin arkasındaki|Yağmurdan sonraki|Kuzey mahallesindeki|Nehir kıyısındaki|Onarımdan önceki|Pazar sabahındaki / Meral Aksoy|Tarık Demir|Ayla Şahin|Onur Yıldız|Nalan Koç|Selim Kaya',
    'Ana sayfa|Haberler|Spor|Kültür|Hakkımızda|İletişim|Gizlilik|Kullanım koşulları|Ara|Giriş|Benzer yazılar|Bunları da okuyun|Devamını oku|Sayfayı paylaş|Yorumlar|Yanıtla|Yorum yaz|Bültenimiz|Haftanın en iyi hikâyeleri her cuma ücretsiz olarak posta kutunuzda.|Abone ol|Biz ve ortaklarımız cihazınızda bilgi saklamak ve sayfaların kullanımını ölçmek için çerezler kullanıyoruz.|Ayarlardan onayınızı istediğiniz zaman geri çekebilir veya verilerinizin işlenmesine itiraz edebilirsiniz.|Tümünü kabul et|{n} 2011’den beri bu gazeteye yazıyor, üniversitede gazetecilik dersi veriyor ve iki köpeğiyle deniz kıyısında yaşıyor.|Düzeltme: metnin önceki sürümünde yanlış bir yıl verilmişti.|Çalışmalar mayıs ayında başlayacak.|Çalışma saatleri|Pazartesiden cumaya|Cumartesi|Fiyat|Telefon|Adres|Maaş|Çalışma yeri|İşe başlama|Boyut|Ağırlık|Malzeme|Teslim süresi|Bu sayfada|Sonraki|Önceki|Forum cumartesi gecesi bakım için kapalı olacak, lütfen taslaklarınızı saat ondan önce kaydedin.|Bu dergi 1974’ten beri vadinin hayatını anlatıyor ve dokuz yüz okuruna ait.|Bizi Facebook ve Instagram’da takip edin ya da ücretsiz uygulamamızı indirin.|Malzemeler|Hazırlanışı|Teknik özellikler|Genel bakış|Kısaca',
  ],
  ja: [
    '町議会は|丘の上の美術館は|ボランティアの人々は|地元の鉄道会社は|学校の楽団は|町で一番古いパン屋は|県立病院は|若い建築家は|園芸クラブは|水車小屋の持ち主は / 新しい部屋を探している|古い駅の屋根を直すつもりだ|りんごの木を三百本植えた|まもなく一般に公開される|九十ページの報告書を発表した|大洪水の思い出を集めている|小川に木の橋を架けている|電気バスを二台購入した|長い音楽の夕べに皆を招待する|毎日の天気を日記に書いている / 冬がとても暖かかったため|資金はまだ決まっていないが|夏休みが終わる前に|近所の人々に何度も頼まれて|海外から来た二人の学生の助けを借りて|真夜中まで続いた議論の末に|森の向こうの小さな村で|幹線道路が工事で閉まっている間に|誰の許可も求めずに|以前からの約束どおり',
    '木の橋|市場の広場|りんご園|音楽堂|蒸気機関車|石の階段|野菜畑|読書室|古い灯台|自転車工房|ガラスの屋根|石窯 / 駅前の|早春の|役場の裏の|雨上がりの|北地区の|川沿いの|改修前の|日曜の朝の / 佐藤美咲|田中健一|鈴木花子|高橋大輔|伊藤由美|渡辺誠',
    'ホーム|ニュース|スポーツ|文化|会社概要|お問い合わせ|プライバシーポリシー|利用規約|検索|ログイン|関連記事|あわせて読みたい|続きを読む|この記事をシェア|コメント|返信|コメントを書く|メールマガジン|毎週金曜日に、今週の最良の記事を無料でお届けします。|購読する|当社とパートナーは、端末に情報を保存し利用状況を測定するためにCookieを使用しています。|同意の撤回やデータ処理への異議は、設定画面からいつでも行うことができます。|すべて同意する|{n}は2011年から本紙に寄稿し、大学でジャーナリズムを教え、二匹の犬と海辺で暮らしている。|訂正：以前の版では年が誤っていました。|工事は五月に始まる。|営業時間|月曜から金曜|土曜日|価格|電話番号|所在地|給与|勤務地|勤務開始|寸法|重さ|素材|お届け日数|このページの内容|次へ|前へ|土曜の夜は保守のため掲示板を閉鎖しますので、十時までに下書きを保存してください。|本誌は1974年から谷の暮らしを伝えており、九百人の読者によって支えられています。|SNSで私たちをフォローするか、無料アプリをダウンロードしてください。|材料|作り方|仕様|概要|要点',
  ],
  zh: [
    '市议会|山上的博物馆|一群志愿者|当地的铁路公司|学校的乐团|镇上最老的面包房|地区医院|一位年轻的建筑师|园艺俱乐部|磨坊的主人 / 正在寻找新的房间|打算修理老车站的屋顶|种下了三百棵苹果树|很快就会向参观者开放|发表了一份九十页的报告|收集有关大洪水的故事|正在小溪上建一座木桥|购买了两辆电动公交车|邀请大家参加漫长的音乐之夜|每天坚持记录天气 / ，因为这个冬天格外温暖|，尽管资金还没有着落|，而且要赶在暑假结束之前|，因为邻居们一再提出请求|，还得到了两名外国学生的帮助|，此前的辩论一直持续到午夜|，地点在森林后面的小村庄|，而主干道正在封闭维修|，事先没有征求任何人的同意|，没有人对此感到惊讶',
    '木桥|集市广场|苹果园|音乐厅|蒸汽机车|石阶|菜园|阅览室|老灯塔|自行车作坊|玻璃屋顶|石炉 / 车站旁的|早春的|市政厅后面的|雨后的|北区的|河边的|翻修前的|星期天早晨的 / 李文静|王建国|张晓兰|陈志明|刘雅琴|赵海波',
    '首页|新闻|体育|文化|关于我们|联系方式|隐私政策|使用条款|搜索|登录|相关文章|延伸阅读|阅读全文|分享本页|评论|回复|发表评论|电子报|每周五免费将本周最好的故事送到您的邮箱。|订阅|我们和合作伙伴使用Cookie在您的设备上存储信息，并统计页面的使用情况。|您可以随时在设置中撤回同意，或者反对处理您的个人数据。|全部接受|{n}自2011年起为本报撰稿，在大学教授新闻学，与两只狗一起住在海边。|更正：本文先前的版本把年份写错了。|工程将于五月开始。|营业时间|周一至周五|星期六|价格|电话|地址|薪资|工作地点|入职时间|尺寸|重量|材质|送货时间|本页内容|下一页|上一页|论坛将于周六晚上关闭维护，请在十点之前保存您的草稿。|本刊自1974年起报道山谷里的生活，属于它的九百名读者。|请在社交网络上关注我们，或者下载我们的免费应用。|食材|做法|规格参数|概览|要点',
  ],
  ar: [
    'المجلس البلدي|المتحف فوق التل|فريق من المتطوعين|متحف السكك الحديدية|فريق الموسيقى في المدرسة|أقدم خباز في المدينة|المستشفى الإقليمي|مهندس معماري شاب|نادي البستنة|صاحب الطاحونة / يبحث عن غرف جديدة|يريد إصلاح سقف المحطة القديمة|زرع ثلاثمئة شجرة تفاح|سيفتح أبوابه للزوار قريبا|نشر تقريرا من تسعين صفحة|يجمع قصصا عن الفيضان الكبير|يبني جسرا خشبيا فوق الجدول|اشترى حافلتين كهربائيتين|يدعو الجميع إلى أمسية موسيقية طويلة|يكتب يوميات عن الطقس / لأن الشتاء كان معتدلا على غير العادة|رغم أن المال لم يتوفر بعد|قبل نهاية العطلة الصيفية|لأن الجيران طلبوا ذلك مرارا|بمساعدة طالبين من الخارج|بعد نقاش استمر حتى منتصف الليل|في قرية صغيرة خلف الغابة|بينما الطريق الرئيسي مغلق للإصلاح|من دون أن يطلب إذنا من أحد|ولم يفاجأ أحد بذلك',
    'جسر خشبي|ساحة السوق|بستان التفاح|قاعة الحفلات|قاطرة بخارية|درج حجري|حديقة الخضار|غرفة القراءة|المنارة القديمة|ورشة الدراجات|السقف الزجاجي|الفرن الحجري / قرب المحطة|في أول الربيع|خلف البلدية|بعد المطر|في الحي الشمالي|على ضفة النهر|قبل الترميم|صباح يوم الأحد / مريم خليل|سامي حداد|ليلى منصور|عمر ناصر|نادية صالح|كريم يوسف',
    'الرئيسية|الأخبار|الرياضة|الثقافة|من نحن|اتصل بنا|سياسة الخصوصية|شروط الاستخدام|بحث|تسجيل الدخول|مقالات ذات صلة|اقرأ أيضا|اقرأ المزيد|شارك هذه الصفحة|التعليقات|رد|اترك تعليقا|نشرتنا البريدية|احصل على أفضل قصص الأسبوع في بريدك كل يوم جمعة مجانا.|اشترك|نستخدم نحن وشركاؤنا ملفات تعريف الارتباط لتخزين المعلومات على جهازك وقياس استخدام الصفحات.|يمكنك سحب موافقتك أو الاعتراض على معالجة بياناتك في أي وقت من خلال الإعدادات.|قبول الكل|{n} من كتاب هذه الصحيفة منذ عام 2011 ومن مدرسي الصحافة في الجامعة ومن محبي البحر والكلاب.|تصحيح: ورد في نسخة سابقة من هذا النص تاريخ خاطئ.|تبدأ الأعمال في شهر مايو.|ساعات العمل|من الاثنين إلى الجمعة|السبت|السعر|الهاتف|العنوان|الراتب|مكان العمل|بداية العمل|المقاس|الوزن|المادة|مدة التوصيل|في هذه الصفحة|التالي|السابق|سيغلق المنتدى مساء السبت للصيانة، لذلك احفظوا مسوداتكم قبل الساعة العاشرة.|تروي هذه المجلة حياة الوادي منذ عام 1974 وهي ملك لقرائها التسعمئة.|تابعونا على فيسبوك وإنستغرام أو حملوا تطبيقنا المجاني.|المكونات|طريقة التحضير|المواصفات|نظرة عامة|باختصار',
  ],
  hi: [
    'नगर परिषद का दल|पहाड़ी का संग्रहालय|स्वयंसेवकों का समूह|स्थानीय रेल विभाग|विद्यालय का वाद्य दल|हमारा सबसे पुराना बेकर|ज़िला अस्पताल|एक युवा वास्तुकार|बाग़वानी मंडल|चक्की का मालिक / नए कमरे खोज रहा है|पुराने स्टेशन की छत सुधारना चाहता है|सेब के तीन सौ पेड़ लगा चुका है|जल्द ही दर्शकों के लिए खुल जाएगा|नब्बे पन्नों की रिपोर्ट छाप चुका है|बड़ी बाढ़ की कहानियाँ जमा करता है|नाले पर लकड़ी का पुल बना रहा है|बिजली से चलने वाली दो बसें ख़रीद चुका है|सबको संगीत की लंबी शाम में बुलाता है|मौसम की डायरी लिखता है / सर्दी के असाधारण रूप से हल्की रहने के कारण|पैसे पक्के न होने के बावजूद|गर्मी की छुट्टियाँ ख़त्म होने से पहले|पड़ोसियों के बार-बार कहने पर|विदेश से आए दो छात्रों की मदद से|आधी रात तक चली बहस के बाद|जंगल के पीछे के छोटे गाँव में|मुख्य सड़क की मरम्मत के दौरान|किसी से अनुमति माँगे बिना|बिना किसी हैरानी के',
    'लकड़ी का पुल|बाज़ार का चौक|सेब का बाग़|संगीत भवन|भाप का इंजन|पत्थर की सीढ़ी|सब्ज़ी का बग़ीचा|वाचनालय|पुराना प्रकाशस्तंभ|साइकिल की दुकान|काँच की छत|पत्थर का तंदूर / स्टेशन के पास|वसंत के आरंभ में|नगर भवन के पीछे|बारिश के बाद|उत्तरी मोहल्ले में|नदी के किनारे|मरम्मत से पहले|रविवार की सुबह / मीरा शर्मा|प्रकाश वर्मा|अनीता जोशी|ओम गुप्ता|नंदिनी राव|सुरेश मिश्र',
    'मुखपृष्ठ|समाचार|खेल|संस्कृति|हमारे बारे में|संपर्क|गोपनीयता नीति|उपयोग की शर्तें|खोजें|लॉग इन|संबंधित लेख|यह भी पढ़ें|आगे पढ़ें|यह पृष्ठ साझा करें|टिप्पणियाँ|उत्तर दें|टिप्पणी लिखें|हमारा न्यूज़लेटर|हर शुक्रवार सप्ताह की सबसे अच्छी कहानियाँ अपने इनबॉक्स में मुफ़्त पाएँ।|सदस्य बनें|हम और हमारे साझेदार आपके उपकरण पर जानकारी रखने और पृष्ठों का उपयोग मापने के लिए कुकीज़ का प्रयोग करते हैं।|आप सेटिंग में जाकर किसी भी समय अपनी सहमति वापस ले सकते हैं या डेटा के उपयोग पर आपत्ति कर सकते हैं।|सभी स्वीकार करें|{n} 2011 से इस अख़बार के लिए लेखन, विश्वविद्यालय में पत्रकारिता का अध्यापन और समुद्र के किनारे निवास करते हैं।|सुधार: इस लेख के पिछले संस्करण में वर्ष ग़लत था।|काम मई में शुरू होगा।|खुलने का समय|सोमवार से शुक्रवार|शनिवार|मूल्य|दूरभाष|पता|वेतन|कार्य स्थान|कार्य आरंभ|आकार|वज़न|सामग्री|डिलीवरी का समय|इस पृष्ठ पर|अगला|पिछला|शनिवार की रात मंच रखरखाव के लिए बंद रहेगा, कृपया दस बजे से पहले अपने मसौदे सहेज लें।|यह पत्रिका 1974 से घाटी के जीवन के बारे में लिखती है और अपने नौ सौ पाठकों की है।|हमें फ़ेसबुक और इंस्टाग्राम पर फ़ॉलो करें या हमारा मुफ़्त ऐप डाउनलोड करें।|सामग्री|विधि|विशेषताएँ|अवलोकन|संक्षेप में',
  ],
};

const LANGUAGE_NAMES = Object.keys(LANGUAGES);
/** Languages whose adverbial stands before the verb, whose places stand before the noun, and that write no spaces. */
const VERB_LAST = new Set(['tr', 'ja', 'hi']);
const PLACE_FIRST = new Set(['tr', 'ja', 'zh']);
const NO_SPACES = new Set(['ja', 'zh']);
const STOPS: Readonly<Record<string, string>> = { ja: '。', zh: '。', hi: '।' };

/** How a template names its elements. */
type Names = 'telling' | 'hashed' | 'tailwind' | 'none';

const TAILWIND =
  'flex flex-col gap-4|mt-6 text-base|px-4 py-2 rounded-lg|grid grid-cols-3|max-w-prose|border-t pt-8'.split('|');

/** The parts of a page that a kind fills; a template decides where they go. */
interface Parts {
  readonly body: string;
  /** The text has no article around it: a thread, an item, a list. */
  readonly bare?: boolean;
  /** It is a page of a documentation. */
  readonly docs?: boolean;
  /** No headline above the text: another part has it. */
  readonly untitled?: boolean;
  /** Below the headline, in its header; then between that and the text, behind the text in the article, behind the article. */
  readonly head?: string;
  readonly before?: string;
  readonly tail?: string;
  readonly after?: string;
  readonly aside?: string;
  /** Above the main part, and behind the footer. */
  readonly top?: string;
  readonly end?: string;
  readonly styles?: string;
}

/** One page in the making: its words, its names of classes, and what is expected of it. */
class Draft {
  readonly keep: string[] = [];
  readonly drop: string[] = [];
  readonly once: string[] = [];
  readonly language: string;
  readonly ui: Readonly<Record<string, string>>;
  readonly title: string;
  readonly site: string;
  readonly author: string;
  names: Names = 'telling';
  private readonly parts: readonly (readonly string[])[];
  private state: number;
  private sentences: number;
  private things: number;
  private people: number;

  constructor(
    /** Which of the alternatives of a kind are taken, and the language. */
    readonly variant: number,
    kindNumber: number,
  ) {
    this.state = kindNumber * 101 + variant * 7 + 3;
    this.language = LANGUAGE_NAMES[(variant * 5 + kindNumber) % LANGUAGE_NAMES.length];
    const [sentences, things, site] = LANGUAGES[this.language];
    this.parts = `${sentences} / ${things}`.split(' / ').map((part) => part.split('|'));
    this.ui = Object.fromEntries(site.split('|').map((word, at) => [UI[at], word]));
    this.sentences = this.int(0, 999);
    this.things = this.int(0, 95);
    this.people = this.int(0, 5);
    this.title = this.headline();
    this.author = this.person();
    this.site = this.pick(['Valley Courier', 'Nordwind', 'La Ribera', 'Blue Lantern', 'Milltown 24', 'Orchard & Co']);
  }

  /** Mulberry32. */
  random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  int(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)];
  }

  /** One of the list by the variant, so that the pages of a kind have all of it. */
  turn<T>(list: readonly T[]): T {
    return list[this.variant % list.length];
  }

  private part(list: number, at: number): string {
    return this.parts[list][at % this.parts[list].length];
  }

  private join(...parts: string[]): string {
    return parts.join(NO_SPACES.has(this.language) ? '' : ' ').replaceAll(' ,', ',');
  }

  /** The next of a thousand sentences, none of which a page has twice. */
  sentence(): string {
    const at = (this.sentences = (this.sentences + 387) % 1000);
    const [verb, adverbial] = [this.part(1, Math.floor(at / 10)), this.part(2, Math.floor(at / 100))];
    const [second, third] = VERB_LAST.has(this.language) ? [adverbial, verb] : [verb, adverbial];
    return this.join(this.part(0, at), second, third) + (STOPS[this.language] ?? '.');
  }

  /** The next of 96 noun phrases that no sentence holds. */
  thing(): string {
    const at = (this.things = (this.things + 29) % 96);
    const [noun, place] = [this.part(3, at), this.part(4, Math.floor(at / 12))];
    return PLACE_FIRST.has(this.language) ? this.join(place, noun) : this.join(noun, place);
  }

  headline(): string {
    const at = this.int(0, 99);
    const thing = this.thing();
    if (this.random() < 0.4) return thing;
    return `${thing}${NO_SPACES.has(this.language) ? '：' : ': '}${this.join(this.part(0, at), this.part(1, Math.floor(at / 10)))}`;
  }

  person(): string {
    return this.part(5, (this.people += 1));
  }

  date(): string {
    const [day, month] = [this.int(1, 28), this.int(1, 12)];
    return `<time datetime="2024-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}">${day}.${month}.2024</time>`;
  }

  /** HTML with a class for each ` .name` in a tag. */
  dress(html: string): string {
    return html.replaceAll(/(?<=<[a-z][^<>]*) \.([a-z-]+)(?=[ >])/g, (_, name: string) => this.named(name));
  }

  /** A class attribute as the page writes them: the name itself, a hash, utilities, or none. */
  private named(name: string): string {
    if (this.names === 'none') return '';
    if (this.names === 'telling') return ` class="${name}"`;
    if (this.names === 'tailwind') return ` class="${TAILWIND[name.length % TAILWIND.length]}"`;
    let hash = 7;
    for (const letter of name) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
    return ` class="css-${hash.toString(36).slice(0, 6)}"`;
  }

  keeps(text: string): string {
    return this.keep[this.keep.push(text) - 1];
  }

  drops(text: string): string {
    return this.drop[this.drop.push(text) - 1];
  }

  text(least: number, most: number): string {
    const space = NO_SPACES.has(this.language) ? '' : ' ';
    return Array.from({ length: this.int(least, most) }, () => this.sentence()).join(space);
  }

  /** A paragraph that is content. */
  p(least = 2, most = 5): string {
    return `<p>${this.keeps(this.text(least, most))}</p>`;
  }

  /** Paragraphs that are content, sometimes with a heading between them. */
  prose(least = 3, most = 9): string {
    const count = this.int(least, most) + (most > 8 && this.random() < 0.15 ? 7 : 0);
    return this.many(count, (at) => (count > 5 && at === 3 ? `<h2>${this.thing()}</h2>${this.p()}` : this.p()));
  }

  many(count: number, one: (at: number) => string): string {
    return Array.from({ length: count }, (_, at) => one(at)).join('\n');
  }

  /** A heading that is content. */
  heading(tag = 'h2'): string {
    return `<${tag}>${this.keeps(this.thing())}</${tag}>`;
  }

  /** A list of content. */
  list(count: number, tag = 'ul'): string {
    return `<${tag}>${this.many(count, () => `<li>${this.keeps(this.thing())}</li>`)}</${tag}>`;
  }

  image(): string {
    return `<img src="/media/${this.int(100, 999)}.jpg" alt="" width="800" height="500">`;
  }

  cards(count: number): string {
    const tag = this.variant % CARDS.length === 0 ? 'ul' : 'div';
    return `<${tag} .cards>${this.many(count, () => card(this, this.turn(CARDS)))}</${tag}>`;
  }
}

/** A teaser of another article, in one of several markups; nothing of it is content. */
const CARDS = [
  '<li .post-item><h3><a href="#">TITLE</a></h3><span>DATE</span><p>TEXT <a href="#">MORE</a></p></li>',
  '<article .card><a href="#">IMAGE</a><h3><a href="#">TITLE</a></h3><p>TEXT</p></article>',
  '<div .item><a href="#">IMAGE<h4>TITLE</h4><p>TEXT</p></a></div>',
  '<div .box><div .box-title><a href="#">TITLE</a></div><div .box-text>TEXT</div></div>',
  '<section .tile><h2><a href="#">TITLE</a></h2>DATE<p>TEXT</p></section>',
];
function card(d: Draft, form: string): string {
  const pieces = form
    .replaceAll('#', `/a/${d.int(1000, 9999)}`)
    .replace('DATE', d.date())
    .replace('IMAGE', d.image());
  return pieces
    .replace('MORE', d.ui.more)
    .replace('TEXT', d.drops(d.text(1, 2)))
    .replace('TITLE', d.drops(d.headline()));
}

function links(d: Draft, names: readonly string[], inList: boolean): string {
  const all = names.map((name) => `<a href="/${name}">${d.ui[name]}</a>`);
  return inList ? `<ul>${all.map((link) => `<li>${link}</li>`).join('')}</ul>` : all.join(' ');
}

const MENU = ['home', 'news', 'sport', 'culture', 'about'];
const BOTTOM = ['about', 'contact', 'privacy', 'terms'];

const copyright = (d: Draft): string => d.drops(`© 2024 ${d.site}`);

const sidebar = (d: Draft): string =>
  `<h3>${d.ui.related}</h3><ul>${d.many(4, () => `<li><a href="/a/${d.int(100, 999)}">${d.thing()}</a></li>`)}</ul>`;

const h1 = (d: Draft, parts: Parts, name: string): string =>
  parts.untitled ? '' : `<h1${name && ` .${name}`}>${d.title}</h1>`;

const byline = (d: Draft, parts: Parts): string =>
  parts.bare ? '' : `<div .byline><span .author>${d.author}</span> ${d.date()}</div>`;

type Template = (d: Draft, parts: Parts) => string;

const docsPage: Template = (d, p) => `<body class="docs-wrapper">
<nav class="navbar"><a class="navbar__brand" href="/">${d.site}</a>${links(d, ['news', 'contact'], false)}</nav>${p.top ?? ''}<div class="main-wrapper"><aside class="theme-doc-sidebar-container"><ul class="menu__list">
${d.many(7, () => `<li class="menu__list-item"><a class="menu__link" href="/docs/${d.int(10, 99)}">${d.thing()}</a></li>`)}</ul></aside><main class="docMainContainer"><div class="row"><div class="col"><article>
<div class="theme-doc-markdown markdown"><header>${h1(d, p, 'title')}${p.head ?? ''}</header>${p.before ?? ''}${p.body}</div>${p.tail ?? ''}</article>${p.after ?? ''}</div>${p.aside ? `<div class="col col--3">${p.aside}</div>` : ''}</div></main></div>
<footer class="footer footer--dark">${links(d, BOTTOM, true)}<div class="footer__copyright">${copyright(d)}</div></footer>`;

const staticPage: Template = (d, p) => `<body>
<header class="site-header"><div class="wrapper"><a class="site-title" href="/">${d.site}</a><nav class="site-nav">${links(d, MENU, false)}</nav></div></header>${p.top ?? ''}<main class="page-content"><div class="wrapper">
<${p.bare ? 'div class="page"' : 'article class="post"'}><header class="post-header">${h1(d, p, 'post-title')}${byline(d, p)}${p.head ?? ''}</header>${p.before ?? ''}<div class="post-content">${p.body}</div>${p.tail ?? ''}</${p.bare ? 'div' : 'article'}>${p.after ?? ''}${p.aside ?? ''}</div></main>
<footer class="site-footer"><div class="wrapper">${links(d, BOTTOM, true)}<p>${copyright(d)}</p></div></footer>`;

const blogPage: Template = (d, p) => `<body>
<div id="outer-wrapper"><div id="header-wrapper"><div class="title"><a href="/">${d.site}</a></div>${links(d, MENU.slice(0, 3), false)}</div>${p.top ?? ''}<div id="main-wrapper"><div class="main section"><div class="widget Blog"><div class="blog-posts hfeed">
<div class="post hentry"><h2 class="date-header">${d.date()}</h2>${p.untitled ? '' : `<h3 class="post-title entry-title">${d.title}</h3>`}${p.head ?? ''}${p.before ?? ''}<div class="post-body entry-content">${p.body}</div>${p.tail ?? ''}<div class="post-footer"><span class="post-author vcard">${d.author}</span></div></div></div>
${p.after ?? ''}</div></div></div><div id="sidebar-wrapper">${p.aside ?? ''}<div class="widget">${sidebar(d)}</div></div><div id="footer-wrapper">${links(d, BOTTOM, false)} ${copyright(d)}</div></div>`;

const boardPage: Template = (d, p) => `<body>
<div id="wrap" class="wrap"><div id="page-header"><div class="headerbar"><a class="logo" href="/">${d.site}</a></div><div class="navbar">${links(d, ['home', 'search', 'login'], true)}</div></div>${p.top ?? ''}<div id="page-body" class="page-body">
${p.untitled ? '' : `<h2 class="page-title">${d.title}</h2>`}${p.head ?? ''}${p.before ?? ''}${p.body}${p.tail ?? ''}${p.after ?? ''}${p.aside ? `<div class="panel">${p.aside}</div>` : ''}</div><div id="page-footer"><div class="navbar">${links(d, BOTTOM, true)}</div><div class="copyright">${copyright(d)}</div></div></div>`;

const blogTheme: Template = (d, p) => `<body class="${p.bare ? 'page' : 'single single-post'}">
<header id="masthead" class="site-header"><p class="site-title"><a href="/">${d.site}</a></p>
<nav class="main-navigation">${links(d, MENU, true)}</nav></header>${p.top ?? ''}<div id="content" class="site-content"><main id="main" class="site-main">
${
  p.bare
    ? `<header class="page-header">${h1(d, p, 'page-title')}${p.head ?? ''}</header>${p.before ?? ''}<div class="page-content">${p.body}</div>${p.tail ?? ''}`
    : `<article id="post-${d.int(10, 999)}" class="post type-post hentry"><header class="entry-header">${h1(d, p, 'entry-title')}${byline(d, p)}${p.head ?? ''}</header>${p.before ?? ''}
<div class="entry-content">${p.body}</div>${p.tail ?? ''}<footer class="entry-footer"><a href="/c/1" rel="category tag">${d.ui.culture}</a></footer></article>`
}${p.after ?? ''}</main>
<aside id="secondary" class="widget-area">${p.aside ?? ''}<section class="widget">${sidebar(d)}</section></aside></div>
<footer id="colophon" class="site-footer">${links(d, BOTTOM, true)}<div class="site-info">${copyright(d)}</div></footer>`;

const newsSystem: Template = (d, p) => `<body>
<div class="page-wrapper"><div class="top-bar"><a class="logo" href="/"><img src="/logo.svg" alt="${d.site}"></a>${links(d, MENU, false)}</div>${p.top ?? ''}
<div class="l-grid"><div class="l-main"><div class="${p.bare ? 'module' : 'article'}"><div class="article__header">${h1(d, p, 'article__title')}${p.head ?? ''}${byline(d, p)}</div>${p.before ?? ''}
<div class="article__body">${p.body}</div>${p.tail ?? ''}</div>${p.after ?? ''}</div><div class="l-side">${p.aside ?? ''}<div class="teaser-list">${sidebar(d)}</div></div></div>
<div class="page-footer">${links(d, BOTTOM, false)}<p>${copyright(d)}</p></div></div>`;

const styledComponents: Template = (d, p) => `<body>
<div id="root"><div .app><header .top><a href="/" .logo>${d.site}</a><nav .nav>${links(d, MENU, false)}</nav></header>${p.top ?? ''}
<main .main><div .column><div .head>${h1(d, p, 'title')}${p.head ?? ''}${byline(d, p)}</div>${p.before ?? ''}<div .text>${p.body}</div>${p.tail ?? ''}</div>${p.after ?? ''}
<div .side>${p.aside ?? ''}</div></main><footer .foot>${links(d, BOTTOM, false)}<span>${copyright(d)}</span></footer></div></div>`;

const utilityClasses: Template = (d, p) => `<body class="antialiased bg-white text-gray-900">
<header class="sticky top-0 z-10 border-b"><div class="container mx-auto flex justify-between"><a href="/" class="font-bold">${d.site}</a><nav class="flex gap-6">${links(d, MENU, false)}</nav></div></header>${p.top ?? ''}
<main class="container mx-auto px-4 py-12"><${p.bare ? 'section' : 'article'} class="max-w-3xl mx-auto"><header class="mb-8">${h1(d, p, 'title')}${byline(d, p)}${p.head ?? ''}</header>${p.before ?? ''}
<div class="prose lg:prose-xl">${p.body}</div>${p.tail ?? ''}</${p.bare ? 'section' : 'article'}>${p.after ?? ''}${p.aside ? `<div class="hidden lg:block w-64">${p.aside}</div>` : ''}</main>
<footer class="bg-gray-100 py-8"><div class="container mx-auto">${links(d, BOTTOM, false)}<p class="text-sm">${copyright(d)}</p></div></footer>`;

const layoutTables: Template = (d, p) => `<body bgcolor="#ffffff">
<table width="100%" border="0" cellpadding="4"><tr><td colspan="3" bgcolor="#003366"><a href="/"><font color="white" size="5">${d.site}</font></a></td></tr>${p.top ? `<tr><td colspan="3">${p.top}</td></tr>` : ''}
<tr><td width="150" valign="top">${MENU.map((name) => `<a href="/${name}.html">${d.ui[name]}</a><br>`).join('')}</td><td valign="top">${h1(d, p, '')}${p.head ?? ''}${p.bare ? '' : `<p><i>${d.author}, ${d.date()}</i></p>`}
${p.before ?? ''}<div>${p.body}</div>${p.tail ?? ''}${p.after ?? ''}</td><td width="160" valign="top">${p.aside ?? ''}</td></tr><tr><td colspan="3" align="center"><font size="1">${links(d, BOTTOM, false)}<br>${copyright(d)}</font></td></tr></table>`;

const AMP =
  '<link rel="canonical" href="https://www.site.example/a/1"><script async src="https://cdn.ampproject.org/v0.js"></script>';

const acceleratedPage: Template = (d, p) => `<body>
<header class="amp-header"><a href="/">${d.site}</a></header><amp-sidebar id="sidebar" layout="nodisplay" hidden>${links(d, MENU, true)}</amp-sidebar>${p.top ?? ''}<main class="amp-main">
<${p.bare ? 'div' : 'article'} class="amp-page">${h1(d, p, 'amp-title')}${byline(d, p)}${p.head ? `<header class="amp-head">${p.head}</header>` : ''}${p.before ?? ''}<div class="amp-content">${p.body}</div>${p.tail ?? ''}</${p.bare ? 'div' : 'article'}>${p.after ?? ''}${p.aside ?? ''}</main>
<footer class="amp-footer">${links(d, BOTTOM, false)}<p>${copyright(d)}</p></footer>`;

const semantic: Template = (d, p) => `<body>
<header><a href="/">${d.site}</a><nav>${links(d, MENU, true)}</nav></header>${p.top ?? ''}<main>${p.bare ? `${h1(d, p, '')}${p.head ?? ''}${p.before ?? ''}${p.body}${p.tail ?? ''}` : `<article><header>${h1(d, p, '')}${p.head ?? ''}<p>${d.author}, ${d.date()}</p></header>${p.before ?? ''}<section>${p.body}</section>${p.tail ?? ''}</article>`}
${p.after ?? ''}</main>${p.aside ? `<aside>${p.aside}</aside>` : ''}<footer>${links(d, BOTTOM, true)}<p>${copyright(d)}</p></footer>`;

const boxes: Template = (d, p) => `<body>
<div><div><div><a href="/">${d.site}</a></div><div>${links(d, MENU, false)}</div></div>${p.top ? `<div>${p.top}</div>` : ''}<div><div><div>${h1(d, p, '')}${p.head ?? ''}</div>${byline(d, p)}${p.before ? `<div>${p.before}</div>` : ''}
<div><div>${p.body}</div></div>${p.tail ?? ''}</div>${p.after ?? ''}${p.aside ? `<div>${p.aside}</div>` : ''}</div><div><div>${links(d, BOTTOM, false)}</div><div>${copyright(d)}</div></div></div>`;

const contentModules: Template = (d, p) => `<body class="path-node page-node-type-${p.bare ? 'page' : 'article'}">
<div class="dialog-off-canvas-main-canvas"><header role="banner"><div class="region region-header"><a href="/" rel="home">${d.site}</a></div><div class="region region-primary-menu"><nav role="navigation">${links(d, MENU, true)}</nav></div></header>${p.top ? `<div class="region region-highlighted">${p.top}</div>` : ''}
<main role="main"><div class="region region-content"><div class="block block-page-title-block">${h1(d, p, 'page-title')}${p.head ?? ''}</div><div class="node node--view-mode-full">${byline(d, p)}${p.before ?? ''}<div class="field field--name-body field__item">${p.body}</div>${p.tail ?? ''}</div>${p.after ?? ''}</div>
<div class="region region-sidebar-second">${p.aside ?? ''}<div class="block block-views">${sidebar(d)}</div></div></main><footer role="contentinfo"><div class="region region-footer">${links(d, BOTTOM, true)}<p>${copyright(d)}</p></div></footer></div>`;

const formGrid: Template = (d, p) => `<body>
<form method="post" action="./default.aspx" id="form1"><input type="hidden" name="__VIEWSTATE" value="dDwtMTA4"><div class="navbar navbar-expand-lg"><div class="container"><a class="navbar-brand" href="/">${d.site}</a>${links(d, MENU, true)}</div></div>${p.top ?? ''}
<div class="container body-content"><div class="row"><div class="col-md-8">${h1(d, p, 'title')}${p.head ?? ''}${byline(d, p)}${p.before ?? ''}<div id="ctl00_MainContent">${p.body}</div>${p.tail ?? ''}${p.after ?? ''}</div><div class="col-md-4">${p.aside ?? ''}<div class="list-group">${d.many(3, () => `<a class="list-group-item" href="/l/${d.int(10, 99)}">${d.thing()}</a>`)}</div></div></div></div>
<hr><footer class="container">${links(d, BOTTOM, false)}<p>${copyright(d)}</p></footer></form>`;

/** The site templates: how each names its elements, what is in its head, and its body. */
const TEMPLATES: readonly (readonly [name: string, names: Names, head: string, body: Template])[] = [
  ['blog theme', 'telling', '<meta name="generator" content="WordPress 6.4">', blogTheme],
  ['news system', 'telling', '', newsSystem],
  ['styled components', 'hashed', '', styledComponents],
  ['utility classes', 'tailwind', '', utilityClasses],
  [
    'docs generator or static site',
    'telling',
    '<meta name="generator" content="Static 4.3">',
    (d, p) => (p.docs ? docsPage(d, p) : staticPage(d, p)),
  ],
  ['layout tables', 'none', '', layoutTables],
  ['accelerated page', 'telling', AMP, acceleratedPage],
  ['plain semantic elements', 'none', '', semantic],
  ['nested boxes without names', 'none', '', boxes],
  ['content modules', 'telling', '<meta name="Generator" content="Drupal 10">', contentModules],
  ['hosted blog or board', 'telling', '', (d, p) => (p.bare ? boardPage(d, p) : blogPage(d, p))],
  ['form around a grid', 'telling', '', formGrid],
];

type Kind = (d: Draft) => Parts;
type Html = (d: Draft) => string;

/** An article with this part, as an HTML text in the place of that name. */
function article(place: keyof Parts | readonly (keyof Parts)[], part: Html, least = 3, most = 9): Kind {
  return (d) => {
    const name = typeof place === 'string' ? place : d.turn(place);
    const html = part(d);
    return { body: d.prose(least, most), [name]: html };
  };
}

/** A short article and something long beside it. */
const short = (place: keyof Parts | readonly (keyof Parts)[], part: Html): Kind => article(place, part, 1, 3);

/** An article of this text. */
function text(body: Html): Kind {
  return (d) => ({ body: body(d) });
}

/** The same, often in a documentation. */
function docs(body: Html): Kind {
  return (d) => ({ body: body(d), docs: d.variant % 2 === 0 });
}

/** A page that is no article. */
function bare(body: Html, place?: keyof Parts, part?: Html): Kind {
  return (d) => ({ body: body(d), bare: true, ...(place && { [place]: part?.(d) }) });
}

/** An article with this between its paragraphs. */
const inside = (part: Html): Kind => text((d) => between(d, part(d)));

const between = (d: Draft, part: string): string =>
  `${d.many(d.int(1, 4), () => d.p())}\n${part}\n${d.many(d.int(1, 4), () => d.p())}`;

const link = (d: Draft): string => `<a href="/a/${d.int(100, 9999)}">${d.drops(d.headline())}</a>`;
const keyPoints: Html = (d) => `<ul .points>${d.many(3, () => `<li>${d.keeps(d.sentence())}</li>`)}</ul>`;
const linkList = (d: Draft, count: number): string => d.many(count, () => `<li>${link(d)}</li>`);
const lead = (d: Draft, tag: string, name = 'lead'): string => `<${tag} .${name}>${d.keeps(d.text(1, 2))}</${tag}>`;
const figure = (d: Draft, caption: string): string =>
  `<figure .figure>${d.image()}<figcaption>${caption}</figcaption></figure>`;
/** A figure as older systems write it. */
const captioned = (d: Draft, caption: string): string =>
  `<div .wp-caption>${d.image()}<p .wp-caption-text>${caption}</p></div>`;
const anyFigure: Html = (d) => d.turn([figure, captioned, figure])(d, d.keeps(`${d.thing()}.`));

const gallery: Html = (d) =>
  `<div .${d.turn(['gallery', 'images', 'row'])}>${d.many(d.int(2, 5), () => figure(d, d.keeps(d.thing())))}</div>`;
const slide: Html = (d) => `<div .slide>${d.image()}<div .caption>${d.keeps(d.sentence())}</div></div>`;

/** Short pieces that can end an article. */
const ENDS: readonly Html[] = [
  (d) => `<p>${d.keeps(d.ui.soon)}</p>`,
  (d) => `<h3>${d.keeps(d.thing())}</h3>${d.list(3, d.turn(['ul', 'ol']))}`,
  (d) => `<blockquote><p>${d.keeps(d.sentence())}</p>${d.turn([`<cite>${d.person()}</cite>`, ''])}</blockquote>`,
  (d) => `<pre>${d.turn(['<code>', ''])}${d.keeps(`mill --weather ${d.int(100, 999)} --out diary.csv`)}</pre>`,
  (d) => `<dl>${d.many(3, () => `<dt>${d.keeps(d.thing())}</dt><dd>${d.keeps(d.sentence())}</dd>`)}</dl>`,
  (d) => `<details open><summary>${d.keeps(d.thing())}</summary><p>${d.keeps(d.sentence())}</p></details>`,
  (d) => `<${d.turn(['p', 'div'])} .correction><em>${d.keeps(d.ui.correction)}</em></${d.turn(['p', 'div'])}>`,
  (d) => `<table>${d.many(3, () => `<tr><td>${d.keeps(d.thing())}</td><td>${d.int(2, 90)} kg</td></tr>`)}</table>`,
];
const ending = (at: number): Kind => docs((d) => d.prose(2, 7) + ENDS[at](d));

/** Notes that stand behind the text. */
const NOTES: readonly Html[] = [
  (d) => `<div id="notes"><hr><ol><li id="n1">${d.keeps(d.text(1, 2))} <a href="#r1">↩</a></li></ol></div>`,
  (d) => `<section .footnotes><p id="n1"><a href="#r1">1</a> ${d.keeps(d.sentence())}</p></section>`,
  (d) => `<hr><div id="n1"><a href="#r1">[1]</a> ${d.keeps(d.sentence())}</div>`,
];

const newsletter: Html = (d) =>
  `<div .signup><h3>${d.drops(d.ui.newsHead)}</h3><p>${d.drops(d.ui.newsText)}</p><input type="email"><button>${d.ui.subscribe}</button></div>`;
const biography: Html = (d) =>
  `<div .${d.turn(['author-box', 'about', 'person', 'bio'])}><h4>${d.author}</h4><p>${d.drops(d.ui.bio.replace('{n}', d.author))}</p></div>`;
const otherText: Html = (d) =>
  `<div .entry><h3>${link(d)}</h3>${d.many(3, () => `<p>${d.drops(d.text(2, 3))}</p>`)}</div>`;
const comment: Html = (d) =>
  `<li .comment><div .comment-author>${d.person()} – ${d.date()}</div><p>${d.drops(d.text(1, 2))}</p><a href="#r">${d.ui.reply}</a></li>`;
const otherTexts: Html = (d) => `<section .more><h2>${d.ui.related}</h2>${d.many(3, () => otherText(d))}</section>`;
const comments: Html = (d) =>
  `<div id="comments"><h3>2 ${d.ui.comments}</h3><ol>${comment(d)}${comment(d)}</ol>${d.ui.respond}</div>`;
const TABS = [
  '<ul role="tablist"><li role="tab">npm</li><li role="tab">yarn</li></ul>',
  '<div><button>npm</button><button>yarn</button></div>',
];

const ARTICLES: Readonly<Record<string, Kind>> = {
  'lead in the header': article('head', (d) => lead(d, d.turn(['p', 'div', 'p', 'h2', 'span']))),
  'lead between header and text': article('before', (d) => lead(d, d.turn(['div', 'p', 'h2', 'section']), 'intro')),
  'lead in nested boxes': article('before', (d) => `<div .row><div>${lead(d, d.turn(['p', 'div', 'h3']))}</div></div>`),
  'lead in a hero above the main part': (d) => ({
    untitled: true,
    top: `<section .hero><h1>${d.title}</h1>${lead(d, d.turn(['p', 'div']), 'hero-text')}</section>`,
    body: d.prose(),
  }),
  'lead in strong': text((d) => `<p><strong>${d.keeps(d.text(1, 2))}</strong></p>${d.prose()}`),
  'lead as bare text': text((d) => d.keeps(d.text(1, 2)) + d.turn(['<br><br>', '\n']) + d.prose()),
  'lead of key points': article(['before', 'head'], keyPoints),
  'lead below a figure': article('before', (d) => figure(d, d.thing()) + lead(d, 'p', 'teaser-text')),
  'lead under a heading': article('before', (d) => `<div .summary><h2>${d.ui.summary}</h2>${d.p(2, 3)}</div>`),
  'lead of one paragraph': article('head', (d) => lead(d, d.turn(['p', 'div', 'h2'])), 1, 1),
  'short last paragraph': ending(0),
  'short last list': ending(1),
  'short last quotation': ending(2),
  'short last code': ending(3),
  'short last definitions': ending(4),
  'short last details': ending(5),
  'last correction': ending(6),
  'last table': ending(7),
  'one paragraph and a short end': text((d) => d.p(3, 4) + ENDS[d.variant % ENDS.length](d)),
  'correction outside the text': article('tail', (d) => `<div .${d.turn(['correction', 'note'])}>${ENDS[6](d)}</div>`),
  'caption of the first figure': text((d) => anyFigure(d) + d.prose()),
  'caption of a figure before the text': article('before', anyFigure),
  'caption of the last figure': text((d) => d.prose() + anyFigure(d)),
  'captions of a text of one paragraph': text((d) => anyFigure(d) + d.p(2, 4) + anyFigure(d)),
  'box of several figures': inside(gallery),
  'box of figures without figure elements': inside((d) => `<div .slider>${d.many(3, () => slide(d))}</div>`),
  'tabbed code': docs((d) => {
    const shown = `<div role="tabpanel"><pre><code>${d.keeps(`npm install diary@${d.int(2, 9)}`)}</code></pre></div>`;
    const hidden = '<div role="tabpanel" hidden><pre>yarn add diary</pre></div>';
    return between(d, `<div .tabs>${d.turn(TABS)}${shown}${hidden}</div>`);
  }),
  'notes outside the text': (d) => ({
    docs: d.variant % 2 === 0,
    body: `<p>${d.keeps(d.text(2, 4))}<sup><a id="r1" href="#n1">1</a></sup></p>${d.prose(3, 6)}`,
    tail: d.turn(NOTES)(d),
  }),
  'notes of a word processor': text(
    (d) =>
      `<p class=MsoNormal>${d.keeps(d.text(2, 4))}<a href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a></p>${d.prose(2, 4)}<div><hr size=1><div id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1">[1]</a> ${d.keeps(d.sentence())}</p></div></div>`,
  ),
  'long list': inside((d) => `<ol>${d.many(d.int(14, 26), () => `<li>${d.keeps(d.text(1, 2))}</li>`)}</ol>`),
  'long nested list': inside((d) => `<ul>${d.many(5, () => `<li>${d.keeps(d.sentence())}${d.list(4)}</li>`)}</ul>`),
  'questions that open': text((d) => {
    const button = () => `<button type="button" aria-expanded="true">${d.thing()}?</button>`;
    return `${d.p()}${d.many(5, () => `<div .item>${button()}<div .panel><p>${d.keeps(d.text(1, 2))}</p></div></div>`)}${d.p()}`;
  }),
  'several first headlines': text((d) => d.p() + d.many(d.int(3, 6), () => `${d.heading('h1')}${d.p(1, 2)}`)),
  interview: text((d) => d.many(d.int(4, 8), () => `<p><b>${d.keeps(`${d.thing()}?`)}</b></p>${d.p(1, 3)}`)),
  'updates by the hour': text((d) => d.many(8, (at) => `<div .update><h3>${20 - at}:30</h3>${d.p(1, 2)}</div>`)),
  'signature below a statement': text((d) => `${d.prose(2, 5)}<p>${d.keeps(`${d.person()}, ${d.thing()}`)}</p>`),
  'anchors around a paragraph': text((d) => `<p><a name="top">${d.keeps(d.text(2, 3))}</a></p>${d.prose(2, 5)}`),
  'promotion box with headline and byline': inside((d) => {
    const tag = d.turn(['aside', 'div', 'section']);
    return `<${tag} .${d.turn(['box', 'summary', 'inset'])}><h2>${link(d)}</h2><p>${d.person()}</p></${tag}>`;
  }),
  'promotion box with image and teaser': inside((d) => `<div .embed>${card(d, d.turn(CARDS.slice(1)))}</div>`),
  'cards inside the text': inside((d) => `<h3>${d.ui.also}</h3>${d.cards(3)}`),
  'lines of links inside the text': inside((d) => `<p><b>${d.ui.also}: ${link(d)}</b></p>${d.p()}<p>${link(d)}</p>`),
  'list of links inside the text': inside((d) => `<ul .links>${linkList(d, 3)}</ul>`),
  'most read articles inside the text': inside((d) => `<aside><h4>${d.ui.also}</h4><ol>${linkList(d, 5)}</ol></aside>`),
  'closing line of social networks': text(
    (d) =>
      `${d.prose()}<p><em>${d.drops(d.ui.app)} <a href="https://www.facebook.com/paper">Facebook</a> · <a href="https://www.instagram.com/paper">Instagram</a></em></p>`,
  ),
  'subscribe line at the end': text((d) => `${d.prose()}<p><b><a href="/s">${d.drops(d.ui.newsText)}</a></b></p>`),
  'newsletter box in the text': inside(newsletter),
  'newsletter box below the text': article(['tail', 'after'], newsletter),
  'short article above cards': short('after', (d) => `<div .related><h2>${d.ui.related}</h2>${d.cards(6)}</div>`),
  'short article above cards without a heading': short('after', (d) => d.cards(d.int(4, 8))),
  'short article, cards in its element': short('tail', (d) => `<div .more><h3>${d.ui.also}</h3>${d.cards(5)}</div>`),
  'short article beside cards': short('aside', (d) => `<h3>${d.ui.related}</h3>${d.cards(d.int(4, 8))}`),
  'short article below cards': short('top', (d) => `<section .top-stories>${d.cards(d.int(3, 5))}</section>`),
  'video and a short text': (d) => ({
    before: '<iframe src="https://video.example/embed/1" width="640" height="360"></iframe>',
    body: d.p(2, 3),
    after: `<div .playlist>${d.cards(6)}</div>`,
  }),
  'verse and a biography': (d) => ({
    body: `<p>${d.many(6, () => `${d.keeps(d.thing())}<br>`)}</p>`,
    tail: biography(d),
  }),
  'whole texts of other articles': short('after', otherTexts),
  'comments below a short post': short('tail', comments),
};

/** A post's text, which is content. */
const said = (d: Draft, least = 1, most = 3): string => d.keeps(d.text(least, most));

/** A link to a person, and when the post was written. */
const signed = (d: Draft): string => `<a .username href="/u/${d.int(10, 99)}">${d.person()}</a> ${d.date()}`;

/** A post: who and when, and the text. */
const post = (d: Draft, name: string, least = 1, most = 3): string =>
  `<div .${name}><div .meta>${signed(d)}</div><div .md><p>${said(d, least, most)}</p></div></div>`;

const posts: Html = (d) => d.many(4, () => post(d, 'post'));

function nested(d: Draft, depth: number): string {
  const own = `<div .meta>${signed(d)}</div><p>${said(d)}</p>`;
  return `<div .reply>${own}${depth === 0 ? '' : `<div .children>${d.many(2, () => nested(d, depth - 1))}</div>`}</div>`;
}

const version = (d: Draft): string => d.drops(`${d.int(2, 9)}.${d.int(10, 99)}.${d.int(100, 999)}`);
const linkTable: Html = (d) => `<table>${d.many(4, () => `<tr><td>${link(d)}</td><td>${link(d)}</td></tr>`)}</table>`;
const votes = (d: Draft): string => `<div .votes>${d.int(0, 40)}</div>`;
const MAILS: readonly Html[] = [
  (d) => `<pre>${said(d)}\n\n&gt; ${d.sentence()}\n\n${said(d)}</pre>`,
  (d) => `<p>${said(d)}</p><p>${said(d)}</p>`,
];

const THREADS: Readonly<Record<string, Kind>> = {
  'board of posts': bare((d) => {
    const profile = () =>
      `<div .postprofile>${signed(d)}<dl><dt>${d.ui.comments}</dt><dd>${d.int(5, 900)}</dd></dl></div>`;
    const one = () => `${profile()}<div .postbody><div .content>${said(d)}</div></div>`;
    return `<div .topic>${d.many(d.int(4, 9), (at) => `<div id="p${at}" .post>${one()}</div>`)}</div>`;
  }),
  'board in a table': bare((d) => {
    const author = () => `<td width="150" valign="top"><b>${d.person()}</b><br>${d.int(10, 999)}</td>`;
    const row = () => `<tr>${author()}<td valign="top">${d.date()}<hr>${said(d)}</td></tr>`;
    return `<table .forumline width="100%">${d.many(d.int(3, 7), row)}</table>`;
  }),
  'nested replies': bare((d) => `${post(d, 'op', 2, 3)}<div .tree>${d.many(2, () => nested(d, 2))}</div>`),
  'mailing list': bare((d) => {
    const head = () => `<b>From:</b> ${d.person()}<br><b>Date:</b> ${d.date()}<br><b>Subject:</b> Re: ${d.title}`;
    return d.many(d.int(2, 4), () => `<div .message><p>${head()}</p>${d.turn(MAILS)(d)}</div><hr>`);
  }),
  'issue with a timeline': bare(
    (d) => {
      const label = () => `<span .label>${d.drops(d.thing())}</span>`;
      const event = () => `<div .timeline-event>${signed(d)} added the ${label()} label</div>`;
      return `<div .timeline>${d.many(d.int(3, 5), () => post(d, 'timeline-comment') + event())}</div>`;
    },
    'aside',
    (d) => `<div .labels>Labels ${d.many(3, () => `<div>${d.thing()}</div>`)}</div>`,
  ),
  'tracker with properties': bare((d) => {
    const cell = d.turn(['th', 'td']);
    const row = (label: string, value: string) => `<tr><${cell}>${label}</${cell}><td>${value}</td></tr>`;
    const rows =
      row('Status', 'new') + row('Version', version(d)) + row('Milestone', version(d)) + row('Priority', 'P3');
    const change = () =>
      `<div .change><h3>${signed(d)}</h3><ul .changes><li>Milestone: → ${version(d)}</li></ul><div .comment><p>${said(d)}</p></div></div>`;
    const description = `<h2>Description</h2><div .description><p>${said(d, 2, 4)}</p></div>`;
    return `<table .properties>${rows}</table>${description}<h2>${d.ui.comments}</h2>${d.many(3, change)}`;
  }),
  chat: bare((d) => {
    const list = d.turn(['div', 'ul']);
    const item = d.turn(['div', 'li']);
    const time = (at: number) => `<span .time>${10 + Math.floor(at / 2)}:${at % 2 ? 4 : 1}${d.int(1, 9)}</span>`;
    const line = (at: number) => `${time(at)} <b .nick>${d.person()}</b> <span .body>${said(d, 1, 1)}</span>`;
    return `<${list} .messages>${d.many(d.int(8, 14), (at) => `<${item} .message>${line(at)}</${item}>`)}</${list}>`;
  }),
  'single reply': bare((d) => `${post(d, 'question', 2, 3)}<div .replies>${post(d, 'reply', 1, 2)}</div>`),
  'single reply named comment': bare(
    (d) => `<div .meta>${signed(d)}</div><p>${said(d, 2, 3)}</p>`,
    'tail',
    (d) => `<div .answers><h2>1 ${d.ui.reply}</h2>${post(d, 'comment', 2, 3)}</div>`,
  ),
  'question and answers': bare((d) => {
    const code = `<pre><code>${d.keeps(`diary --since ${d.int(100, 999)}`)}</code></pre>`;
    const question = `${votes(d)}<div .post-text><p>${said(d, 2, 4)}</p>${code}</div>${signed(d)}`;
    const answer = () => `<div .answer>${votes(d)}<div .post-text><p>${said(d)}</p></div>${signed(d)}</div>`;
    return `<div .question>${question}</div><h2>3 ${d.ui.reply}</h2>${d.many(3, answer)}`;
  }),
  'flat headings and paragraphs': bare((d) => {
    const tag = d.turn(['h4', 'h3', 'p']);
    return d.many(d.int(4, 8), () => `<${tag}>${d.person()}, ${d.date()}</${tag}><p>${said(d)}</p>`);
  }),
  'replies named comment': bare((d) => {
    const replies = `<div>5 ${d.ui.reply}</div>${d.many(5, () => post(d, 'comment', 1, 2))}`;
    return `${post(d, 'topic', 2, 3)}<div .comments>${replies}</div>`;
  }),
  'starter in another box': bare((d) => {
    const head = `<div .card-head>${signed(d)} · ${d.int(20, 900)}</div>`;
    const opener = `<div .card>${head}<div .card-body><p>${said(d, 2, 3)}</p><p>${said(d, 2, 3)}</p></div></div>`;
    return opener + d.many(3, () => `<img src="/u.png" alt="">${post(d, 'reply', 1, 2)}`);
  }),
  'notice above a thread': bare(posts, 'top', (d) => `<div .announcement><p>${d.drops(d.ui.notice)}</p></div>`),
  'thread above other topics': bare(posts, 'after', (d) => `<h3>${d.ui.related}</h3>${linkTable(d)}`),
};

const price = (d: Draft): string => d.keeps(`${d.int(11, 98)}.${d.int(10, 98)} €`);
const phone = (d: Draft): string => d.keeps(`+44 ${d.int(200, 999)} ${d.int(100, 999)} ${d.int(10, 99)}`);
const salary = (d: Draft): string => d.keeps(`${d.int(31, 49)} 000 – ${d.int(50, 79)} 500 €`);
const hours = (d: Draft): string => d.keeps(`9:${d.int(10, 58)} – 17:${d.int(10, 58)}`);

/** What is around and between labels and values: definitions, rows, items, boxes. */
const PAIRS = [
  ['<dl>', '<dt>', '</dt><dd>', '</dd>', '</dl>'],
  ['<table>', '<tr><td>', '</td><td>', '</td></tr>', '</table>'],
  ['<ul>', '<li><b>', ':</b> ', '</li>', '</ul>'],
  ['<div .facts>', '<div .fact><span .label>', '</span><span .value>', '</span></div>', '</div>'],
  ['<div .facts>', '<div .fact><div>', '</div><div>', '</div></div>', '</div>'],
];
function pairs(d: Draft, ...all: readonly (readonly [label: string, value: string])[]): string {
  const [start, before, middle, behind, end] = d.turn(PAIRS);
  return start + all.map(([label, value]) => before + label + middle + value + behind).join('') + end;
}

/** Boxes of a heading and a short text, which are content. */
const tiles = (d: Draft, count: number): string =>
  `<div .tiles>${d.many(count, () => `<div .tile>${d.heading(d.turn(['h3', 'h4', 'div']))}<p>${d.keeps(d.sentence())}</p></div>`)}</div>`;

const jobFacts: Html = (d) =>
  pairs(d, [d.ui.place, d.keeps(d.thing())], [d.ui.salary, salary(d)], [d.ui.start, d.keeps(`1.${d.int(1, 12)}.2025`)]);

const ITEMS: Readonly<Record<string, Kind>> = {
  product: bare((d) => {
    const size = d.keeps(`${d.int(20, 90)} × ${d.int(20, 90)} cm`);
    const facts = pairs(d, [d.ui.size, size], [d.ui.weight, `${d.int(2, 9)} kg`], [d.ui.material, d.keeps(d.thing())]);
    return `<div .product>${d.image()}<div .price>${price(d)}</div>${d.p(1, 2)}<button>+</button><h2>${d.ui.specs}</h2>${facts}</div>`;
  }),
  'opening hours and address': bare((d) => {
    const address = d.keeps(`Mill Lane ${d.int(2, 98)}, ${d.int(10000, 98000)} Westport`);
    const open = pairs(d, [d.ui.days, hours(d)], [d.ui.saturday, hours(d)]);
    return `${d.p(1, 2)}<h2>${d.keeps(d.ui.hours)}</h2>${open}<h2>${d.ui.address}</h2><p>${address}<br>${d.ui.phone}: ${phone(d)}</p>`;
  }),
  'service with cards': bare(
    (d) => `${d.p(2, 3)}${d.heading()}${tiles(d, d.int(3, 6))}<p>${d.ui.phone}: ${phone(d)}</p>`,
    'head',
    (d) => lead(d, 'p', 'claim'),
  ),
  'cards that are links': bare((d) => {
    const inner = () => `<div .card-title>${d.keeps(d.thing())}</div><p>${d.keeps(d.sentence())}</p>`;
    return `${d.p(1, 2)}${d.heading()}<div .grid>${d.many(4, (at) => `<a .card href="/s/${at}">${inner()}</a>`)}</div>`;
  }),
  event: bare((d) => {
    const when = d.keeps(`${d.int(1, 28)}.${d.int(1, 12)}.2025, 19:${d.int(10, 58)}`);
    const facts = pairs(d, [d.ui.hours, when], [d.ui.address, d.keeps(d.thing())], [d.ui.price, price(d)]);
    const plan = d.many(4, (at) => `<li>${d.keeps(`${18 + at}:${d.int(10, 59)} ${d.thing()}`)}</li>`);
    return `${facts}${d.p(2, 3)}<h2>${d.ui.overview}</h2><ol>${plan}</ol>`;
  }),
  job: bare((d) => {
    const tasks = d.heading('h3') + d.list(4) + d.heading('h3') + d.list(3);
    return `${jobFacts(d)}${d.p(2, 3)}${tasks}<p>${d.keeps(`jobs${d.int(1, 99)}@orchard.example`)}</p>`;
  }),
  'job with values aside': bare(
    (d) => `${d.p(2, 3)}${d.heading('h3')}${d.list(4)}${d.p(1, 2)}`,
    'aside',
    (d) => `<div .job-facts><h3>${d.ui.overview}</h3>${jobFacts(d)}</div>`,
  ),
  landing: (d) => ({
    bare: true,
    untitled: true,
    top: `<section .hero><h1>${d.title}</h1><p>${d.keeps(d.sentence())}</p><a href="/start">${d.ui.subscribe}</a></section>`,
    body: `<section .features>${d.heading()}${tiles(d, 3)}</section><section .split>${d.heading()}${d.p(1, 2)}</section><blockquote>${d.keeps(d.sentence())}</blockquote>`,
  }),
  prices: bare((d) => {
    const plan = () =>
      `${d.heading('h3')}<div .amount>${price(d)}</div>${d.list(3)}<a href="/buy">${d.ui.subscribe}</a>`;
    return `${d.p(1, 1)}<div .plans>${d.many(3, () => `<div .plan>${plan()}</div>`)}</div>`;
  }),
  recipe: bare((d) => {
    const amounts = d.many(6, () => `<li>${d.keeps(`${d.int(50, 950)} g ${d.thing()}`)}</li>`);
    const steps = d.many(4, () => `<li>${d.keeps(d.text(1, 2))}</li>`);
    return `${d.p(1, 2)}<h2>${d.ui.ingredients}</h2><ul>${amounts}</ul><h2>${d.ui.steps}</h2><ol>${steps}</ol>`;
  }),
  documentation: (d) => {
    const option = () =>
      `<tr><td><code>${d.keeps(`--opt-${d.int(1000, 9999)}`)}</code></td><td>${d.keeps(d.sentence())}</td></tr>`;
    const code = `<pre><code>${d.keeps(`diary init --station ${d.int(100, 999)}`)}</code></pre>`;
    const table = `<table><tr><th>Option</th><th>Default</th></tr>${d.many(3, option)}</table>`;
    return {
      bare: true,
      docs: true,
      body: d.p(1, 2) + d.heading() + d.p(1, 2) + code + d.heading() + table + d.p(1, 1),
    };
  },
  'listing of items': bare((d) => {
    const tag = d.turn(['ul', 'div', 'section']);
    const item = d.turn(['li', 'div', 'article']);
    const one = () =>
      `<a href="/p/${d.int(100, 999)}">${d.image()}${d.heading('h3')}</a><span .price>${price(d)}</span>`;
    return `${d.p(1, 1)}<${tag} .products>${d.many(d.int(8, 14), () => `<${item} .product>${one()}</${item}>`)}</${tag}>`;
  }),
  'listing of posts': bare((d) => {
    const title = () => `<h2><a href="/a/${d.int(100, 999)}">${d.keeps(d.headline())}</a></h2>`;
    return d.many(d.int(5, 9), () => `<div .entry>${title()}${d.date()}<p>${d.keeps(d.text(1, 2))}</p></div>`);
  }),
  'contact lines': bare((d) => {
    const mail = (address: string) => `<a href="mailto:${address}">${d.keeps(address)}</a>`;
    const lines = () =>
      `<p>${d.keeps(d.thing())}</p><p>${phone(d)}</p>${mail(`desk${d.int(100, 999)}@orchard.example`)}`;
    return `${d.p(1, 2)}<div .persons>${d.many(4, () => `<div .person><h3>${d.person()}</h3>${lines()}</div>`)}</div>`;
  }),
  'cells of few words': bare((d) => `${d.p(1, 2)}<div .cells>${d.many(16, () => d.heading('div'))}</div>`),
};

/** A text that the page has twice, of which one copy is enough. */
function twice(d: Draft): string {
  const text = d.keeps(d.text(2, 3));
  d.once.push(text);
  return text;
}

const COPIES = [
  ['d-block d-md-none', 'd-none d-md-block'],
  ['mobile-only', 'desktop-only'],
  ['md:hidden', 'hidden md:block'],
];
const HIDDEN: readonly Html[] = [
  (d) => `<div style="display:none"><p>${d.drops(d.text(1, 2))}</p></div>`,
  (d) => `<p hidden>${d.drops(d.text(1, 2))}</p>`,
  (d) => `<template><p>${d.drops(d.text(1, 2))}</p></template>`,
  (d) => `<dialog><p>${d.drops(d.text(1, 2))}</p></dialog>`,
  (d) => `<p>${d.keeps(d.sentence())} <span style="visibility:hidden">${d.drops(d.text(1, 1))}</span></p>`,
  (d) => `<div class="q7"><p>${d.drops(d.text(2, 3))}</p></div>`,
  (d) => `<div style="position:absolute;left:-9999px">${d.drops(d.text(1, 2))}</div>`,
];

const SHARES =
  ' <a href="https://www.facebook.com/sharer">Facebook</a><a href="https://x.com/intent">X</a><a href="mailto:?subject=x">E-Mail</a>';
const cookies: Html = (d) => `<div .cc><p>${d.drops(d.ui.cookie)}</p><button>${d.ui.accept}</button></div>`;
const blurb: Html = (d) => `<div .about><h3>${d.ui.about}</h3><p>${d.drops(d.ui.blurb)}</p></div>`;

const SURROUNDINGS: Readonly<Record<string, Kind>> = {
  'copies for small and large screens': text((d) => {
    const copy = d.many(d.int(2, 5), () => `<p>${twice(d)}</p>`);
    const [small, large] = d.turn(COPIES);
    return `<div class="${small}">${copy}</div><div class="${large}">${copy}</div>${d.p()}`;
  }),
  'excerpt repeated above the text': (d) => {
    const copy = `<p>${twice(d)}</p>`;
    return { [d.turn(['head', 'before'])]: `<div .excerpt>${copy}</div>`, body: copy + d.prose() };
  },
  'cookie notice': article(['top', 'end'], cookies),
  'consent dialog': short(['end', 'top', 'end'], (d) => {
    const partners = d.many(4, () => `<li>${d.drops(`Partner ${d.int(1000, 9999)} Ltd: ${d.ui.privacy}`)}</li>`);
    const body = `<h2>${d.ui.privacy}</h2><p>${d.drops(d.ui.cookie)}</p><p>${d.drops(d.ui.cookie2)}</p><ul>${partners}</ul>`;
    return `<div ${d.turn(['role="dialog"', 'data-open'])} .cmp>${body}<button>${d.ui.accept}</button></div>`;
  }),
  'author biography': article(['tail', 'after'], biography),
  'table of links': article(['after', 'tail'], linkTable),
  'contents and neighbours of documentation': (d) => {
    const tag = d.turn(['nav', 'div']);
    const entry = (at: number) => `<li><a href="#s${at}">${d.drops(`${at + 1}. ${d.thing()}`)}</a></li>`;
    return {
      docs: true,
      [d.turn(['before', 'aside'])]: `<${tag} .toc><p>${d.ui.toc}</p><ul>${d.many(4, entry)}</ul></${tag}>`,
      body: `${d.p()}${d.many(4, (at) => `<h2 id="s${at}">${d.thing()}</h2>${d.p(1, 3)}`)}`,
      tail: `<${tag} .pagination>${d.ui.prev}: ${link(d)} ${d.ui.next}: ${link(d)}</${tag}>`,
    };
  },
  'neighbouring articles': article('tail', (d) => `<div .nav>${d.ui.prev} ${link(d)} ${d.ui.next} ${link(d)}</div>`),
  'share bar': article(['before', 'tail'], (d) => `<div .share>${d.drops(d.ui.share)}${SHARES}</div>`),
  'hidden text': (d) => ({ styles: '.q7{display:none}', body: between(d, HIDDEN[d.variant % HIDDEN.length](d)) }),
  'blurb of the site': short(['after', 'aside'], blurb),
  'path of the page': article('top', (d) => `<div .path><a href="/">${d.ui.home}</a> › ${link(d)}</div>`),
  'notice above an article': short('top', (d) => `<div role="alert" .alert><p>${d.drops(d.ui.notice)}</p></div>`),
};

const KINDS: Readonly<Record<string, Kind>> = { ...ARTICLES, ...THREADS, ...ITEMS, ...SURROUNDINGS };

const OTHER_NAMES: readonly Names[] = ['hashed', 'none', 'telling', 'tailwind', 'none'];

/** A page of a template. */
function pageOf(d: Draft, p: Parts, head: string, body: string): string {
  const type = p.bare ? '' : '<meta property="og:type" content="article">';
  const meta = d.random() < 0.6 ? `<meta property="og:title" content="${d.title}">${type}` : '';
  const title = `<meta charset="utf-8"><title>${d.title}${d.pick([' | ', ' - ', ' – '])}${d.site}</title>`;
  const styles = p.styles ? `<style>${p.styles}</style>` : '';
  const html = head.includes('ampproject') ? 'html amp' : 'html';
  const written = `<!doctype html>\n<${html} lang="${d.language}"><head>${title}${meta}${head}${styles}</head>\n`;
  return d.dress(`${written}${body}${p.end ?? ''}</body></html>`);
}

/** All pages, the same in every run. */
export function independentPages(): IndependentPage[] {
  return Object.entries(KINDS).flatMap(([kind, parts], at) =>
    [...TEMPLATES, ...TEMPLATES].map(([template, names, head, body], form) => {
      // In the second round the kind's own elements have other names than the template's.
      const round = Math.floor(form / TEMPLATES.length);
      const draft = new Draft(form + round * 5, at);
      draft.names = round === 0 ? names : OTHER_NAMES[form % OTHER_NAMES.length];
      const filled = parts(draft);
      const html = pageOf(draft, filled, head, body(draft, filled));
      const { keep, drop, once } = draft;
      return { name: `${kind}: ${template}, ${draft.language}, ${draft.names} names`, kind, html, keep, drop, once };
    }),
  );
}

/**
 * Phrases by which pages without content say so, in the words of common servers, systems and languages. Each is looked for in short
 * texts only: parts of the title, headings, and the blocks of a page that has hardly anything else.
 */

const NOT_FOUND = [
  // English
  "(?:page|file|article|story|content|document|url|site|post)s?\\b.{0,40}\\b(?:not (?:be )?found|(?:could|can|does|is|was)(?: ?not|n[’']t) (?:be found|found|exist|available)|no longer (?:available|exists?)|not available|(?:has|have) been (?:removed|deleted))",
  '^(?:not found|nothing (?:was )?found|(?:4|5)\\d\\d (?:error|not found|forbidden|unauthorized|gone)|page (?:gone|missing))\\b',
  // German, Dutch, Scandinavian, Finnish
  'seite (?:wurde |konnte )?(?:leider )?nicht (?:gefunden|verfügbar|vorhanden|mehr verfügbar)|seite existiert (?:leider )?nicht',
  '(?:pagina|artikel) (?:is |werd |kon )?(?:helaas )?niet (?:worden )?gevonden|pagina bestaat niet',
  'sidan (?:kunde inte |kan inte |finns |går )?(?:inte )?(?:hittas|hittades|att hitta|finns inte)|siden (?:ble |blev |kunne )?ikke (?:bli )?(?:funnet|fundet|findes|finnes)',
  'sivua ei (?:löydy|löytynyt)',
  // Romance languages
  "page (?:est )?(?:non trouvée|introuvable|inexistante)|page (?:demandée )?n[’']existe (?:pas|plus)",
  'p[áa]gina (?:que buscas )?(?:solicitada )?(?:no (?:encontrada|existe|disponible|se encuentra|ha sido encontrada)|não (?:encontrada|existe|foi encontrada))|no se (?:ha )?encontr(?:ó|ado) la p[áa]gina',
  'pagina (?:non (?:trovata|esiste|disponibile)|nu (?:a fost găsită|există))',
  // Slavic and Baltic languages, Hungarian, Greek, Turkish
  'nie znaleziono strony|stron[ay] (?:nie (?:została znaleziona|istnieje|znaleziona)|której szukasz)',
  'stránk[au] (?:nebyla|nebola|sa nenašla|neexistuje|nenalezena)|stránka (?:nenalezena|nenájdená)',
  'страниц[аы] (?:не (?:найдена|найдены|существует)|удалена)|сторінк[ау] не (?:знайдено|існує)|страницата не (?:е намерена|съществува)|стран(?:ица|а) није пронађена',
  'stranica (?:nije pronađena|ne postoji)|strani ni mogoče najti|puslapis nerastas|lapa nav atrasta',
  'oldal nem (?:található|létezik)',
  'σελίδα δεν (?:βρέθηκε|υπάρχει)',
  'sayfa (?:bulunamadı|mevcut değil)',
  // Asian languages
  'ページ(?:は|が)?.{0,12}(?:見つかりません|存在しません|ありません)|お探しのページ',
  '(?:找不到|未找到|无法找到|無法找到|没有找到|沒有找到).{0,8}(?:页|頁|网址|文章)|(?:页面|頁面|网页|網頁|文章|帖子|内容).{0,6}(?:不存在|未找到|找不到|已(?:被)?(?:删除|刪除))',
  '페이지를 찾을 수 없|존재하지 않는 페이지',
  'الصفحة (?:المطلوبة )?غير (?:موجودة|متوفرة|متاحة)|لم يتم العثور على الصفحة',
  'ה?(?:דף|עמוד)(?: המבוקש)? (?:לא|אינו) (?:נמצא|קיים)',
  'صفحه.{0,20}(?:یافت|پیدا) نشد',
  '(?:पृष्ठ|पेज) नहीं मिला',
  'ไม่พบหน้า',
  'không tìm thấy trang|trang (?:này )?không tồn tại|halaman tidak (?:di)?temukan',
];

const FAILED = [
  'internal server error|bad gateway|gateway time-?out|service (?:temporarily )?unavailable|too many requests|bad request',
  '^(?:http )?(?:error|status|fehler|erreur|errore?|erro|błąd|chyba|hata|ошибка|помилка|エラー|错误|錯誤|خطأ|שגיאה)(?: code)?[\\s:#-]*[45]\\d\\d\\b',
  '^(?:4(?:0[0134]|10|29)|50[0234])(?:[\\s:!.-]+(?:error|not|page|forbidden|unauthorized|access|gone|internal|bad|service|too|seite|página|pagina|fehler|erreur|страница|ошибка|ページ|页面).*)?$',
  "database error|error establishing a database connection|site (?:is )?(?:under maintenance|temporarily unavailable|can[’']t be reached)|^(?:under|down for) maintenance\\b",
  '^(?:oops|whoops)[!.,… ]*(?:something went wrong|an error occurred)?\\W*$|^something went wrong\\b|^an error (?:has )?occurred\\b',
  'wartungsarbeiten|interner serverfehler|erreur interne du serveur|error interno del servidor|внутренняя ошибка сервера|сервис временно недоступен',
];

const BLOCKED = [
  'access (?:to (?:this )?(?:page|site|website) )?(?:is |has been |was )?(?:denied|forbidden|blocked)|^(?:forbidden|unauthorized|blocked)$|you (?:have been|are) blocked|not authori[sz]ed to (?:view|access)',
  'zugriff (?:wurde )?verweigert|accès (?:refusé|interdit)|acceso denegado|accesso negato|acesso negado|toegang geweigerd|brak dostępu|odmowa dostępu|доступ (?:запрещ[её]н|ограничен|закрыт)|erişim engellendi',
  'アクセス(?:が)?拒否|拒绝访问|访问被拒绝|存取被拒|접근이 (?:거부|차단)|تم رفض الوصول',
  "^just a moment\\b|checking (?:your browser|if the site connection is secure)|attention required|verif(?:y|ying) (?:that )?you(?: are|[’']re) (?:a )?(?:human|not a robot)|are you (?:a )?(?:human|robot)|not a robot|robot check|(?:human|security) (?:verification|check)\\b|ddos protection|pardon our interruption|unusual (?:traffic|activity)|^one more step\\b|^captcha$|(?:complete|enter|solve) (?:the |a )?captcha",
  'sicherheitsüberprüfung|je ne suis pas un robot|no soy un robot|не робот|проверка браузера|安全验证|安全驗證|人机验证|滑动验证|访问验证|로봇이 아닙니다',
];

/** Of pages that ask for a login. */
export const LOGIN_PHRASES: readonly string[] = [
  '^(?:please )?(?:log|sign)[ -]?in\\b|^you (?:must|need to) (?:be logged in|log in|sign in)|login required|members only',
  '^(?:bitte )?(?:anmelden|einloggen|anmeldung)\\b|^(?:se connecter|connexion|identifiez-vous)\\b|^(?:iniciar sesión|inicia sesión|entrar|acceder|fazer login)\\b|^(?:accedi|inloggen|logga in|logg inn|log ind|kirjaudu|zaloguj|logowanie|přihlá\\S+|bejelentkezés|giriş)\\b',
  '^(?:вход|войти|авторизация|вхід|увійти)(?![а-яі])|^(?:ログイン|サインイン|登录|登入|로그인|تسجيل الدخول|התחברות|คุณต้องเข้าสู่ระบบ|đăng nhập)',
];

/** Of error pages and of pages that refuse access. */
export const ERROR_PHRASES: readonly string[] = [...NOT_FOUND, ...FAILED, ...BLOCKED];

/** The commonest function words of many languages, one or two lines each; of scripts without spaces grammatical characters. */
export const STOP_WORDS = `
the of and to in a is that for it on with as this be are was by at from or an have not you your we our they their has can will more which but all if about there when than so been who what how do one also would up out i my he she his her its were had no just into
de la le les des et en un une du que pour dans est qui par sur pas au avec ce il elle nous vous sont plus mais ou cette être été aux ne se leur
el los las y por con para se del una es no su al lo como más pero sus ha este esta son también fue desde muy
der die das und ist von zu den mit nicht ein eine auf dem im für sich auch es an werden aus er hat wir sie ich als bei wird sind nach oder noch einen einer dass wie zum zur über
di che è per non sono il della i da del le gli con alla anche dei nel più una uno ha si come questo delle
com não uma os na em mais do dos das ao pelo pela são foi ou seu sua isso muito já ele
van het een op te voor met zijn ook aan er bij niet naar dat deze maar om uit wordt worden heeft zij hij je ik
och att det som är på för av med den till inte om har jag ett men så vi kan han hon var från eller när ska
og det er til som på med av ikke den for har at jeg et men vi kan var fra eller så han hun skal være
ja on ei että se oli kun myös mutta ovat niin tai hän jos joka sekä ole kuin mukaan
i w z na do nie się to jest że o jak po od za ale przez co dla tak są być który oraz tego jego czy już
a v na se je že s z do to i o jako za by ale pro si od po byl jsou nebo není tak který být také jeho
a na sa je v že s z do to o ako za by ale pre si od po bol sú alebo nie tak ktorý byť jeho
és a az hogy nem egy is ez volt meg van mint de csak már még vagy ha azt el kell lehet
și de la în cu pe nu o că a este din care să pentru mai se un au dar fi sunt fost prin ca
i u je na se da su za od s a o kao što nije ili ali koji bi sam biti iz do te
и в не на что с он как это по но из у за то же от для так все его был бы только мне было вы мы она они или если ещё при до
и на в се за да от не с са по е това като но че си което или до ще има
і в не на що з та як до це по за від для так але його був або при про ми ви він вона
και το να του η της με που την από για είναι ο στο οι τα σε δεν θα ότι τον ένα στην μας
ve bir bu da için ile de olarak daha çok olan ne gibi en kadar sonra var ama o değil her ya
في من على أن إلى عن مع هذا التي الذي هذه كان لا ما قد كما بعد بين ذلك وقد هو هي أو لم كل
و در به از که این را با است برای آن یک تا هم بر شد خود می بود ها اما
של את על לא הוא זה עם כי גם היא או אני אל אם כל היה יש מה רק אבל כך
के है में की और से का को पर एक यह भी ने हैं कि था जो नहीं तो या इस हो कर
এবং এই থেকে করে একটি জন্য তার না হয় ও যে এর করা সঙ্গে তিনি মধ্যে
மற்றும் ஒரு இந்த என்று அது என்ற இது உள்ள அவர் என
yang dan di dengan untuk pada tidak ini dari dalam akan itu adalah juga ke oleh atau sebagai bisa ada telah
và của là có trong được cho không với một các những này đã người khi để từ như ở
ang ng sa na mga at ay ito para hindi kung siya ko mo ni
na ya wa kwa ni katika za la kuwa hii yake cha si
ir kad su į iš yra ne tai bet o kaip už buvo ar per po nuo jis
un ir ar ka uz no par nav bet kā vai tas arī bija pēc
ja on ei et see oli kui ka aga ning või nii kes mis tema oma
eta da ez du bat dira izan ere baina egin zuen
i de la que en el els les amb per un una és del no al com més però
e de a o que en un unha do da non é para con por os as
dhe të në një për me që nga është ka më si do nuk
og að í á er sem það til með ekki við um ég en var
agus an na ar is i go le do sé bhí
hogy 이 그 수 것 및 등 는 을 를 에 의
的 是 了 不 在 有 和 我 他 这 這 个 個 们 們 为 為 也 就 与 與 及 而 之
の に は を た が で て と し れ さ る か も な い
`;

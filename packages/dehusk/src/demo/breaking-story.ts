/** A story that breaks in the demo's newspapers: at one first, hour by hour at the others, until it fades. */
import { seededRandom } from '../seeded-random.js';
import type { NewsArticle } from './news-article.js';

/** Which articles of a site report the story. */
export interface DemoStory {
  /** Number of the first article that reports it; articles are an hour apart. */
  readonly from: number;
  /** Hours until a site reports it, by host; other sites never do. */
  readonly delays: Readonly<Record<string, number>>;
  /** Hours of a site in which every article reports it, and in which every second one does after that. */
  readonly hours: number;
  readonly fading: number;
}

/** The story of `dehusk demo --monitor`: the ferry Aurora has run aground. */
export const AURORA: DemoStory = {
  from: 30,
  delays: {
    'harbour-gazette.example': 0,
    'valley-post.example': 1,
    'courrier-du-phare.example': 2,
    'talbote.example': 3,
    'ribera.example': 4,
    'vestnik.example': 5,
  },
  hours: 6,
  fading: 8,
};

/** The names of the ferry in the newspapers' scripts. */
export const AURORA_NAMES = ['Aurora', 'Аврора'] as const;

/** Headlines and sentences of the story by language. */
const TEXTS: Readonly<
  Record<string, { readonly headlines: readonly string[]; readonly sentences: readonly string[] }>
> = {
  en: {
    headlines: ['Ferry Aurora runs aground outside the harbour', 'All passengers of the Aurora are safe'],
    sentences: [
      'The ferry Aurora ran aground on a sandbank outside the harbour early in the morning.',
      'The coast guard says that nobody on board the Aurora was hurt.',
      'Two tugs will try to pull the Aurora free at the next high tide.',
      'The ferry operator has cancelled every crossing until the bottom of the Aurora has been inspected.',
    ],
  },
  de: {
    headlines: ['Fähre Aurora läuft vor dem Hafen auf Grund', 'Alle Fahrgäste der Aurora sind in Sicherheit'],
    sentences: [
      'Die Fähre Aurora ist am frühen Morgen vor dem Hafen auf eine Sandbank gelaufen.',
      'An Bord der Aurora wurde nach Angaben der Küstenwache niemand verletzt.',
      'Zwei Schlepper sollen die Aurora beim nächsten Hochwasser freiziehen.',
      'Die Fährgesellschaft hat alle Überfahrten abgesagt, bis der Rumpf der Aurora untersucht ist.',
    ],
  },
  fr: {
    headlines: ['Le ferry Aurora s’échoue devant le port', 'Tous les passagers de l’Aurora sont sains et saufs'],
    sentences: [
      'Le ferry Aurora s’est échoué tôt ce matin sur un banc de sable devant le port.',
      'Selon les garde-côtes, personne n’a été blessé à bord de l’Aurora.',
      'Deux remorqueurs tenteront de dégager l’Aurora à la prochaine marée haute.',
      'La société des ferries a annulé toutes les traversées jusqu’à l’inspection de la coque de l’Aurora.',
    ],
  },
  es: {
    headlines: ['El ferry Aurora encalla frente al puerto', 'Todos los pasajeros del Aurora están a salvo'],
    sentences: [
      'El ferry Aurora encalló a primera hora de la mañana en un banco de arena frente al puerto.',
      'Según la guardia costera, nadie resultó herido a bordo del Aurora.',
      'Dos remolcadores intentarán liberar el Aurora con la próxima marea alta.',
      'La naviera ha cancelado todas las travesías hasta que se revise el casco del Aurora.',
    ],
  },
  ru: {
    headlines: ['Паром «Аврора» сел на мель у входа в гавань', 'Все пассажиры парома «Аврора» в безопасности'],
    sentences: [
      'Паром «Аврора» рано утром сел на мель у входа в гавань.',
      'По данным береговой охраны, на борту парома «Аврора» никто не пострадал.',
      'Два буксира попытаются снять паром «Аврора» с мели во время прилива.',
      'Паромный оператор отменил все рейсы до осмотра корпуса парома «Аврора».',
    ],
  },
};

/** Whether an article of a site reports the story. */
export function reports({ from, delays, hours, fading }: DemoStory, host: string, number: number): boolean {
  const delay = delays[host];
  if (delay === undefined) return false;
  const hour = number - from - delay;
  return hour >= 0 && (hour < hours || (hour < hours + fading && hour % 2 === 0));
}

/**
 * An article that reports the story: its headline, and a first paragraph before the others. The summary stays, so that no two sites list
 * an article with the same headline, summary and date: a reader of feeds would take them for one.
 */
export function withStory(article: NewsArticle, language: string, seed: string): NewsArticle {
  const texts = TEXTS[language];
  if (texts === undefined) return article;
  const random = seededRandom(`${seed}/story/${article.number}`);
  const sentences = random.some(texts.sentences, random.between(2, 3));
  const paragraph = { kind: 'paragraph', texts: [sentences.join(' ')] } as const;
  return { ...article, title: random.pick(texts.headlines), body: [paragraph, ...article.body] };
}

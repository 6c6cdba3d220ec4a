/** What the containers learner knows of a site, as facts and sentences: the containers, their parts, lists, and what is not known. */
import type { SiteFact } from '../site-learner.js';
import type { ContainerPart } from './parts.js';
import type { SiteTemplate } from './site-template.js';
import { printSelector } from './template.js';

/** The part of a model that its explanation needs. */
interface ExplainedModel {
  /** Name of the page-level extractor. */
  readonly extractor: string;
  readonly options: Readonly<Record<'sampleSize' | 'minPages', number>>;
  readonly pages: readonly { readonly key: string }[];
}

/** Shares of the certain text from which a container is certain, and fairly certain. */
const CERTAIN = 0.95;
const FAIRLY_CERTAIN = 0.8;

/** Why a part is removed, as the end of a sentence. */
const BECAUSE: Readonly<Record<Exclude<ContainerPart['decision'], 'main content'>, string>> = {
  repeated: 'its text is on many pages',
  field: 'each article has it once, and it is less certain than the text: a headline, a by-line, a date',
  links: 'it is a list of links',
  dull: 'it does not read like main content on any page',
  'behind the text': 'it comes behind the last paragraph and is less certain than the text: comments, related articles',
};

/** The facts of a model; the first is how many pages it knows. */
export function explainTemplate(model: ExplainedModel, template: SiteTemplate): SiteFact[] {
  const { containers, pages, lists } = template;
  const articles = pages - lists;
  const facts: SiteFact[] = [
    {
      what: 'lists of articles',
      value: 'pages put aside',
      support: lists,
      of: pages,
      example: null,
      sentence: `Learned from ${pages} pages, of at most ${model.options.sampleSize} that are kept: ${articles} articles and ${lists} lists of articles${lists === 0 ? '' : ', which have no text (reason no-pattern)'}.`,
    },
  ];
  for (const { selector, pages: having, parts, agreement } of containers) {
    const name = printSelector(selector);
    const support = having.length;
    const counted = { support, of: articles };
    facts.push({
      what: 'main content',
      value: name,
      ...counted,
      example: model.pages[having[0]]?.key ?? null,
      sentence: `The article is in ${name} on ${share(support, articles)} articles; text outside it is dropped.`,
    });
    const removed = [...parts.byPath.values(), ...(parts.behind === null ? [] : [parts.behind])];
    for (const part of removed)
      if (part.decision !== 'main content')
        facts.push({
          what: `taken out: ${part.decision}`,
          value: part.name === '' ? name : `${name} > ${part.name}`,
          support: part.containers,
          of: parts.containers,
          example: null,
          sentence: `Inside it, ${part.name === '' ? 'text in no other element' : part.name} is dropped as template, because ${BECAUSE[part.decision]} (${part.containers} of ${parts.containers}).`,
        });
    const percent = Math.round(100 * agreement);
    const certainty = agreement >= CERTAIN ? 'certain' : agreement >= FAIRLY_CERTAIN ? 'fairly certain' : 'uncertain';
    facts.push({
      what: 'agreement',
      value: `${name} holds ${percent} % of what ${model.extractor} is sure of`,
      ...counted,
      example: null,
      sentence: `This is ${certainty}: it holds ${percent} % of the text that ${model.extractor}, which reads each page alone, is sure of.`,
    });
  }
  const missing = notLearnt(model, template);
  if (missing !== null)
    facts.push({
      what: 'not learnt',
      value: missing.value,
      support: missing.pages,
      of: articles,
      example: null,
      sentence: missing.sentence,
    });
  return facts;
}

function notLearnt(
  { extractor, options }: ExplainedModel,
  { containers, pages, lists, left, refused }: SiteTemplate,
): { readonly value: string; readonly pages: number; readonly sentence: string } | null {
  const alone = `Such pages are read by ${extractor} alone.`;
  if (pages < options.minPages) {
    const value = `${pages} pages are known, ${options.minPages} are needed`;
    return {
      value,
      pages,
      sentence: `The place of the article is not learnt: ${value}. Until then ${extractor} reads each page alone.`,
    };
  }
  if (left === 0) return null;
  const which =
    containers.length === 0
      ? `The place of the article is not learnt`
      : `On ${share(left, pages - lists)} articles the place is not learnt`;
  const value =
    refused !== null
      ? `the best element, ${printSelector(refused.selector)}, holds only ${Math.round(100 * refused.agreement)} % of the text that ${extractor} is sure of`
      : left < options.minPages
        ? `they are fewer than the ${options.minPages} that a container needs`
        : 'their text has no element in common that an id, a class or a table cell names';
  return { value, pages: left, sentence: `${which}: ${value}. ${alone}` };
}

function share(some: number, all: number): string {
  return some === all ? `all ${all}` : `${some} of ${all}`;
}

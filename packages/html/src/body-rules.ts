/** Tree construction before the body and in it, SVG and MathML included (WHATWG HTML § 13.2.6.4.1 to 13.2.6.4.7 and 13.2.6.5). */
import {
  BUTTON_SCOPE,
  LIST_ITEM_BOUNDARY,
  LIST_ITEM_SCOPE,
  listedName,
  MATHML,
  SCOPE,
  SVG,
  table,
  tagIds,
} from './html-tags.js';
import { withLineFeeds } from './page-writer.js';
import { leave } from './tag-reader.js';
import {
  AFTER_BODY,
  AFTER_HEAD,
  BEFORE_HEAD,
  BEFORE_HTML,
  HEAD_CONTENT,
  IN_BODY,
  IN_CELL,
  IN_COLUMN_GROUP,
  IN_HEAD,
  IN_SELECT,
  IN_SELECT_IN_TABLE,
  IN_TABLE,
  INITIAL,
  isIntegrationPoint,
  languageOf,
  TreeConstruction,
} from './tree-construction.js';

const [A, NOBR, LI, DD, DT, P, PRE, LISTING, BR, HR] = tagIds('a nobr li dd dt p pre listing br hr');
const [IMG, IMAGE, FONT, FORM, BUTTON, OPTION, RUBY] = tagIds('img image font form button option ruby');
const [RTC, TEXTAREA, NOSCRIPT, TEMPLATE, HTML, HEAD] = tagIds('rtc textarea noscript template html head');
const [BODY, MATH, MGLYPH, MALIGNMARK] = tagIds('body math mglyph malignmark');
const [ANNOTATION_XML] = tagIds('annotation-xml');
/** Names are numbered in groups: formatting elements, blocks, headings. */
const [LAST_FORMATTING, LAST_BLOCK, FIRST_HEADING, LAST_HEADING] = tagIds('u ul h1 h6');

/** HTML tags that end SVG and MathML. */
const ENDS_FOREIGN = table(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s ' +
    'small span strong strike sub sup table tt u ul var',
);
const NOT_IN_BODY = table('caption col colgroup frame head tbody td tfoot th thead tr');
const VOID = table('base basefont bgsound link meta area br embed img keygen wbr input param track source');
const OTHER_BLOCKS = table('button pre listing');
const WITH_MARKER = table('applet marquee object');
const RECONSTRUCTED_VOID = table('area br embed img keygen wbr input');

export abstract class BodyRules extends TreeConstruction {
  protected beginHead(): void {
    if (this.mode <= BEFORE_HTML) this.insertImplied(HTML);
    if (this.mode <= BEFORE_HEAD) {
      this.head = this.insertImplied(HEAD);
      this.mode = IN_HEAD;
    }
  }

  /** Begins the body without a tag, from any mode before it. */
  protected beginBody(): void {
    this.endHead();
    this.flushSpace();
    this.insertImplied(BODY);
    this.hasScripting = false;
    this.mode = IN_BODY;
  }

  protected endHead(): void {
    this.beginHead();
    if (this.mode === IN_HEAD) {
      this.open.pop();
      this.mode = AFTER_HEAD;
    }
  }

  protected flushSpace(): void {
    if (this.spaceFrom < 0) return;
    this.writeText(this.space, this.spaceFrom, this.spaceTo);
    this.spaceFrom = -1;
  }

  protected keepSpace(from: number, to: number): void {
    if (this.spaceFrom < 0) this.spaceFrom = from;
    this.spaceTo = to;
    this.space += withLineFeeds(this.source.slice(from, to));
  }

  protected startBeforeBody(id: number): void {
    if (id === HTML) {
      if (this.mode > BEFORE_HTML) {
        this.startInBody(id);
        return;
      }
      this.insert(HTML);
      this.mode = BEFORE_HEAD;
      return;
    }
    if (id === HEAD) {
      if (this.mode > BEFORE_HEAD) return;
      if (this.mode < BEFORE_HEAD) this.insertImplied(HTML);
      this.head = this.insert(HEAD);
      this.mode = IN_HEAD;
      return;
    }
    this.beginHead();
    if (HEAD_CONTENT[id] === 1) {
      const isBehind = this.mode === AFTER_HEAD;
      if (isBehind) this.open.push(this.head, HEAD);
      this.startInHead(id);
      if (isBehind) this.open.removeAt(this.open.placeOf(this.head));
      return;
    }
    if (id === NOSCRIPT && this.mode === IN_HEAD) {
      this.insertTextElement(id);
      return;
    }
    this.endHead();
    if (id === BODY) {
      this.flushSpace();
      this.insert(BODY);
      this.hasScripting = false;
      this.mode = IN_BODY;
      return;
    }
    this.beginBody();
    this.startInBody(id);
  }

  protected finishBeforeBody(id: number): void {
    if (id === TEMPLATE && this.mode >= IN_HEAD) {
      this.finishTemplate();
      return;
    }
    if (id === HEAD && this.mode <= IN_HEAD) {
      this.beginHead();
      this.open.pop();
      this.mode = AFTER_HEAD;
      return;
    }
    if (id !== BODY && id !== HTML && id !== BR) {
      // A doctype comes too late.
      if (this.mode === INITIAL) this.mode = BEFORE_HTML;
      return;
    }
    this.beginBody();
    this.finishInBody(id);
  }

  protected startInBody(id: number): void {
    const { open, formatting } = this;
    if (id === 0) {
      this.reconstruct();
      this.insert(0);
    } else if (id <= LAST_FORMATTING) {
      if (id === A) {
        const active = formatting.last(A);
        if (active >= 0) {
          const node = formatting.nodes[active];
          this.adopt(A);
          const place = open.placeOf(node);
          if (place >= 0) open.removeAt(place);
          const entry = formatting.placeOf(node);
          if (entry >= 0) formatting.removeAt(entry);
        }
      }
      this.reconstruct();
      if (id === NOBR && open.inScope(NOBR, SCOPE)) {
        this.adopt(NOBR);
        this.reconstruct();
      }
      formatting.add(this.insert(id), id);
    } else if (id <= LAST_BLOCK || id === PRE || id === LISTING) {
      this.closeParagraph();
      this.insert(id);
      this.skipsLineFeed = id === PRE || id === LISTING;
    } else if (id <= LAST_HEADING) {
      this.closeParagraph();
      if (open.key >= FIRST_HEADING && open.key <= LAST_HEADING) open.pop();
      this.insert(id);
    } else if (id === LI || id === DD || id === DT) this.startItem(id);
    else if (VOID[id] === 1 || id === IMAGE) {
      if (RECONSTRUCTED_VOID[id] === 1 || id === IMAGE) this.reconstruct();
      this.append(id === IMAGE ? IMG : id);
    } else if (id === HR) {
      this.closeParagraph();
      this.append(HR);
    } else if (HEAD_CONTENT[id] === 1 && id !== TEXTAREA && listedName(id) !== 'noframes') this.startInHead(id);
    else this.startRareInBody(id);
  }

  protected startRareInBody(id: number): void {
    const { open } = this;
    const isInTemplate = this.templateModes.length > 0;
    switch (listedName(id)) {
      case 'button':
        if (open.inScope(BUTTON, SCOPE)) {
          open.popImplied();
          open.popUntil(BUTTON);
        }
        break;
      case 'form':
        if (this.form !== 0 && !isInTemplate) return;
        this.closeParagraph();
        this.insert(id);
        if (!isInTemplate) this.form = open.node;
        return;
      case 'table':
        if (this.isQuirky !== true && open.inScope(P, BUTTON_SCOPE)) {
          if (this.isQuirky === null) leave('doctype');
          open.popParagraph();
        }
        this.insert(id);
        this.mode = IN_TABLE;
        return;
      case 'select': {
        this.reconstruct();
        this.insert(id);
        const isInTable = this.mode >= IN_TABLE && this.mode <= IN_CELL && this.mode !== IN_COLUMN_GROUP;
        this.mode = isInTable ? IN_SELECT_IN_TABLE : IN_SELECT;
        return;
      }
      case 'option':
      case 'optgroup':
        if (open.key === OPTION) open.pop();
        break;
      case 'rb':
      case 'rtc':
        if (open.inScope(RUBY, SCOPE)) open.popImplied();
        this.insert(id);
        return;
      case 'rt':
      case 'rp':
        if (open.inScope(RUBY, SCOPE)) open.popImpliedBut(RTC);
        this.insert(id);
        return;
      case 'svg':
      case 'math':
        this.reconstruct();
        if (this.tags.selfClosing) this.append(id);
        else this.insert(id, id === MATH ? MATHML : SVG);
        return;
      case 'noscript':
        if (!this.hasScripting) break;
        this.insertTextElement(id);
        return;
      case 'xmp':
        this.closeParagraph();
        this.reconstruct();
        this.insertTextElement(id);
        return;
      case 'textarea':
      case 'iframe':
      case 'noembed':
      case 'noframes':
        this.insertTextElement(id);
        return;
      case 'html':
        if (!isInTemplate) this.adoptAttributes(open.nodes[0]);
        return;
      case 'body':
        if (!isInTemplate && open.keys[1] === BODY) this.adoptAttributes(open.nodes[1]);
        return;
      case 'frameset':
      case 'plaintext':
        leave(listedName(id));
    }
    if (NOT_IN_BODY[id] === 1) return;
    this.reconstruct();
    this.insert(id);
    if (WITH_MARKER[id] === 1) this.formatting.addMarker();
  }

  protected startItem(id: number): void {
    const { open } = this;
    const place = id === LI ? open.topmost(LI) : Math.max(open.topmost(DD), open.topmost(DT));
    if (place >= 0 && !open.hasAbove(place, LIST_ITEM_BOUNDARY)) {
      const key = open.keys[place];
      open.popImpliedBut(key);
      open.popUntil(key);
    }
    this.closeParagraph();
    this.insert(id);
  }

  /** Answers false when HTML's rules hold at an integration point. */
  protected startForeign(id: number): boolean {
    const { key } = this.open;
    const language = languageOf(key);
    if (key === MATHML + ANNOTATION_XML) leave('annotation-xml');
    if (isIntegrationPoint(key) && !(language === MATHML && (id === MGLYPH || id === MALIGNMARK))) return false;
    if (id > 0 && (ENDS_FOREIGN[id] === 1 || (id === FONT && this.hasFontAttribute()))) {
      this.popForeign();
      return false;
    }
    if (this.tags.selfClosing) this.append(id);
    else this.insert(id, language);
    return true;
  }

  /** Closes elements of SVG and MathML up to one that holds HTML. */
  private popForeign(): void {
    while (this.isForeign()) {
      if (this.open.key === MATHML + ANNOTATION_XML) leave('annotation-xml');
      this.open.pop();
    }
  }

  private hasFontAttribute(): boolean {
    return this.attribute('color') !== null || this.attribute('face') !== null || this.attribute('size') !== null;
  }

  protected finishInBody(id: number): void {
    const { open } = this;
    if (id > 0 && id <= LAST_FORMATTING) this.adopt(id);
    else if (id === P) {
      if (!open.inScope(P, BUTTON_SCOPE)) this.insertImplied(P);
      open.popParagraph();
    } else if (id > 0 && (id <= LAST_BLOCK || OTHER_BLOCKS[id] === 1 || WITH_MARKER[id] === 1)) {
      if (!open.inScope(id, SCOPE)) return;
      open.popImplied();
      open.popUntil(id);
      if (WITH_MARKER[id] === 1) this.formatting.clearToMarker();
    } else if (id === LI || id === DD || id === DT) {
      if (!open.inScope(id, id === LI ? LIST_ITEM_SCOPE : SCOPE)) return;
      open.popImpliedBut(id);
      open.popUntil(id);
    } else if (id >= FIRST_HEADING && id <= LAST_HEADING) {
      if (!open.hasHeadingInScope()) return;
      open.popImplied();
      let place = open.depth - 1;
      while (place > 0 && !(open.keys[place] >= FIRST_HEADING && open.keys[place] <= LAST_HEADING)) place--;
      open.popTo(place);
    } else if (id === BR) {
      this.reconstruct();
      this.insertImplied(BR);
      open.pop();
    } else if (id === BODY || id === HTML) {
      if (!open.inScope(BODY, SCOPE)) return;
      this.mode = AFTER_BODY;
      if (id === HTML) this.finishHtml();
      else if (open.keys[1] === BODY) this.setEnd(open.nodes[1], BODY);
    } else if (id === FORM) this.finishForm();
    else if (id === TEMPLATE) this.finishTemplate();
    else this.finishOther(this.closes);
  }

  protected finishHtml(): void {
    const { open } = this;
    this.setEnd(open.nodes[0], HTML);
    if (open.depth > 1) this.setEnd(open.nodes[1], open.keys[1]);
  }

  protected finishForm(): void {
    const { open, form } = this;
    const isInTemplate = this.templateModes.length > 0;
    if (!isInTemplate) this.form = 0;
    if ((form === 0 && !isInTemplate) || !open.inScope(FORM, SCOPE)) return;
    open.popImplied();
    if (isInTemplate) open.popUntil(FORM);
    else {
      const place = open.placeOf(form);
      if (place >= 0) open.removeAt(place);
    }
  }

  protected finishForeign(id: number): boolean {
    const { open } = this;
    if (id === P || id === BR) {
      this.popForeign();
      return false;
    }
    for (let place = open.depth - 1; languageOf(open.keys[place]) !== 0; place--) {
      const key = open.keys[place];
      if (key !== this.keyOf(id, languageOf(key))) continue;
      this.closes = key;
      open.popTo(place);
      return true;
    }
    return false;
  }
}

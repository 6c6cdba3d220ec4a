/** Tree construction in tables, selects and templates (WHATWG HTML § 13.2.6.4.9 to 13.2.6.4.18). */
import { BodyRules } from './body-rules.js';
import { TABLE_PARTS, TABLE_SCOPE, table, tagIds } from './html-tags.js';
import {
  HEAD_CONTENT,
  IN_BODY,
  IN_CAPTION,
  IN_CELL,
  IN_COLUMN_GROUP,
  IN_ROW,
  IN_SELECT_IN_TABLE,
  IN_TABLE,
  IN_TABLE_BODY,
} from './tree-construction.js';

const [BODY, CAPTION, COL, COLGROUP, FORM, HR, HTML] = tagIds('body caption col colgroup form hr html');
const [INPUT, KEYGEN, OPTGROUP, OPTION, SCRIPT, SELECT] = tagIds('input keygen optgroup option script select');
const [TABLE, TBODY, TD, TEMPLATE, TEXTAREA, TH, TR] = tagIds('table tbody td template textarea th tr');

const TABLE_BODIES = table('tbody tfoot thead');
const CELLS = table('td th');
/** Parts of a table that end a select element in it. */
const ENDS_SELECT = table('caption table tbody tfoot thead tr td th');
const HEAD_CONTENT_IN_TABLE = table('style script template');
const TABLE_CONTEXT = table('table template html');
const TABLE_BODY_CONTEXT = table('tbody tfoot thead template html');
const ROW_CONTEXT = table('tr template html');
/** Parts of a table whose start tags close a cell. */
const CELL_ENDS = table('caption col colgroup tbody td tfoot th thead tr');

export abstract class TableRules extends BodyRules {
  protected startInTable(id: number): void {
    const { open } = this;
    if (CELL_ENDS[id] === 1) {
      this.clearTo(TABLE_CONTEXT);
      if (id === CAPTION) {
        this.formatting.addMarker();
        this.insert(id);
        this.mode = IN_CAPTION;
      } else if (id === COLGROUP || id === COL) {
        if (id === COLGROUP) this.insert(id);
        else this.insertImplied(COLGROUP);
        this.mode = IN_COLUMN_GROUP;
        if (id === COL) this.startInColumnGroup(id);
      } else {
        if (TABLE_BODIES[id] === 1) this.insert(id);
        else this.insertImplied(TBODY);
        this.mode = IN_TABLE_BODY;
        if (TABLE_BODIES[id] === 0) this.startInTableBody(id);
      }
    } else if (HEAD_CONTENT_IN_TABLE[id] === 1) this.startInHead(id);
    else if (id === FORM) {
      if (this.form !== 0 || this.templateModes.length > 0) return;
      this.form = this.insert(id);
      open.pop();
    } else if (id === TABLE) {
      if (!open.inScope(TABLE, TABLE_SCOPE)) return;
      open.popUntil(TABLE);
      this.resetMode();
      this.start(id);
    } else if (id === INPUT && this.attribute('type')?.toLowerCase() === 'hidden') this.append(id);
    else {
      this.fosters = true;
      this.startInBody(id);
      this.fosters = false;
    }
  }

  protected clearTo(names: Uint8Array): void {
    this.open.popTo(this.open.topmostOf(names) + 1);
  }

  protected startInTableBody(id: number): void {
    if (id === TR) {
      this.clearTo(TABLE_BODY_CONTEXT);
      this.insert(id);
      this.mode = IN_ROW;
    } else if (id === TD || id === TH) {
      this.clearTo(TABLE_BODY_CONTEXT);
      this.insertImplied(TR);
      this.mode = IN_ROW;
      this.startInRow(id);
    } else if (CELL_ENDS[id] === 1) {
      if (this.closeTableBody()) this.startInTable(id);
    } else this.startInTable(id);
  }

  /** Closes the open body, head or foot of a table; answers whether there is one. */
  protected closeTableBody(): boolean {
    const { open } = this;
    const place = open.topmostOf(TABLE_BODIES);
    if (place < 0 || open.hasAbove(place, TABLE_SCOPE)) return false;
    this.clearTo(TABLE_BODY_CONTEXT);
    open.pop();
    this.mode = IN_TABLE;
    return true;
  }

  protected startInRow(id: number): void {
    if (id === TD || id === TH) {
      this.clearTo(ROW_CONTEXT);
      this.insert(id);
      this.mode = IN_CELL;
      this.formatting.addMarker();
    } else if (CELL_ENDS[id] === 1) {
      if (this.closeRow()) this.startInTableBody(id);
    } else this.startInTable(id);
  }

  protected closeRow(): boolean {
    if (!this.open.inScope(TR, TABLE_SCOPE)) return false;
    this.clearTo(ROW_CONTEXT);
    this.open.pop();
    this.mode = IN_TABLE_BODY;
    return true;
  }

  /** Closes the open cell, by default the topmost one of either kind. */
  protected closeCell(id = 0): void {
    const { open } = this;
    open.popImplied();
    open.popTo(Math.max(id > 0 ? open.topmost(id) : open.topmostOf(CELLS), 0));
    this.formatting.clearToMarker();
    this.mode = IN_ROW;
  }

  protected closeCaption(): boolean {
    const { open } = this;
    if (!open.inScope(CAPTION, TABLE_SCOPE)) return false;
    open.popImplied();
    open.popUntil(CAPTION);
    this.formatting.clearToMarker();
    this.mode = IN_TABLE;
    return true;
  }

  protected startInColumnGroup(id: number): void {
    if (id === COL) this.append(id);
    else if (id === TEMPLATE) this.startInHead(id);
    else if (id === HTML) this.startInBody(id);
    else if (this.open.key === COLGROUP) {
      this.open.pop();
      this.mode = IN_TABLE;
      this.start(id);
    }
  }

  protected startInCell(id: number): void {
    if (CELL_ENDS[id] === 0) this.startInBody(id);
    else if (this.open.inScope(TD, TABLE_SCOPE) || this.open.inScope(TH, TABLE_SCOPE)) {
      this.closeCell();
      this.startInRow(id);
    }
  }

  protected startInCaption(id: number): void {
    if (CELL_ENDS[id] === 0) this.startInBody(id);
    else if (this.closeCaption()) this.startInTable(id);
  }

  protected startInSelect(id: number): void {
    const { open } = this;
    if (this.mode === IN_SELECT_IN_TABLE && ENDS_SELECT[id] === 1) {
      open.popUntil(SELECT);
      this.resetMode();
      this.start(id);
      return;
    }
    if (id === OPTION || id === OPTGROUP || id === HR) {
      if (open.key === OPTION) open.pop();
      if (id !== OPTION && open.key === OPTGROUP) open.pop();
      if (id === HR) this.append(id);
      else this.insert(id);
    } else if (id === INPUT || id === KEYGEN || id === TEXTAREA || id === SELECT) {
      if (open.topmost(SELECT) < 0) return;
      open.popUntil(SELECT);
      this.resetMode();
      if (id !== SELECT) this.start(id);
    } else if (id === SCRIPT || id === TEMPLATE) this.startInHead(id);
    else if (id === HTML) this.startInBody(id);
  }

  protected startInTemplate(id: number): void {
    if (HEAD_CONTENT[id] === 1) {
      this.startInHead(id);
      return;
    }
    let mode = IN_BODY;
    if (id === CAPTION || id === COLGROUP || TABLE_BODIES[id] === 1) mode = IN_TABLE;
    else if (id === COL) mode = IN_COLUMN_GROUP;
    else if (id === TR) mode = IN_TABLE_BODY;
    else if (id === TD || id === TH) mode = IN_ROW;
    this.templateModes[this.templateModes.length - 1] = this.mode = mode;
    this.start(id);
  }

  protected finishInColumnGroup(id: number): void {
    if (id === TEMPLATE) this.finishTemplate();
    else if (id !== COL && this.open.key === COLGROUP) {
      this.open.pop();
      this.mode = IN_TABLE;
      if (id !== COLGROUP) this.finish(id);
    }
  }

  protected finishInTable(id: number): void {
    const { open } = this;
    if (id === TABLE) {
      if (!open.inScope(TABLE, TABLE_SCOPE)) return;
      open.popUntil(TABLE);
      this.resetMode();
    } else if (id === TEMPLATE) this.finishTemplate();
    else if (!isIgnoredInTable(id) && TABLE_PARTS[id] === 0) {
      this.fosters = true;
      this.finishInBody(id);
      this.fosters = false;
    }
  }

  protected finishInTableBody(id: number): void {
    const { open } = this;
    if (TABLE_BODIES[id] === 1) {
      if (!open.inScope(id, TABLE_SCOPE)) return;
      this.clearTo(TABLE_BODY_CONTEXT);
      open.pop();
      this.mode = IN_TABLE;
    } else if (id === TABLE) {
      if (this.closeTableBody()) this.finishInTable(id);
    } else this.finishInTable(id);
  }

  protected finishInRow(id: number): void {
    const { open } = this;
    if (id === TR) this.closeRow();
    else if (id === TABLE) {
      if (this.closeRow()) this.finishInTableBody(id);
    } else if (TABLE_BODIES[id] === 1) {
      if (!open.inScope(id, TABLE_SCOPE) && !open.inScope(TR, TABLE_SCOPE)) return;
      this.clearTo(ROW_CONTEXT);
      open.pop();
      this.mode = IN_TABLE_BODY;
      this.finishInTableBody(id);
    } else this.finishInTable(id);
  }

  protected finishInCell(id: number): void {
    const { open } = this;
    if (id === TD || id === TH) {
      if (open.inScope(id, TABLE_SCOPE)) this.closeCell(id);
    } else if (TABLE_PARTS[id] === 1) {
      if (!open.inScope(id, TABLE_SCOPE)) return;
      this.closeCell();
      this.finishInRow(id);
    } else if (!isIgnoredInTable(id)) this.finishInBody(id);
  }

  protected finishInCaption(id: number): void {
    if (id === CAPTION || id === TABLE) {
      if (this.closeCaption() && id === TABLE) this.finishInTable(id);
    } else if (!isIgnoredInTable(id) && TABLE_PARTS[id] === 0) this.finishInBody(id);
  }

  protected finishInSelect(id: number): void {
    const { open } = this;
    if (this.mode === IN_SELECT_IN_TABLE && ENDS_SELECT[id] === 1) {
      if (!open.inScope(id, TABLE_SCOPE)) return;
      open.popUntil(SELECT);
      this.resetMode();
      this.finish(id);
      return;
    }
    if (id === OPTGROUP) {
      if (open.key === OPTION && open.keys[open.depth - 2] === OPTGROUP) open.pop();
      if (open.key === OPTGROUP) open.pop();
    } else if (id === OPTION) {
      if (open.key === OPTION) open.pop();
    } else if (id === SELECT) {
      if (open.topmost(SELECT) < 0) return;
      open.popUntil(SELECT);
      this.resetMode();
    } else if (id === TEMPLATE) this.finishTemplate();
  }
}

/** Whether the end tag is ignored in a table, but for those of the table, its bodies and rows. */
function isIgnoredInTable(id: number): boolean {
  return id === BODY || id === CAPTION || id === COL || id === COLGROUP || id === HTML || id === TD || id === TH;
}

/** Tree construction in tables, selects and templates (WHATWG HTML § 13.2.6.4.9 to 13.2.6.4.18). */
import { BodyRules } from './body-rules.js';
import { listedName, TABLE_PARTS, TABLE_SCOPE, table } from './html-tags.js';
import {
  BODY,
  CAPTION,
  COL,
  COLGROUP,
  HEAD_CONTENT,
  HR,
  HTML,
  IN_BODY,
  IN_CAPTION,
  IN_CELL,
  IN_COLUMN_GROUP,
  IN_ROW,
  IN_TABLE,
  IN_TABLE_BODY,
  INPUT,
  KEYGEN,
  OPTGROUP,
  OPTION,
  SCRIPT,
  SELECT,
  TABLE,
  TBODY,
  TD,
  TEMPLATE,
  TEXTAREA,
  TH,
  TR,
} from './tree-construction.js';

const TABLE_BODIES = table('tbody tfoot thead');
const CELLS = table('td th');
const TABLE_CONTEXT = table('table template html');
const TABLE_BODY_CONTEXT = table('tbody tfoot thead template html');
const ROW_CONTEXT = table('tr template html');
/** Parts of a table whose start tags close a cell. */
export const CELL_ENDS = table('caption col colgroup tbody td tfoot th thead tr');

export abstract class TableRules extends BodyRules {
  protected startInTable(id: number): void {
    const { open } = this;
    switch (id > 0 ? listedName(id) : '') {
      case 'td':
      case 'th':
      case 'tr':
        this.clearTo(TABLE_CONTEXT);
        this.insertImplied(TBODY);
        this.mode = IN_TABLE_BODY;
        this.startInTableBody(id);
        return;
      case 'tbody':
      case 'tfoot':
      case 'thead':
        this.clearTo(TABLE_CONTEXT);
        this.insert(id);
        this.mode = IN_TABLE_BODY;
        return;
      case 'caption':
        this.clearTo(TABLE_CONTEXT);
        this.formatting.addMarker();
        this.insert(id);
        this.mode = IN_CAPTION;
        return;
      case 'colgroup':
        this.clearTo(TABLE_CONTEXT);
        this.insert(id);
        this.mode = IN_COLUMN_GROUP;
        return;
      case 'col':
        this.clearTo(TABLE_CONTEXT);
        this.insertImplied(COLGROUP);
        this.mode = IN_COLUMN_GROUP;
        this.startInColumnGroup(id);
        return;
      case 'style':
      case 'script':
      case 'template':
        this.startInHead(id);
        return;
      case 'form':
        if (this.form !== 0 || this.templateModes.length > 0) return;
        this.form = this.insert(id);
        open.pop();
        return;
      case 'table':
        if (!open.inScope(TABLE, TABLE_SCOPE)) return;
        open.popUntil(TABLE);
        this.resetMode();
        this.start(id);
        return;
      default:
        if (id === INPUT && this.attribute('type')?.toLowerCase() === 'hidden') {
          this.append(id);
          return;
        }
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
    } else if (id > 0 && CELL_ENDS[id] === 1) {
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
    } else if (id > 0 && CELL_ENDS[id] === 1) {
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

  protected closeCell(): void {
    const { open } = this;
    open.popImplied();
    open.popTo(Math.max(open.topmostOf(CELLS), 0));
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

  protected startInSelect(id: number): void {
    const { open } = this;
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
    if (id > 0 && HEAD_CONTENT[id] === 1) {
      this.startInHead(id);
      return;
    }
    let mode = IN_BODY;
    if (id === CAPTION || id === COLGROUP || (id > 0 && TABLE_BODIES[id] === 1)) mode = IN_TABLE;
    else if (id === COL) mode = IN_COLUMN_GROUP;
    else if (id === TR) mode = IN_TABLE_BODY;
    else if (id === TD || id === TH) mode = IN_ROW;
    this.templateModes[this.templateModes.length - 1] = this.mode = mode;
    if (mode === IN_TABLE) this.startInTable(id);
    else if (mode === IN_COLUMN_GROUP) this.startInColumnGroup(id);
    else if (mode === IN_TABLE_BODY) this.startInTableBody(id);
    else if (mode === IN_ROW) this.startInRow(id);
    else this.startInBody(id);
  }

  protected finishInTable(id: number): void {
    const { open } = this;
    if (id === TABLE) {
      if (!open.inScope(TABLE, TABLE_SCOPE)) return;
      open.popUntil(TABLE);
      this.resetMode();
    } else if (id === TEMPLATE) this.finishTemplate();
    else if (!isIgnoredInTable(id) && !(id > 0 && TABLE_PARTS[id] === 1)) {
      this.fosters = true;
      this.finishInBody(id);
      this.fosters = false;
    }
  }

  protected finishInTableBody(id: number): void {
    const { open } = this;
    if (id > 0 && TABLE_BODIES[id] === 1) {
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
    } else if (id > 0 && TABLE_BODIES[id] === 1) {
      if (!open.inScope(id, TABLE_SCOPE) && !open.inScope(TR, TABLE_SCOPE)) return;
      this.clearTo(ROW_CONTEXT);
      open.pop();
      this.mode = IN_TABLE_BODY;
      this.finishInTableBody(id);
    } else this.finishInTable(id);
  }

  protected finishInSelect(id: number): void {
    const { open } = this;
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
export function isIgnoredInTable(id: number): boolean {
  return id === BODY || id === CAPTION || id === COL || id === COLGROUP || id === HTML || id === TD || id === TH;
}

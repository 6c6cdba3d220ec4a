/** Signs of an issue in a tracker: names and texts of its headline, its fields and the changes of them. */

/** Names of the parts of an issue: its comments are posts. */
export const TRACKER_NAME =
  /\b(?:bz_comment|trac-ticket|ticket-(?:properties|description)|bugnote|issue-(?:body|description|details)|issue_actions_container|journal-\d+-notes)/;
/** Headlines of issues: `Bug 123:`, `#123`, `ABC-12`. */
export const ISSUE_HEADLINE =
  /^(?:bug|issue|ticket|defect|task|feature|support)\s*[#№]?\d{2,}\b|^#\d+|^\[?[A-Z]{2,10}-\d+\b|\s#\d+$/i;
/** Labels of the fields of an issue. */
export const FIELD_LABEL =
  /^(?:status|state|priority|severity|assignee|assigned to|reporter|reported by|owner|component|milestone|version|resolution|labels?|affects|priorität|zugewiesen(?: an)?|melder|komponente|statut|priorité|assigné à|composant|estado|prioridad(?:e)?|asignado a|componente|stato|priorità|assegnato a|статус|приоритет|назначена?|компонент|ステータス|優先度|担当者|状态|優先級|优先级|指派给|priorytet|przypisany|الحالة|الأولوية)\s?[:：]?$/i;
/** Classes of the fields of an issue and of the changes of them. */
export const FIELDS_CLASS =
  /^details$|(?:^|\s)(?:(?:ticket-|issue-|bug-?)?(?:changes|properties|attributes|fields)|trac-field-\S+|field_label|bz_activity\S*|system-note|property-list|item-details|boardCommentActivity|(?:ticket-)?change-header)(?=\s|$)/;
/** A change of a field: `new → closed`; and the label before it. */
export const CHANGE = /(?:^|\s)→(?:\s|$)/;
export const LABEL = /^\S{1,30}(?: \S{1,20})?\s?[:：]$/;
/** Labels of the parts of an issue: `Attachments (0)`. */
export const COUNTED = /^\p{L}[\p{L} ]{2,30} \(\d+\)$/u;

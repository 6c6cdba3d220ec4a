/** A configuration file read: its value, and where in the file each part of it stands. */
export interface Place {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

export type LocatedValue =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** Places of values by JSON Pointer (RFC 6901): `/sources/0/url`. */
      readonly values: ReadonlyMap<string, Place>;
      /** Places of the names of settings by the same pointers. */
      readonly keys: ReadonlyMap<string, Place>;
    }
  | { readonly ok: false; readonly place: Place; readonly message: string };

/** The pointer of a member. */
export function pointer(parent: string, member: string | number): string {
  return `${parent}/${String(member).replace(/~/g, '~0').replace(/\//g, '~1')}`;
}

/** Values by host name; `*.example.org` is for every subdomain, `*` for all hosts. */
export type HostTable<T> = Readonly<Record<string, T>>;

/** Looks up hosts in a table: the name itself first, then the nearest domain above it, then `*`. */
export function hostLookup<T>(table: HostTable<T>): (host: string) => T | undefined {
  const known = new Map(Object.entries(table).map(([name, value]) => [name.toLowerCase(), value]));
  return (host) => {
    const name = host.toLowerCase();
    const exact = known.get(name);
    if (exact !== undefined) return exact;
    for (let at = name.indexOf('.'); at >= 0; at = name.indexOf('.', at + 1)) {
      const value = known.get(`*${name.slice(at)}`);
      if (value !== undefined) return value;
    }
    return known.get('*');
  };
}

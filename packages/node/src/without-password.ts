/** A user name and password in an address that is none of a page, or that is written wrongly. */
const LOGIN = /^(\s*(?:[a-z][a-z\d+.-]*:?)?\/\/)[^/?#]*@/i;

/** An address without user name and password, which would be shown and stored with it; other text as it is. */
export function withoutPassword(address: string): string {
  if (!/^https?:[^?#]*@/i.test(address) || !URL.canParse(address)) return address.replace(LOGIN, '$1');
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

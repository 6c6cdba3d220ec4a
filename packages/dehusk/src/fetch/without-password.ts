/** An address without user name and password, which would be shown and stored with it; other text as it is. */
export function withoutPassword(address: string): string {
  if (!/^https?:[^?#]*@/i.test(address) || !URL.canParse(address)) return address;
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

// One mailbox in plain ASCII. Mail programs disagree about quotes, comments, lists and display names, so all are refused.
const mailbox =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** For text in lower case. Emi's address ends in `.invalid` (RFC 2606), so no request may name such an address. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 && mailbox.test(text) && !text.endsWith('.invalid')

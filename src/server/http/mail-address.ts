// One mailbox in plain ASCII. Mail programs disagree about quotes, comments, lists and display names, so all are refused.
const mailbox =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** For text in lower case. Nobody reads mail under `.invalid` (RFC 2606): Emi's address is there, so no request can name it. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 && mailbox.test(text) && !text.endsWith('.invalid')

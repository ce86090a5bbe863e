/** True for a picture on GIPHY's own servers. */
export const isGiphy = ({ origin, hostname, pathname, username, password }: URL): boolean =>
  origin === `https://${hostname}` &&
  username + password === '' &&
  /^(media\d{0,2}|i)\.giphy\.com$/.test(hostname) &&
  /\.(gif|webp)$/i.test(pathname)

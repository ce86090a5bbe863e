/** Words for a person who must wait. Long waits are told in minutes. */
export function waitWords(seconds: number): string {
  const span = seconds > 120 ? `${Math.ceil(seconds / 60)} minuto` : `${seconds} segundo`
  return `Pahinga muna saglit. Puwede ulit pagkalipas ng ${span}.`
}

/** The words of a wait in an error of a gateway. Clients hide the headers of an error, so the message must tell the seconds. */
export const tryAgainIn = (seconds: number): string =>
  `try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`

/** The seconds of `tryAgainIn` in a message. */
export function secondsIn(message: string): number | undefined {
  const found = /\btry again in (\d+) seconds?\b/.exec(message)
  return found ? Number(found[1]) : undefined
}

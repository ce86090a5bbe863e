/** Words for a person who must wait. Long waits are told in minutes. */
export function waitWords(seconds: number): string {
  const span = seconds > 120 ? `${Math.ceil(seconds / 60)} minuto` : `${seconds} segundo`
  return `Sandali lang, subukan ulit sa ${span}.`
}

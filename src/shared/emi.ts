/** Emi, the bot, is a fixed person and always online. Nobody may take her name (`app.is_reserved_codename`). */
export const emi = {
  id: 'e1e1e1e1-0e31-4e31-8e31-e1e1e1e1e1e1',
  codename: 'Emi',
  avatar_url: '/emi.svg',
} as const

/** Length of the care mode, ms. `app.is_in_care` is the same rule. */
export const careMs = 48 * 3_600_000

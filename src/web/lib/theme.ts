export type Theme = 'light' | 'dark'

/** The script in the page's head reads it before the first paint. */
const key = 'emote-theme'

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Switches between day and night. A choice that equals the system's is not stored. */
export function switchTheme(): Theme {
  const next = currentTheme() === 'dark' ? 'light' : 'dark'
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.theme = next
  // The bars of the browser: the first colour is for the day.
  for (const [at, meta] of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').entries())
    meta.media = at === Number(next === 'dark') ? 'all' : 'not all'
  try {
    if (next === system) localStorage.removeItem(key)
    else localStorage.setItem(key, next)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  return next
}

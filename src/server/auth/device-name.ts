/** The first match counts: browsers name the ones that they descend from. */
const browsers: [string, RegExp][] = [
  ['Facebook', /\bFB(AN|AV|_IAB)\b/],
  ['Instagram', /\bInstagram\b/],
  ['TikTok', /\b(musical_ly|BytedanceWebview|TikTok)\b/i],
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Opera', /\b(OPR|OPT|OPiOS|Opera)\b/],
  ['UC Browser', /\bUC ?Browser\//],
  ['Mi Browser', /\bMiuiBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
]
const systems: [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Chromebook', /\bCrOS\b/],
  ['Mac', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** The family of the browser and of its system, such as "Chrome · Android". Null for a client that names neither. */
export function deviceOf(userAgent: string | null): string | null {
  // A header may have 16 KB.
  const said = (userAgent ?? '').slice(0, 500)
  const [browser, system] = [browsers, systems].map((list) => list.find(([, sign]) => sign.test(said))?.[0])
  return [browser, system].filter(Boolean).join(' · ') || null
}

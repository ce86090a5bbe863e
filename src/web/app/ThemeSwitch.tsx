import { useState, useSyncExternalStore } from 'react'
import { currentTheme, switchTheme } from '../lib/theme.ts'
import { IconButton } from '../ui/Button.tsx'

const never = () => () => undefined

/** Switches between day (umaga) and night (gabi). */
export function ThemeSwitch() {
  const found = useSyncExternalStore(never, currentTheme, () => 'light' as const)
  const [chosen, setChosen] = useState<'light' | 'dark'>()
  const theme = chosen ?? found
  return (
    <IconButton
      icon={theme === 'dark' ? 'sun' : 'moon'}
      label={theme === 'dark' ? 'Gawing umaga' : 'Gawing gabi'}
      onClick={() => setChosen(switchTheme())}
    />
  )
}

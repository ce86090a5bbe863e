import type { ReactNode } from 'react'
import type { Mood } from '../../../shared/moods.ts'
import { findTemplate, templates } from '../../../shared/templates.ts'
import styles from './TemplateStrip.module.css'

type TemplateStripProps = { mood: Mood; template: string | null; onPick: (template: string | null) => void }

/** Bare paper, the mood's five templates, and a chosen one of another mood. */
export function TemplateStrip({ mood, template, onPick }: TemplateStripProps) {
  const own = templates.filter((each) => each.mood === mood.slug)
  const brought = findTemplate(template)
  const shown = brought && brought.mood !== mood.slug ? [brought, ...own] : own
  return (
    <fieldset className={styles.strip}>
      <legend className="visually-hidden">Papel na susulatan</legend>
      <Choice label="Walang larawan" chosen={!brought} onPick={() => onPick(null)}>
        <span className={styles.bare} />
      </Choice>
      {shown.map(({ url, alt }) => (
        <Choice key={url} label={alt} chosen={url === brought?.url} onPick={() => onPick(url)}>
          <img src={url} alt="" width="48" height="60" draggable={false} />
        </Choice>
      ))}
    </fieldset>
  )
}

type ChoiceProps = { label: string; chosen: boolean; onPick: () => void; children: ReactNode }

function Choice({ label, chosen, onPick, children }: ChoiceProps) {
  return (
    <label className={styles.choice} title={label}>
      <input type="radio" name="template" checked={chosen} onChange={onPick} aria-label={label} />
      {children}
    </label>
  )
}

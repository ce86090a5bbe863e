import { useId, useState } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import styles from './Finder.module.css'
import { always, faultOf, periods, type Period } from './period.ts'

export type Wanted = { text: string; period: Period }
export const everything: Wanted = { text: '', period: always }

const names: Record<Period['kind'], string> = {
  all: 'Lahat',
  today: 'Ngayong araw',
  week: 'Nakaraang 7 araw',
  month: 'Nakaraang buwan',
  range: 'Pumili ng petsa',
}

type FinderProps = { wanted: Wanted; onChange: (wanted: Wanted) => void; found: string }

/** Searches on this device. No typed letter is sent. */
export function Finder({ wanted, onChange, found }: FinderProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isFiltered = wanted.period.kind !== 'all'
  // While the dates are hidden, their error shows here.
  const told = found || (isOpen ? '' : (faultOf(wanted.period) ?? ''))
  return (
    <search className={styles.finder}>
      <div className={styles.line}>
        <SearchField
          label="Hanapin sa diary"
          placeholder="Salita o mood"
          value={wanted.text}
          maxLength={200}
          onChange={(text) => onChange({ ...wanted, text })}
          onClear={() => onChange({ ...wanted, text: '' })}
        />
        <IconButton
          icon="calendar"
          kind="quiet"
          className={styles.toggle}
          label={isFiltered ? `Petsa: ${names[wanted.period.kind]}` : 'Petsa'}
          aria-expanded={isOpen}
          aria-controls={`${id}-dates`}
          data-on={isFiltered || undefined}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      <div id={`${id}-dates`} hidden={!isOpen}>
        {isOpen && <Dates period={wanted.period} onPick={(period) => onChange({ ...wanted, period })} />}
      </div>
      <output className={told ? styles.found : 'visually-hidden'}>{told}</output>
    </search>
  )
}

function Dates({ period, onPick }: { period: Period; onPick: (period: Period) => void }) {
  const name = useId()
  const fault = faultOf(period)
  return (
    <fieldset className={styles.dates} data-alone="">
      <legend>Kailan isinulat</legend>
      <div className={styles.chips}>
        {periods.map((kind) => (
          <label key={kind} className={styles.chip}>
            <input
              type="radio"
              name={name}
              checked={period.kind === kind}
              onChange={() => onPick(kind === 'range' ? { kind, from: '', to: '' } : { kind })}
            />
            <span>{names[kind]}</span>
          </label>
        ))}
      </div>
      {period.kind === 'range' && (
        <div className={styles.range}>
          <TextField
            type="date"
            label="Mula"
            value={period.from}
            onChange={({ target }) => onPick({ ...period, from: target.value })}
          />
          <TextField
            type="date"
            label="Hanggang"
            value={period.to}
            error={fault}
            onChange={({ target }) => onPick({ ...period, to: target.value })}
          />
        </div>
      )}
    </fieldset>
  )
}

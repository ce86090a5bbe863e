import { useId } from 'react'
import type { NoticeSettings } from '../../domain/notices/notice-settings.ts'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './NoticeSettings.module.css'

type Hours = Pick<NoticeSettings, 'quiet_from' | 'quiet_to'>

/** The first offer: ten in the evening until six. */
const night: Hours = { quiet_from: 22 * 60, quiet_to: 6 * 60 }

const two = (number: number) => String(number).padStart(2, '0')
const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** Minutes of the day; undefined while the field is being written. */
function minutesIn(time: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

type QuietHoursProps = { settings: Hours; onChange: (hours: Hours) => void }

/** Times without pushes, sound and a number in the tab's title. */
export function QuietHours({ settings, onChange }: QuietHoursProps) {
  const about = useId()
  const { quiet_from: from, quiet_to: to } = settings
  const isOn = from !== null && to !== null
  return (
    <fieldset className={styles.part}>
      <legend>Tahimik na oras</legend>
      <Switch
        checked={isOn}
        about={about}
        onChange={(wanted) => onChange(wanted ? night : { quiet_from: null, quiet_to: null })}
      >
        Patahimikin muna sa mga oras na ’to
      </Switch>
      {isOn && (
        <div className={styles.hours}>
          <Time label="Mula" value={from} onChange={(quiet_from) => onChange({ quiet_from, quiet_to: to })} />
          <Time
            label="Hanggang"
            value={to}
            onChange={(quiet_to) => onChange({ quiet_from: from, quiet_to })}
          />
        </div>
      )}
      <p id={about} className={styles.note}>
        Oras sa Pilipinas. Walang push, tunog, o bilang sa tab; naiipon lang sa bell hanggang silipin mo.
      </p>
    </fieldset>
  )
}

type TimeProps = { label: string; value: number; onChange: (minutes: number) => void }

function Time({ label, value, onChange }: TimeProps) {
  return (
    <TextField
      // A new stored value replaces the field. The person's typing is not overwritten before that.
      key={value}
      label={label}
      type="time"
      defaultValue={clock(value)}
      onBlur={({ target }) => {
        const minutes = minutesIn(target.value)
        if (minutes === undefined) target.value = clock(value)
        else if (minutes !== value) onChange(minutes)
      }}
    />
  )
}

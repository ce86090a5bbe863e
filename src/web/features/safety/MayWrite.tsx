import { useProfileSetting } from '../../domain/person/profile-switch.ts'
import { Banner } from '../../ui/Banner.tsx'
import styles from './MayWrite.module.css'

const choices = [
  {
    value: 'everyone',
    name: 'Lahat, pero request muna',
    about:
      'Hanggang tatlong mensahe lang ang kaya ng hindi mo pa nakakausap, hangga’t hindi mo siya tinatanggap.',
  },
  { value: 'known', name: 'Mga nakausap ko na', about: 'Walang bagong request na papasok.' },
  {
    value: 'nobody',
    name: 'Wala muna',
    about: 'Pati mga nakausap mo na. Nandiyan pa rin ang mga dati ninyong mensahe.',
  },
] as const

/** The person says who may write to them. Others do not learn the setting. */
export function MayWrite() {
  const { value, disabled, put, failure } = useProfileSetting('may_write')
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend className="visually-hidden">Sino ang puwedeng sumulat sa ’yo</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name="may-write"
            checked={choice.value === value}
            onChange={() => put(choice.value)}
          />
          {choice.name}
          <span className={styles.about}>{choice.about}</span>
        </label>
      ))}
      {failure && <Banner kind="error">{failure}</Banner>}
    </fieldset>
  )
}

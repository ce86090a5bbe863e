import { dialled } from '../../../../shared/hotlines.ts'
import { splitNumbers } from '../../../../shared/phone-numbers.ts'
import styles from './Numbers.module.css'

/** Words whose telephone numbers are buttons that call. */
export const Numbers = ({ words }: { words: string }) =>
  splitNumbers(words).map((part, at) =>
    'text' in part ? (
      // Between two buttons a comma would stand alone.
      part.text.replace(/^, $/, ' ')
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name
      <a key={at} href={dialled(part.number)} className={styles.number}>
        {part.number}
      </a>
    ),
  )

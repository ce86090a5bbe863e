import { dialled } from '../../../../shared/hotlines.ts'
import { type PhoneLine, splitNumbers, splitPhoneLines } from '../../../../shared/phone-numbers.ts'
import styles from './Numbers.module.css'

/** Words whose telephone numbers are buttons that call. A line of numbers is a block of its own. */
export const Numbers = ({ words }: { words: string }) =>
  splitPhoneLines(words).map((part, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name
    typeof part === 'string' ? <Text key={at} words={part} /> : <Line key={at} {...part} />,
  )

const Text = ({ words }: { words: string }) =>
  splitNumbers(words).map((part, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- see above
    'text' in part ? part.text : <Call key={at} number={part.number} />,
  )

const Line = ({ label, calls }: PhoneLine) => (
  <span className={styles.line}>
    {label && <span className={styles.label}>📞 {label} </span>}
    {calls.map(({ number, note }) => (
      <span key={number}>
        <Call number={number} /> {note}{' '}
      </span>
    ))}
  </span>
)

const Call = ({ number }: { number: string }) => (
  <a href={dialled(number)} className={styles.number}>
    {number}
  </a>
)

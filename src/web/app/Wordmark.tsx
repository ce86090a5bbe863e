import styles from './Wordmark.module.css'

/** The name as a sign painter would leave it: dark letters on a patch of marigold. */
export function Wordmark() {
  return <span className={styles.mark}>emote</span>
}

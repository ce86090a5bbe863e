import styles from './Mark.module.css'

/** The mark: a block of the wall, and a breath that goes through it and curls into an e. `plain` draws it in the colour of the text. */
export function Mark({ size = 32, plain = false }: { size?: number; plain?: boolean }) {
  return (
    <svg
      className={plain ? styles.plain : undefined}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
    >
      <path
        className={styles.tile}
        d="M8 1.2 23.4 1q7.4.2 7.5 7.400L31 23.600q-.2 7.2-7.6 7.400L8.6 30.900Q1.2 30.8 1 23.600L1.2 8.200Q1.4 1.3 8 1.200z"
      />
      <path className={styles.breath} d="M1 17.2h22.500a7.7 7.7 0 1 0-2.7 5.900c2.6-2.2 6-2.9 10.2-2.3" />
    </svg>
  )
}

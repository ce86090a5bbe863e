import styles from './Spinner.module.css'

/** With a `label` it announces itself. Without one, the element around it must say that it is busy. */
export function Spinner({ size = 32, label }: { size?: number; label?: string }) {
  return (
    <span className={styles.spinner} role={label ? 'status' : undefined}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 32 32"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path
          strokeWidth="3.5"
          opacity=".2"
          d="M16 4.5c7-.5 12 5 11.5 11.5S22 28 16 27.5 4 22.5 4.5 16 9.5 4.8 16 4.5Z"
        />
        <path
          className={styles.sweep}
          strokeWidth="3.5"
          pathLength="100"
          strokeDasharray="26 74"
          d="M16 4.5c7-.5 12 5 11.5 11.5S22 28 16 27.5 4 22.5 4.5 16 9.5 4.8 16 4.5Z"
        />
      </svg>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  )
}

/** A centred spinner that appears only after a moment, so a quick load shows nothing. */
export function Waiting({ label = 'Sandali lang…' }: { label?: string }) {
  return (
    <div className={styles.waiting}>
      <Spinner size={44} label={label} />
    </div>
  )
}

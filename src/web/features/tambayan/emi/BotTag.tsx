import { emi } from '../../../../shared/emi.ts'
import styles from './BotTag.module.css'

/** Says beside Emi's name what she is. Nothing beside another name. */
export const BotTag = ({ of }: { of: string }) => of === emi.id && <span className={styles.bot}>bot</span>

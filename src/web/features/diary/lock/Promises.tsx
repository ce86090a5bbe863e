import { Icon } from '../../../ui/Icon.tsx'
import styles from './Lock.module.css'

/** Lists what the lock protects, what it does not, and what cannot be recovered. */
export function Promises() {
  return (
    <div className={styles.promises}>
      <section>
        <h3>Ano ang natatakpan</h3>
        <p>
          Ang isinulat mo, ang mood, at ang template. Sinasara ang bawat entry dito sa device mo bago ito
          umalis. Hindi namin ito mababasa, at kahit sinong makakuha ng database namin. Ang passphrase ay
          hindi umaalis sa device mo.
        </p>
      </section>
      <section>
        <h3>Ano ang hindi</h3>
        <ul>
          <li>Kung kailan ka nagsulat, ilan ang entries, at gaano kahaba ang bawat isa (tantiya).</li>
          <li>Ang mga post mo sa mga pader. Para sa iba ang mga iyon.</li>
          <li>Ang draft na hindi mo pa naitatago sa diary, at ang ipinapadala mo sa AI Refine.</li>
          <li>
            Ang mga entry na nauna sa lock: isasara rin, pero puwedeng may bukas na kopya pa sa mga lumang
            backup, at sa iba mong device hanggang mabuksan mo ang diary roon.
          </li>
        </ul>
      </section>
      <section className={styles.warning}>
        <h3>
          <Icon name="warning" size={22} /> Pag nawala ang passphrase
        </h3>
        <p>
          Ang recovery key lang ang makakapagbukas.{' '}
          <strong>Pag nawala ang dalawa, walang makakabukas ng diary mo. Kahit kami.</strong> Walang “forgot
          password” dito, at walang maibabalik ang support.
        </p>
      </section>
    </div>
  )
}

import { useState } from 'react'
import { wordsFor } from '../../lib/failure.ts'
import { hasPhones } from '../../lib/phones.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { signUpWithoutAddress } from './account.api.ts'
import styles from './Door.module.css'

/** Begins without an address. `busy`: the form beside it is being sent. */
export function WithoutAddress({ busy, onDone }: { busy: boolean; onDone: () => void }) {
  const [isComing, setComing] = useState(false)
  const [failure, setFailure] = useState<string>()
  const comeIn = async () => {
    setComing(true)
    setFailure(undefined)
    try {
      await signUpWithoutAddress()
      onDone()
    } catch (error) {
      setFailure(wordsFor(error))
      setComing(false)
    }
  }
  return (
    <>
      <Button kind="quiet" wide busy={isComing} disabled={busy} onClick={() => void comeIn()}>
        Wala munang email
      </Button>
      {failure && <Banner kind="error">{failure}</Banner>}
      <p className={styles.small}>
        Sa device na ito lang mabubuksan ang account na walang email. Kapag nawala ang phone, kasama na iyon,
        pero puwede mo itong lagyan ng {hasPhones() ? 'email o number' : 'email'} kahit kailan.
      </p>
    </>
  )
}

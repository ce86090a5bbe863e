import { useEffect, useId, useState } from 'react'
import { changeNoticeSettings } from '../../domain/notices/notice-settings.ts'
import { readPush, turnPushOff, turnPushOn, type PushState } from '../../domain/notices/push.ts'
import { useSound } from '../../domain/notices/sound.ts'
import { wordsFor } from '../../lib/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Switch.tsx'
import styles from './NoticeSettings.module.css'

const failedWords = 'Hindi nagawa ngayon. Subukan ulit mamaya.'

/** The sound and the pushes of this browser. Both are off until the person turns them on here. */
export function OnThisDevice({ userId }: { userId: string }) {
  const about = useId()
  const sound = useSound(userId)
  return (
    <fieldset className={styles.part}>
      <legend>Sa device na ’to</legend>
      <Switch checked={sound.isOn} onChange={sound.want} about={about}>
        Mahinang tunog
      </Switch>
      <p id={about} className={styles.note}>
        Habang bukas ang Emote. Ihina muna ang volume kung may ayaw kang makarinig.
      </p>
      <Push userId={userId} />
    </fieldset>
  )
}

function Push({ userId }: { userId: string }) {
  const [state, setState] = useState<PushState>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    let isOver = false
    readPush().then(
      (read) => {
        if (!isOver) setState(read)
      },
      (error: unknown) => {
        if (!isOver) setFailure(wordsFor(error, failedWords))
      },
    )
    return () => {
      isOver = true
    }
  }, [])
  async function turn(way: () => Promise<PushState>) {
    setBusy(true)
    setFailure(undefined)
    try {
      const next = await way()
      // Pushes may be turned off from another device: this press turns them on.
      if (next === 'on') await changeNoticeSettings(userId, { push: true })
      setState(next)
    } catch (error) {
      setFailure(wordsFor(error, failedWords))
    }
    setBusy(false)
  }
  return (
    <div className={styles.push}>
      {state === 'unsupported' && <p className={styles.note}>{unsupportedWords}</p>}
      {state === 'denied' && <p className={styles.note}>{deniedWords}</p>}
      {state === 'on' && (
        <Banner kind="success">Makakatanggap ka ng push dito kahit sarado ang Emote.</Banner>
      )}
      {(state === 'off' || state === 'on') && (
        <>
          <p className={styles.note}>
            “May bago sa Emote” lang ang nakasulat sa push: walang pangalan, walang laman. Mawawala ito pag
            nag-log out ka.
          </p>
          <Button
            kind="quiet"
            icon="bell"
            busy={isBusy}
            onClick={() => void turn(state === 'on' ? turnPushOff : turnPushOn)}
          >
            {state === 'on' ? 'Patayin ang push dito' : 'I-on ang push dito'}
          </Button>
        </>
      )}
      {failure && <Banner kind="error">{failure}</Banner>}
    </div>
  )
}

const unsupportedWords =
  'Walang push sa browser na ’to. Sa iPhone, idagdag muna ang Emote sa Home Screen, tapos buksan mula roon.'
const deniedWords =
  'Naka-block ang notification ng Emote sa browser na ’to. Payagan muna sa settings ng browser, tapos bumalik dito.'

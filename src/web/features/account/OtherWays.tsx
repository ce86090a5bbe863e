import { Suspense, useState, type ReactNode } from 'react'
import type { AuthFeatures } from '../../../shared/auth-features.ts'
import { importQuietly, quietChunk } from '../../lib/chunks.ts'
import { publicConfig } from '../../lib/config.ts'
import { wordsFor } from '../../lib/failure.ts'
import { useHydrated } from '../../lib/hydrated.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './Door.module.css'

const fingerprint =
  'M6.2 18.2c.8-1.9 1.2-3.9 1.2-6.1a4.6 4.6 0 0 1 9.2 0c0 2.4-.3 4.7-1 6.9M12 12.2c0 3.2-.5 5.9-1.6 8.3M3.9 14.6c.2-.8.3-1.6.3-2.5a7.8 7.8 0 0 1 13-5.8M19.3 9.4c.6 2.3.6 4.8.2 7.2'

const withPasskey = () => import('./passkey-login.ts').then((m) => m.logInWithPasskey())

// Few servers offer it.
const { Component: OrganisationWay } = quietChunk(() =>
  import('./OrganisationWay.tsx').then((m) => m.OrganisationWay),
)

const organisation = 'Mag-log in gamit ang paaralan o opisina'

type Props = {
  next: string
  hasPasskey?: boolean
  /** One more way, the last of all. */
  children?: ReactNode
}

/** The ways in without a password that this server and this browser offer. Their work is fetched when somebody presses one. */
export function OtherWays({ next, hasPasskey = false, children }: Props) {
  const isHydrated = useHydrated()
  const [running, setRunning] = useState<string>()
  const [failure, setFailure] = useState<string>()
  if (!isHydrated) return null
  const { providers = [], passkeys = false, sso = false } = publicConfig().features.auth ?? {}
  const offersPasskey = hasPasskey && passkeys && 'PublicKeyCredential' in window
  if (providers.length === 0 && !offersPasskey && !sso && !children) return null

  /** `way` answers with the words for a failure. */
  const go = async (name: string, way: () => Promise<string | undefined>) => {
    if (running) return
    setRunning(name)
    setFailure(undefined)
    setFailure(await importQuietly(way).catch(wordsFor))
    setRunning(undefined)
  }
  const withProvider = (name: string) => import('./provider-login.ts').then((m) => m.leaveTo(name, next))
  return (
    <div className={styles.ways}>
      <p className={styles.or}>o kaya</p>
      {offersPasskey && (
        <Button
          kind="quiet"
          wide
          icon={fingerprint}
          busy={running === fingerprint}
          onClick={() => void go(fingerprint, withPasskey)}
        >
          Gamitin ang fingerprint o PIN
        </Button>
      )}
      <Providers
        providers={providers}
        running={running}
        onChoose={(name) => void go(name, () => withProvider(name))}
      />
      {failure && <Banner kind="error">{failure}</Banner>}
      {sso && (
        <Suspense
          fallback={
            <Button kind="quiet" wide disabled>
              {organisation}
            </Button>
          }
        >
          <OrganisationWay next={next} label={organisation} />
        </Suspense>
      )}
      {children}
    </div>
  )
}

/** From this many on, their names stand side by side. */
const many = 3

type ProvidersProps = {
  providers: AuthFeatures['providers']
  running: string | undefined
  onChoose: (name: string) => void
}

function Providers({ providers, running, onChoose }: ProvidersProps) {
  if (providers.length === 0) return null
  const isMany = providers.length >= many
  return (
    <>
      {isMany && <p className={styles.small}>Ituloy gamit ang:</p>}
      <div className={isMany ? styles.names : styles.ways}>
        {providers.map(({ name, label }) => (
          <Button
            key={name}
            kind="quiet"
            wide
            busy={running === name}
            aria-label={`Ituloy gamit ang ${label}`}
            onClick={() => onChoose(name)}
          >
            {isMany ? label : `Ituloy gamit ang ${label}`}
          </Button>
        ))}
      </div>
    </>
  )
}

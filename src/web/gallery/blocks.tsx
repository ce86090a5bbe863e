/** Components that show something, or are pressed. */
import { Avatar } from '../ui/Avatar.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button, IconButton, LinkButton } from '../ui/Button.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NoSignal } from '../ui/NoSignal.tsx'
import { Page } from '../ui/Page.tsx'
import { Paper } from '../ui/Paper.tsx'
import { AlmostUsed } from '../ui/AlmostUsed.tsx'
import { PremiumBadge } from '../ui/PremiumBadge.tsx'
import { UsageBar } from '../ui/UsageBar.tsx'
import { PrintedSheet } from '../ui/PrintedSheet.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Spinner, Waiting } from '../ui/Spinner.tsx'
import type { Entry } from './entry.ts'
import styles from './Gallery.module.css'

const nothing = () => {}
const sizes = ['small', 'normal', 'large', 'huge'] as const
const kinds = ['primary', 'quiet', 'plain', 'danger'] as const

export const blocks: Entry[] = [
  {
    name: 'Avatar',
    states: {
      'the four sizes': (
        <div className={styles.several}>
          {sizes.map((size) => (
            <Avatar key={size} codename="Tahimik Bituin" size={size} />
          ))}
        </div>
      ),
      'a picture of one’s own': <Avatar codename="Kape sa Ulan" picture="/icon-192.png" size="large" />,
      'a picture that is gone': <Avatar codename="Kape sa Ulan" picture="/gone.png" size="large" />,
    },
  },
  {
    name: 'Banner',
    states: {
      success: <Banner kind="success">Nai-save na.</Banner>,
      error: <Banner kind="error">Hindi naipadala. Nandito pa ang sinulat mo.</Banner>,
      note: <Banner kind="note">Offline ka ngayon. Hihintayin namin ang signal.</Banner>,
    },
  },
  {
    name: 'Button',
    states: {
      kinds: (
        <div className={styles.several}>
          {kinds.map((kind) => (
            <Button key={kind} kind={kind}>
              Bitawan mo na
            </Button>
          ))}
        </div>
      ),
      'sizes, with an icon': (
        <div className={styles.several}>
          {(['small', 'normal', 'large'] as const).map((size) => (
            <Button key={size} size={size} icon="pen">
              Magsulat
            </Button>
          ))}
        </div>
      ),
      'busy and disabled': (
        <div className={styles.several}>
          <Button busy>Ipinapadala</Button>
          <Button disabled>Hindi pa</Button>
        </div>
      ),
      wide: <Button wide>Sign up</Button>,
      LinkButton: <LinkButton href="/write">Start Writing</LinkButton>,
      'IconButton, and with a badge': (
        <div className={styles.several}>
          <IconButton icon="share" label="Ibahagi" />
          <IconButton icon="bell" label="Mga balita" kind="quiet" badge={<span>3</span>} />
          <IconButton icon="close" label="Isara" disabled />
        </div>
      ),
    },
  },
  {
    name: 'NoSignal',
    states: {
      'the server is away': <NoSignal what="ang pader" onRetry={() => undefined} />,
    },
  },
  {
    name: 'UsageBar',
    states: {
      'a little used': (
        <UsageBar label="AI Refinements" used={2} cap={10} warns={false}>
          8 pa ang natitira
        </UsageBar>
      ),
      'nearly used up': (
        <UsageBar label="Emi Messages" used={26} cap={30} warns>
          4 pa ang natitira
        </UsageBar>
      ),
      'used up': (
        <UsageBar label="Files today" used={2} cap={2} warns>
          Ubos na muna. May babalik sa Lunes, 9:30 AM.
        </UsageBar>
      ),
      'the warning alone': <AlmostUsed />,
    },
  },
  {
    name: 'Drawer',
    states: {
      closed: <Drawer title="Naka-block at naka-mute">Wala kang naka-block.</Drawer>,
      open: (
        <Drawer title="Mga ulat ko" startsOpen>
          Wala ka pang ulat.
        </Drawer>
      ),
    },
  },
  {
    name: 'EmptyState',
    states: {
      'with a way on': (
        <EmptyState picture="🌊" title="Wala pang post dito" action={<Button>Mauna ka</Button>}>
          <p>Ang unang salita ang pinakamatapang.</p>
        </EmptyState>
      ),
      'a title alone': <EmptyState title="Walang nahanap" />,
    },
  },
  {
    name: 'Page',
    states: {
      'for reading': (
        <Page
          title="Emote Diary"
          lead="Ikaw lang ang makakabasa."
          back={{ href: '/write', label: 'Magsulat' }}
          actions={<IconButton icon="more" label="Iba pa" onClick={nothing} />}
        >
          <p>Dito ang laman ng pahina.</p>
        </Page>
      ),
      wide: (
        <Page title="Pader ng Kalma" width="wide">
          <p>Dito ang mga post.</p>
        </Page>
      ),
    },
  },
  {
    name: 'Paper',
    states: {
      plain: <Paper>Isang papel sa pader.</Paper>,
      taped: <Paper taped>Idinikit ng tape.</Paper>,
    },
  },
  {
    name: 'PremiumBadge',
    states: {
      'beside a codename': (
        <p>
          Hugot Queen <PremiumBadge />
        </p>
      ),
    },
  },
  {
    name: 'PrintedSheet',
    states: {
      'print this page': (
        <PrintedSheet>
          <h1>Mga backup code</h1>
          <p>Ito lang ang nasa papel.</p>
        </PrintedSheet>
      ),
    },
  },
  {
    name: 'Skeleton',
    states: { 'a box': <Skeleton className={styles.bone} />, 'three lines': <Skeleton lines={3} /> },
  },
  {
    name: 'Spinner',
    states: {
      'two sizes': (
        <div className={styles.several}>
          <Spinner size={22} />
          <Spinner label="Sandali lang" />
        </div>
      ),
      Waiting: <Waiting />,
    },
  },
]

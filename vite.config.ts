import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.EMOTE_SERVER ?? 'http://127.0.0.1:3000'

/** Removes the worker of an earlier `npm start` at this address: it would answer with parts of the built app. */
const leavingWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', () => registration.unregister())`

/** The server's answer; nothing when it refuses or is away. */
async function ask(path: string): Promise<string> {
  const response = await fetch(`${server}${path}`).catch(() => undefined)
  return response?.ok ? response.text() : ''
}

/** In development: the server's configuration, and the preview tags of a shared post, stand in the page as in a built one. */
function developmentPages(): Plugin {
  return {
    name: 'emote-development-pages',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use('/service-worker.js', (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
        response.end(leavingWorker)
      })
    },
    async transformIndexHtml(html, { originalUrl = '' }) {
      if (!html.includes('<!--emote-config-->')) return html
      const [config, shared] = await Promise.all([
        ask('/config.json'),
        originalUrl.startsWith('/wall/') ? ask(originalUrl) : '',
      ])
      const tags =
        shared.match(
          /<title>[^<]*<\/title>|<meta (property="og:|name="(description|robots|twitter:))[^>]*>/g,
        ) ?? []
      const content = config.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
      return html.replace('<!--emote-config-->', () =>
        [`<meta name="emote-config" content="${content}">`, ...tags].join('\n'),
      )
    },
  }
}

const stickers = fileURLToPath(new URL('src/web/public/stickers/', import.meta.url))

/** A sticker's animation is its one style element: without it the picture stands still. */
const stillOf = (name: string) =>
  readFileSync(join(stickers, name), 'utf8').replace(/<style>[^<]*<\/style>/, '')

/** Each sticker without its animation, for reduced motion and data saver: /stickers/still/. */
function stillStickers(): Plugin {
  const names = readdirSync(stickers).filter((name) => name.endsWith('.svg'))
  return {
    name: 'emote-still-stickers',
    configureServer(vite) {
      vite.middlewares.use('/stickers/still/', ({ url = '' }, response, next) => {
        const name = names.find((each) => url === `/${each}`)
        if (!name) return next()
        response.writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' })
        return response.end(stillOf(name))
      })
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      for (const name of names)
        this.emitFile({ type: 'asset', fileName: `stickers/still/${name}`, source: stillOf(name) })
    },
  }
}

/** What the auth client brings for passkeys and wallets. `lib/passkey.ts` is a tenth of it, and each first visit behind the door would pay 5 KB. */
function withoutPasskeys(): Plugin {
  return {
    name: 'emote-without-passkeys',
    apply: 'build',
    load(id) {
      if (!/auth-js[\\/]dist[\\/]module[\\/]lib[\\/](webauthn|web3[\\/]ethereum)\.js$/.test(id)) return null
      const exported = readFileSync(id, 'utf8').matchAll(
        /^export (?:async )?(?:function|class|const) (\w+)/gm,
      )
      return [...exported].map(([, name]) => `export class ${name} {}`).join('\n')
    },
  }
}

/** Methods of the official clients that nothing here calls: each page behind the door would pay 7 KB for their bodies. */
const uncalled: { file: RegExp; names: RegExp }[] = [
  { file: /auth-js[\\/]dist[\\/]module[\\/]GoTrueAdminApi\.js$/, names: /^(?!constructor$|signOut$)/ },
  {
    file: /auth-js[\\/]dist[\\/]module[\\/]GoTrueClient\.js$/,
    names:
      /^(signInWith(OAuth|Web3|Ethereum|Solana|IdToken|SSO|Passkey)|_?(reauthenticate|exchangeCodeForSession)|_acquireLock|getUserIdentities|(un)?linkIdentity.*|_handleProviderSignIn|_get(UrlForProvider|CodeChallengeAndMethod|AuthenticatorAssuranceLevel)|_(un)?enroll|_challenge.*|_verify|_listFactors|_.*(RecoveryCode|Authorization|OAuth|Passkey).*|registerPasskey|fetchJwk|getClaims)$/,
  },
  {
    file: /postgrest-js[\\/]dist[\\/]index\.mjs$/,
    names:
      /^(stripNulls|csv|geojson|explain|rollback|maxAffected|(like|ilike)A(ll|ny)Of|regexI?Match|isDistinct|notIn|contain(s|edBy)|range.+|overlaps|textSearch|getOpenApiSpec|rpc)$/,
  },
  {
    file: /realtime-js[\\/]dist[\\/]module[\\/]RealtimeChannel\.js$/,
    names: /^(httpSend|_fetchWithTimeout|_updateFilterTransform|_getPayloadRecords)$/,
  },
  {
    file: /realtime-js[\\/]dist[\\/]module[\\/]RealtimeClient\.js$/,
    names: /^(_startWorkerHeartbeat|_workerObjectUrl)$/,
  },
  {
    file: /phoenix[\\/]priv[\\/]static[\\/]phoenix\.mjs$/,
    names:
      /^((fetch|xdomain|xhr)Request|connectWithFallback|poll|batchSend|ajax|closeAndRetry|normalizeEndpoint)$/,
  },
]

function withoutUncalled(): Plugin {
  return {
    name: 'emote-without-uncalled',
    apply: 'build',
    transform(code, id) {
      const names = uncalled.find(({ file }) => file.test(id))?.names
      if (!names) return null
      const bodies = bodiesOf(this.parse(code)).filter(({ name }) => names.test(name))
      if (bodies.length === 0) throw new Error(`${id} has none of the methods that vite.config.ts names`)
      return bodies.reduceRight((text, { start, end }) => `${text.slice(0, start)}{}${text.slice(end)}`, code)
    },
  }
}

/** The bodies of all methods, in their order. */
function bodiesOf(node: unknown): { name: string; start: number; end: number }[] {
  if (typeof node !== 'object' || node === null) return []
  if (!('type' in node) || node.type !== 'MethodDefinition') return Object.values(node).flatMap(bodiesOf)
  const { key, value } = node as unknown as {
    key: { name?: string }
    value: { body: { start: number; end: number } }
  }
  return [{ name: key.name ?? '', start: value.body.start, end: value.body.end }]
}

export default defineConfig({
  root: 'src/web',
  cacheDir: '../../.cache/vite',
  plugins: [react(), developmentPages(), stillStickers(), withoutPasskeys(), withoutUncalled()],
  // The router's stand-in for older Reacts.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  // ui/breakpoints.css is @custom-media.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    // A data: URL would need img-src and font-src data: in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        // Few requests matter more than perfect splitting on a slow line: each costs 350 bytes of headers, and small files pack badly.
        // The clients, the query cache and the drawings stay out of what visitors fetch.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              priority: 4,
              test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam)[\\/]/,
            },
            {
              name: 'ui',
              priority: 3,
              test: /src[\\/](shared[\\/](?!contact|crisis|emi|file-size|fold|giphy|marker|message-parts|phone-numbers|plain-text|plans|polls|read-marker|reports|stickers|talks|templates|uploads|write-marker)|web[\\/](ui[\\/](?!AddressField|art|AlmostUsed|CodeForm|CodenameMenu|ConfirmDialog|Dialog|Menu|MoodPicker|PrintedSheet|SearchField|SendAgain|Submit|Switch|UsageBar|WarningSelect|use-slip|use-submit|word-size)(weather[\\/])?[^\\/]+$|lib[\\/](chunks|config|failure|hydrated|live-rules|next|phones|pictures|session|session-storage|signal|theme|toast)\.ts|domain[\\/](device[\\/]purge|safety[\\/]hotlines)\.ts|app[\\/](ThemeSwitch|Wordmark)\.))/,
            },
            {
              // The realtime client stays with the socket, which comes after the first paint.
              name: 'supabase',
              priority: 3,
              test: /@supabase[\\/](?!realtime-js|phoenix)|lib[\\/](base64-url|clock|supabase|session-link)\.ts/,
            },
            // On its own: the door behind the guard asks for it too, and would take it into what visitors never fetch.
            { name: 'screens', priority: 3, test: /app[\\/]screens\.ts/ },
            {
              // What every page behind the guard asks for.
              name: 'members',
              priority: 2,
              test: /@tanstack[\\/]|web[\\/](app[\\/](Bell|Inside|OverlayHost|overlays|PinGate|Presence|QuickExit|SignalStrip|Outbox\.tsx|Shell\.module|WriteButton|start-inside)|ui[\\/](AlmostUsed|CodenameMenu|ConfirmDialog|Dialog|Menu|Switch|use-slip)|lib[\\/](clipboard|find-first|first-paint|live|live-poll|open-dialogs|overlays|query|register-worker|save-file|store|title|use-late-chunk|use-now)\.ts|features[\\/]notifications[\\/]Unread\.module|domain[\\/](device[\\/](pin|quick-exit)|diary[\\/]load-vault|outbox[\\/]waiting|draft[\\/]refining|notices[\\/]unread|posts[\\/]reactions|person[\\/]profile|safety[\\/](crisis|sight)|overlays)\.ts)|shared[\\/](emi|file-size|fold|marker|reports|talks)\.ts/,
            },
            {
              // Pages of posts and entries share these parts. /tambayan needs none of them.
              name: 'papers',
              priority: 1,
              test: /web[\\/](ui[\\/](art|MoodPicker|SearchField|WarningSelect|word-size)|domain[\\/](outbox[\\/]replies|draft[\\/]draft)\.ts)|shared[\\/]templates\.ts/,
            },
            {
              // The device's database: loaded after the first paint, or with the diary and talks.
              name: 'offline',
              priority: 1,
              test: /node_modules[\\/]idb[\\/]|domain[\\/](outbox[\\/](messages|outcome|queue)|device[\\/]device|diary[\\/](lock|trusted-lock|edits))\.ts|lib[\\/]in-time\.ts/,
            },
            {
              // The outbox: its code loads after the first paint.
              name: 'outbox',
              priority: 1,
              test: /domain[\\/](outbox[\\/](seal|send|sender)|emi[\\/](calling|calls))\.ts|shared[\\/](emi-calls|plain-text|read-marker)|lib[\\/]type-into|app[\\/]Outbox(Chip|Dialog|Message|Reply|\.module)/,
            },
            {
              // Of the wall, with what its comments and dialogs ask for later.
              name: 'posts',
              priority: 1,
              test: /domain[\\/]posts[\\/](feed|post-store|posts\.api|posts\.live|reactions|reactions\.api)\.|wall[\\/]post[\\/](Folded|words)\./,
            },
            {
              name: 'talks',
              priority: 1,
              test: /domain[\\/](messages[\\/](?!sending|uploading|opening|fresh|go-to|reactions\.api|requests)|safety[\\/]avoided)|tambayan[\\/](emi[\\/](BotTag|LateStrip)|talk[\\/](?!acts|asking|drag|gifs|moves|parts|Answered|AttachedFile|Choices|NudgeSlip|SeenMentions|TalkMenu|EditMessage|DeleteMessage)|people[\\/]online|rooms|direct[\\/](LateSide|Tools|(use-)?side)|Tambayan)|app[\\/]TambayanPage/,
            },
            // The page and the room of polls are one file.
            { name: 'polls', priority: 1, test: /shared[\\/]polls|domain[\\/]polls|features[\\/]polls/ },
            {
              // What a message shows besides words, and the picker of stickers.
              name: 'parts',
              priority: 1,
              test: /shared[\\/](emi-actions|giphy|message-parts|phone-numbers|stickers)|tambayan[\\/](emi[\\/](EmiAction|Numbers)|talk[\\/](gifs|parts)[\\/])/,
            },
            // The bell's count and list: loaded after the first paint.
            {
              name: 'notices',
              priority: 1,
              test: /domain[\\/]notices[\\/](?!push|unread)|notifications[\\/](Notices|Unread)\.tsx|talk[\\/]SeenMentions/,
            },
            // What the pages of billing share. Each adds a file of its own.
            {
              name: 'billing',
              priority: 1,
              test: /features[\\/]billing[\\/](PlanChoice|billing\.api|prices|use-plan)/,
            },
            // What a person has left, and small parts of the profile: the profile, AI Refine, Emi, files and billing.
            {
              name: 'limits',
              priority: 2,
              test: /person[\\/](limits|profile-switch)\.ts|profile[\\/](profile\.api|ChooseButton|accepted-types|taking)\.|shared[\\/]plans\.ts/,
            },
            // What stands in the drawers of the profile: loaded with the first that opens.
            {
              name: 'settings',
              priority: 1,
              test: /features[\\/](safety[\\/](Blocked|MayWrite|MyReports|Rows|SharedPhone|WordFilters)|profile[\\/](Devices|devices|Passkeys|passkeys|use-asking)|notifications[\\/](NoticeSettings|OnThisDevice|QuietHours))/,
            },
            // The second step's set-up, in one drawer.
            {
              name: 'two-steps',
              priority: 2,
              test: /profile[\\/](TwoSteps|SetUpStep|ProveStep|BackupCodes|two-steps)/,
            },
            // Another address or number: rarely asked for.
            {
              name: 'addresses',
              priority: 1,
              test: /profile[\\/](ChangeAddress|KeepAccount|change-address)/,
            },
            // Shrinks and sends pictures: the profile, and messages with a file.
            { name: 'uploads', priority: 1, test: /lib[\\/](decode|picture-head|upload)\.ts/ },
            // Seals and opens entries: only for a diary with a lock.
            { name: 'vault', priority: 1, test: /diary[\\/](vault|keys)\.ts/ },
            // For a log-in without a password, and its place in the profile.
            { name: 'passkey', priority: 1, test: /lib[\\/](ask-auth|passkey)\.ts/ },
            { name: 'sight', priority: 2, test: /safety[\\/]word-filters\.ts/ },
            { name: 'site', priority: 1, test: /landing[\\/](Footer|Helplines)\.|app[\\/]SiteFrame\./ },
            {
              name: 'account',
              priority: 2,
              test: /features[\\/]account[\\/](?!Codename|Callback|Organisation|SecondStep|passkey-login|provider-login)|ui[\\/](AddressField|CodeForm|SendAgain|Submit|use-submit)|domain[\\/]person[\\/](address|least-password)/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(
        [
          '/auth/v1',
          '/rest/v1',
          '/functions/v1',
          '/storage/v1',
          '/test-payments',
          '/cards',
          '/config.json',
          '/payment-qr',
          '/readyz',
        ].map((path) => [path, server]),
      ),
      '/realtime/v1': { target: server, ws: true },
    },
  },
})

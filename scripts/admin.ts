/** `npm run admin -- <command> …`: an operator's commands, with the settings of the server. */
import { importUsers } from '../src/server/admin/import-users/import-users.ts'
import { listPayments, rejectPayment, verifyPayment, type AdminTools } from '../src/server/admin/payments.ts'
import { replayLedgers } from '../src/server/admin/replay-erasures.ts'
import { renewKey, retireKeys, rotateKeys } from '../src/server/admin/rotate-keys.ts'
import { testMail } from '../src/server/admin/test-mail.ts'
import { testSms } from '../src/server/admin/test-sms.ts'
import { readConfig, type Config } from '../src/server/config.ts'
import { joinDatabase } from '../src/server/db/join.ts'
import { giveUpRoot } from '../src/server/give-up-root.ts'
import { loadKeys } from '../src/server/http/keys.ts'

type Command = {
  args: readonly string[]
  /** Any number of further arguments may follow. */
  hasMore?: true
  does: string
  run: (config: Config, args: readonly string[]) => Promise<string>
}

const commands: Record<string, Command> = {
  'test-mail': {
    args: ['<address>'],
    does: 'sends a mail, to try SMTP_URL and MAIL_FROM',
    run: (config, [address = '']) => testMail(config, address),
  },
  'test-sms': {
    args: ['<number>'],
    does: 'sends a text, to try SMS_GATEWAY_URL',
    run: (config, [number = '']) => testSms(config, number),
  },
  payments: {
    args: [],
    does: 'lists the payments by QR that wait, with their proofs, and payments to refund',
    run: (config) => withDatabase(config, listPayments),
  },
  'verify-payment': {
    args: ['<id>'],
    does: 'gives the person what they paid for',
    run: (config, [id = '']) => withDatabase(config, (tools) => verifyPayment(tools, id)),
  },
  'reject-payment': {
    args: ['<id>', '"<reason>"'],
    does: 'rejects a proof; the person reads the reason',
    run: (config, [id = '', reason = '']) =>
      withDatabase(config, (tools) => rejectPayment(tools, id, reason)),
  },
  'import-users': {
    args: ['<file>'],
    hasMore: true,
    does: 'brings people from another server of this protocol (may be followed by a file of their identities)',
    run: (config, [file = '', identities]) =>
      withDatabase(config, (tools) => importUsers(tools, file, identities)),
  },
  'replay-erasures': {
    args: [],
    hasMore: true,
    does: 'after a restored backup: erases again the people who have left since (may be followed by ledgers of other nodes)',
    run: (config, others) => withDatabase(config, (tools) => replayLedgers(config, tools, others)),
  },
  'rotate-keys': {
    args: [],
    does: 'signs with the next key from the next start on, and makes new API keys; the old ones still work',
    run: (config) => withSecrets(config, rotateKeys),
  },
  'renew-key': {
    args: ['anon|service'],
    does: 'makes a new API key; the old one still works',
    run: (config, [name = '']) => withSecrets(config, (dataDir) => renewKey(dataDir, name)),
  },
  'retire-keys': {
    args: [],
    does: 'ends what was signed before the last rotation, and the API keys that were renewed',
    run: (config) => withSecrets(config, retireKeys),
  },
}

/** The keys are a file. The commands work beside a running server, which reads it at its next start. */
function withSecrets({ dataDir }: Config, work: (dataDir: string) => Promise<string>): Promise<string> {
  giveUpRoot(dataDir, () => {})
  return work(dataDir)
}

async function withDatabase(config: Config, work: (tools: AdminTools) => Promise<string>): Promise<string> {
  const { dataDir, publicUrl, operator, DATABASE_URL: databaseUrl } = config
  giveUpRoot(dataDir, () => {})
  const keys = await loadKeys(dataDir)
  const database = await joinDatabase({
    databaseUrl,
    dataDir,
    poolSize: 2,
    fingerprint: keys.fingerprint,
    secretsReplaced: false,
    log: console.error,
  })
  try {
    return await work({ db: database.db, keys, publicUrl, operator })
  } finally {
    await database.stop()
  }
}

const usage = Object.entries(commands).map(
  ([name, { args, does }]) => `npm run admin -- ${[name, ...args].join(' ').padEnd(32)} ${does}`,
)

const fits = ({ args: wanted, hasMore }: Command) =>
  hasMore ? args.length >= wanted.length : args.length === wanted.length

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (!command || !fits(command) || args.includes('')) {
  console.error(usage.join('\n'))
  process.exit(2)
}
try {
  console.log(await command.run(readConfig(process.env), args))
} catch (error) {
  console.error(`${name}: ${error instanceof Error ? error.message : 'unknown error'}`)
  process.exit(1)
}

/** `npm run admin -- <command> …`: an operator's commands, with the settings of the server. */
import { testMail } from '../src/server/admin/test-mail.ts'
import { readConfig } from '../src/server/config.ts'

const usage = `npm run admin -- test-mail <address>    sends a mail, to try SMTP_URL and MAIL_FROM`

const [command, address, ...more] = process.argv.slice(2)
if (command !== 'test-mail' || !address || more.length > 0) {
  console.error(usage)
  process.exit(2)
}
try {
  console.log(await testMail(readConfig(process.env), address))
} catch (error) {
  console.error(`The mail was not sent: ${error instanceof Error ? error.message : 'unknown error'}`)
  process.exit(1)
}

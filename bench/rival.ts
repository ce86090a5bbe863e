// `@supabase/lite` as its documentation embeds it, on the database RIVAL_DATABASE of the socket RIVAL_SOCKET.
import { serve } from '@hono/node-server'
import { rivalKey, rivalSecret } from './people.ts'

type Rival = {
  App: new (config: object) => { fetch(request: Request, context: object): Promise<Response> }
  createConnection(config: object): object
}

const folder = './rivals/node_modules/@supabase/lite/dist'
const { App } = (await import(`${folder}/index.js`)) as Rival
const { createPostgresConnection } = (await import(`${folder}/db/postgres/PostgresConnection.js`)) as Record<
  string,
  Rival['createConnection']
>
if (!createPostgresConnection) throw new Error('This @supabase/lite has no PostgreSQL driver')

const connection = createPostgresConnection({
  url: `postgres://postgres@localhost/${process.env['RIVAL_DATABASE']}`,
  // As many connections as ours and the raw driver have. Its own default is 10.
  postgresOptions: { path: `${process.env['RIVAL_SOCKET']}/.s.PGSQL.5432`, max: 16 },
})
const app = new App({
  connection,
  auth: {
    enabled: true,
    jwt_secret: rivalSecret,
    publishable_key: rivalKey,
    secret_key: 'sb_secret_of_the_bench',
  },
})
serve(
  {
    port: Number(process.env['PORT']),
    hostname: '127.0.0.1',
    fetch: (request) => app.fetch(request, { peerAddress: '127.0.0.1' }),
  },
  () => console.log('The rival is ready'),
)
process.on('disconnect', () => process.exit(0))

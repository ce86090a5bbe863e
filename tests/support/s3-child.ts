// An S3-compatible server in a process of its own: it can be killed, and its log stays out of the tests'.
import S3rver from '@20minutes/s3rver'

const [directory = '', port = '0'] = process.argv.slice(2)
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  directory,
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: 'emote' }],
})
const address = await server.run()
process.send?.(address.port)
process.on('disconnect', () => process.exit(0))

// An S3-compatible server in a separate process, so a test can kill it and its log stays apart.
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

import { expect, it } from 'vitest'
import { networkOf } from './network.ts'

it.each([
  ['203.0.113.77', null, 0, '203.0.113'],
  ['::ffff:203.0.113.77', null, 0, '203.0.113'],
  ['2001:db8:12::1', null, 0, '2001:db8:12'],
  ['2001:0db8:0012:0034::1', null, 0, '2001:db8:12'],
  ['::1', null, 0, '0:0:0'],
  ['fe80::1%eth0', null, 0, 'fe80:0:0'],
  ['nonsense', null, 0, 'unknown'],
  // The header counts only as far as our own proxies wrote it.
  ['203.0.113.77', '198.51.100.9', 0, '203.0.113'],
  ['127.0.0.1', '10.9.9.9, 198.51.100.9', 1, '198.51.100'],
  ['127.0.0.1', '10.9.9.9, 198.51.100.9, 192.0.2.1', 2, '198.51.100'],
  ['127.0.0.1', 'nonsense', 1, '127.0.0'],
  ['127.0.0.1', '198.51.100.9', 2, '127.0.0'],
])('the network behind %j with %i proxies is %s', (socket, forwarded, hops, network) => {
  expect(networkOf(socket, forwarded, hops)).toBe(network)
})

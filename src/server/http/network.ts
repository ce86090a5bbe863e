import { isIP } from 'node:net'

/**
 * The caller's network: IPv4 cut to /24, IPv6 to /48. Limits count it. Nothing stores or logs it. The address is `socketAddress`, or the
 * one that the outermost of `trustedHops` proxies saw (threat 6).
 */
export function networkOf(socketAddress: string, forwardedFor: string | null, trustedHops: number): string {
  return shorten(fullAddressOf(socketAddress, forwardedFor, trustedHops), 3, 3)
}

/** The caller's address: IPv4 whole, IPv6 cut to the /64 of a device or home. Only the memory of open sockets holds it. */
export function addressOf(socketAddress: string, forwardedFor: string | null, trustedHops: number): string {
  return shorten(fullAddressOf(socketAddress, forwardedFor, trustedHops), 4, 4)
}

function fullAddressOf(socketAddress: string, forwardedFor: string | null, trustedHops: number): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  const claimed = trustedHops > 0 ? hops.at(-trustedHops) : undefined
  const address = claimed && isIP(claimed) ? claimed : socketAddress
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

function shorten(address: string, bytes: number, groups: number): string {
  if (isIP(address) === 4) return address.split('.').slice(0, bytes).join('.')
  if (isIP(address) === 6) return expand(address).slice(0, groups).join(':')
  return 'unknown'
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array.from(
    { length: tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length) },
    () => '0',
  )
  return [...left, ...zeros, ...right].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
}

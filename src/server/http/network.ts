import { isIP } from 'node:net'

/**
 * The caller's network: IPv4 cut to /24, IPv6 to /48. Limits count it. Nothing stores or logs it. The address is `socketAddress`, or the
 * one that the outermost of `trustedHops` proxies saw (threat 6).
 */
export function networkOf(socketAddress: string, forwardedFor: string | null, trustedHops: number): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  const claimed = trustedHops > 0 ? hops.at(-trustedHops) : undefined
  const address = claimed && isIP(claimed) ? claimed : socketAddress
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(mapped) === 4) return mapped.split('.').slice(0, 3).join('.')
  if (isIP(mapped) === 6) return expand(mapped).slice(0, 3).join(':')
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

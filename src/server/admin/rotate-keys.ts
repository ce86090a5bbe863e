import { issuedAt, makeApiKey } from '../http/keys.ts'
import { makeSigningKey, replaceSecrets, type ApiRole, type Secrets } from '../http/secrets.ts'

const spread = 'Copy secrets.json to every node, then restart the nodes one after the other. Sessions go on.'
const retire = 'Once no client uses the old API keys: npm run admin -- retire-keys, and restart again.'

/** Signs with the next key. What the present key signed is accepted until it is retired. Resolves with words for the operator. */
export async function rotateKeys(dataDir: string): Promise<string> {
  let prepared = true
  await replaceSecrets(dataDir, async (held) => {
    const { signingKey, nextKey, previousKey } = held
    if (previousKey) {
      throw new Error(
        'The key before the present one is still accepted. Run this first: npm run admin -- retire-keys',
      )
    }
    if (!nextKey) {
      // A node that does not know the key yet would refuse what it signs.
      prepared = false
      return { ...held, nextKey: await makeSigningKey() }
    }
    const firstKey = held.firstKey ?? { kid: String(signingKey.kid), x: String(signingKey.x) }
    return {
      ...held,
      firstKey,
      signingKey: nextKey,
      previousKey: signingKey,
      nextKey: await makeSigningKey(),
      anonKey: await makeApiKey(nextKey, 'anon', after(held.anonKey)),
      serviceKey: await makeApiKey(nextKey, 'service_role', after(held.serviceKey)),
    }
  })
  return prepared
    ? `New tokens are signed with another key after the next start, and both API keys are new. ${spread} ${retire}`
    : `This secrets.json is older and had no next key. Now it has one. ${spread} Then run rotate-keys again.`
}

/** Resolves with words for the operator. They never hold the key, because terminals keep what they show. */
export async function renewKey(dataDir: string, name: string): Promise<string> {
  if (name !== 'anon' && name !== 'service') throw new Error('Name the key: anon or service')
  const [role, field] =
    name === 'anon' ? (['anon', 'anonKey'] as const) : (['service_role', 'serviceKey'] as const)
  await replaceSecrets(dataDir, async (held) => ({
    ...held,
    [field]: await makeApiKey(held.signingKey, role, after(held[field])),
  }))
  return `The ${name} key is new: ${field} in secrets.json. The old one still works. ${spread} ${retire}`
}

/** Ends the previous signing key and every API key older than the present ones. Resolves with words for the operator. */
export async function retireKeys(dataDir: string): Promise<string> {
  await replaceSecrets(dataDir, async ({ previousKey: _ended, ...held }) => ({
    ...held,
    keysSince: { ...held.keysSince, ...sinceOf('anon', held), ...sinceOf('service_role', held) },
  }))
  return `Older keys end at the next start. ${spread} A client with an old API key is refused from then on.`
}

function sinceOf(role: ApiRole, { anonKey, serviceKey }: Secrets): Secrets['keysSince'] {
  const key = role === 'anon' ? anonKey : serviceKey
  return key === undefined ? {} : { [role]: issuedAt(key) }
}

/** A date ends old API keys, so a new one must not be of the same second as the one before. */
const after = (key: string | undefined) =>
  Math.max(Math.floor(Date.now() / 1_000), key === undefined ? 0 : issuedAt(key) + 1)

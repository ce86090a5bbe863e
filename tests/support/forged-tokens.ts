import {
  createHmac,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto'
import type { Keys } from '../../src/server/http/keys.ts'

/** A living token, its parts, and the key set of its server. */
export type Sample = { token: string; claims: Record<string, unknown>; kid: string; keys: Keys }

/** Name → token. None is valid, and none is an API key. */
type Tokens = Record<string, () => string | Promise<string>>

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value)).toString(
    'base64url',
  )
const partsOf = (token: string) => token.split('.') as [string, string, string]

/** The living token with another first part. */
export function badHeads({ token, kid }: Sample): Tokens {
  const [, payload, signature] = partsOf(token)
  const texts: Record<string, unknown> = {
    'an empty object': {},
    'a list': ['ES256'],
    null: null,
    'a number': 1,
    'a text': '"ES256"',
    'no JSON': 'ES256',
    'half an object': `{"alg":"ES256","kid":"${kid}"`,
    'a comment': `{"alg":"ES256",/**/"kid":"${kid}"}`,
    'a byte order mark': `\ufeff{"alg":"ES256","kid":"${kid}"}`,
    'bytes that are no text': Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
    'a thousand lists': `${'['.repeat(1_000)}${']'.repeat(1_000)}`,
    'a kid of 7 KB': { alg: 'ES256', kid: 'k'.repeat(5_000) },
    'a kid that is a list': { alg: 'ES256', kid: [kid] },
    'a kid that is an object': { alg: 'ES256', kid: { kid } },
    'a kid that is null': { alg: 'ES256', kid: null },
    'the kid constructor': { alg: 'ES256', kid: 'constructor' },
    'the kid in capitals': {
      alg: 'ES256',
      kid: kid.toUpperCase() === kid ? kid.toLowerCase() : kid.toUpperCase(),
    },
    'a space before the kid': { alg: 'ES256', kid: ` ${kid}` },
    'alg EdDSA': { alg: 'EdDSA', kid },
    'alg ES512': { alg: 'ES512', kid },
    'alg PS256': { alg: 'PS256', kid },
    'alg es256': { alg: 'es256', kid },
    'alg ES256 with a space': { alg: 'ES256 ', kid },
    'alg true': { alg: true, kid },
    'alg of encryption': { alg: 'dir', enc: 'A256GCM', kid },
    'alg ECDH-ES': { alg: 'ECDH-ES', kid, epk: { kty: 'EC' } },
    'crit empty': { alg: 'ES256', kid, crit: [] },
    'crit a text': { alg: 'ES256', kid, crit: 'exp' },
    'another typ': { alg: 'ES256', kid, typ: 'JWE' },
    'cty JWT': { alg: 'ES256', kid, cty: 'JWT' },
  }
  return Object.fromEntries(
    Object.entries(texts).map(([name, head]) => [
      `a header of ${name}`,
      () => `${encode(head)}.${payload}.${signature}`,
    ]),
  )
}

/** HS256 and its kin, with all that an attacker knows as the secret. */
export function guessedSecrets({ claims, kid, keys }: Sample): Tokens {
  const jwk = keys.jwks.keys[0] ?? {}
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const [x, y] = [jwk.x, jwk.y].map((each) => Buffer.from(String(each), 'base64url'))
  const secrets: Record<string, string | Buffer> = {
    'the public key as PEM': key.export({ format: 'pem', type: 'spki' }),
    'the public key as PEM without its last line end': key.export({ format: 'pem', type: 'spki' }).trim(),
    'the public key as DER': key.export({ format: 'der', type: 'spki' }),
    'the point': Buffer.concat([Buffer.from([4]), x ?? Buffer.alloc(0), y ?? Buffer.alloc(0)]),
    'the key set': JSON.stringify(keys.jwks),
    'the public API key': keys.anonKey,
    'the word jwt': 'jwt',
    'a zero': '0',
    'one byte of zero': Buffer.alloc(1),
    '32 bytes of zero': Buffer.alloc(32),
  }
  const tokens: Tokens = {}
  for (const [name, secret] of Object.entries(secrets))
    for (const [alg, digest] of [
      ['HS256', 'sha256'],
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
    ] as const)
      tokens[`${alg} with ${name}`] = () => {
        const input = `${encode({ alg, kid, typ: 'JWT' })}.${encode(claims)}`
        return `${input}.${createHmac(digest, secret).update(input).digest('base64url')}`
      }
  return tokens
}

/** Values in place of an id. */
const ids = (id: string) => [
  1,
  null,
  true,
  {},
  [id],
  '',
  ' ',
  `${id}\n`,
  `{${id}}`,
  id.toUpperCase(),
  id.slice(1),
]

/** Signed by our own key, as if one claim were not checked. */
export function badClaims({ claims, keys }: Sample): Tokens {
  const [sub, session] = [String(claims['sub']), String(claims['session_id'])]
  const values: Record<string, unknown[]> = {
    sub: ids(sub),
    session_id: ids(session),
    exp: [null, true, '', [], {}, 0, '1e99', [9_999_999_999], -9_999_999_999],
    role: ['', null, 1, {}, 'Authenticated', 'authenticated ', 'ANON', 'supabase_admin', 'function_owner'],
    iss: [
      '',
      null,
      {},
      ['emote'],
      'EMOTE',
      'supabase',
      `${String(claims['iss'])}/`,
      String(claims['iss']).slice(0, -3),
    ],
    aud: [
      '',
      null,
      {},
      ['authenticated'],
      'anon',
      'authenticated,anon',
      'storage-download',
      'storage-upload',
    ],
  }
  return Object.fromEntries(
    Object.entries(values).flatMap(([claim, list]) =>
      list.map((value) => [
        `${claim} is ${JSON.stringify(value).slice(0, 60)}`,
        () => keys.sign({ ...claims, [claim]: value }),
      ]),
    ),
  )
}

const order = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'
const number = (hex: string) => hex.padStart(64, '0')

/** The living token with another signature. */
export function badSignatures({ token, keys }: Sample): Tokens {
  const [head, payload, own] = partsOf(token)
  const bytes = Buffer.from(own, 'base64url')
  const [r, s] = [bytes.subarray(0, 32), bytes.subarray(32)]
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const ed = generateKeyPairSync('ed25519').privateKey
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const input = Buffer.from(`${head}.${payload}`)
  const by = (key: KeyObject, digest: string | null) => sign(digest, input, key)
  const signatures: Record<string, Buffer> = {
    'r and s zero': Buffer.alloc(64),
    'r and s one': Buffer.from(number('1').repeat(2), 'hex'),
    'r the order': Buffer.concat([Buffer.from(order, 'hex'), s]),
    's the order': Buffer.concat([r, Buffer.from(order, 'hex')]),
    'r and s all ones': Buffer.alloc(64, 0xff),
    'r and s swapped': Buffer.concat([s, r]),
    'r alone': r,
    'a byte more': Buffer.concat([bytes, Buffer.from([0])]),
    'a zero before it': Buffer.concat([Buffer.from([0]), bytes]),
    'itself twice': Buffer.concat([bytes, bytes]),
    'one byte': Buffer.from([1]),
    '4 KB': Buffer.alloc(4_096, 1),
    'the digest of the input': createHmac('sha256', '').update(input).digest(),
    'a foreign key with SHA-512': by(foreign, 'sha512'),
    Ed25519: by(ed, null),
    RSA: by(rsa, 'sha256'),
    'a foreign key as DER': createSign('SHA256').update(input).sign(foreign),
  }
  return {
    ...Object.fromEntries(
      Object.entries(signatures).map(([name, signature]) => [
        `a signature of ${name}`,
        () => `${head}.${payload}.${encode(signature)}`,
      ]),
    ),
    'a signature of another token of ours': async () =>
      `${head}.${payload}.${partsOf(await keys.sign({ sub: 'x' }))[2]}`,
    'the signature of the public API key': () => `${head}.${payload}.${partsOf(keys.anonKey)[2]}`,
  }
}

/** The living token, cut, turned and wrapped. */
export function badShapes({ token, keys }: Sample): Tokens {
  const [head, payload, signature] = partsOf(token)
  const texts: Record<string, string> = {
    'a dot before it': `.${token}`,
    'a dot after it': `${token}.`,
    'its parts turned': `${signature}.${payload}.${head}`,
    'its first two parts swapped': `${payload}.${head}.${signature}`,
    'its head alone': head,
    'its head and dots': `${head}..`,
    'its payload alone': `.${payload}.`,
    'five parts, as an encrypted token': `${head}.${payload}.${signature}.${signature}.${signature}`,
    'itself twice': token + token,
    'itself twice with a comma': `${token},${token}`,
    'itself in quotes': `"${token}"`,
    'itself in base64': encode(token),
    'itself in capitals': token.toUpperCase(),
    'the flattened JSON of a JWS': JSON.stringify({ protected: head, payload, signature }),
    'its dots percent-encoded': token.replaceAll('.', '%2e'),
    'a space in the middle': `${head}. ${payload}.${signature}`,
    'another dot': token.replace('.', '\u00b7'),
    'a letter before the payload': `${head}.a${payload}.${signature}`,
    'the payload of the public API key': `${head}.${partsOf(keys.anonKey)[1]}.${signature}`,
    'the head of the public API key and another payload': `${partsOf(keys.anonKey)[0]}.${payload}.${partsOf(keys.anonKey)[2]}`,
    'the word null': 'null',
    'the word undefined': 'undefined',
    'an id': '00000000-0000-0000-0000-000000000000',
    'a key of the newer kind': 'sb_secret_abcdefghijklmnopqrstuvwxyz012345',
    'a hash of a password': '$argon2id$v=19$m=19456,t=2,p=1$YWJj$ZGVm',
    '9 KB of dots': '.'.repeat(9_000),
    '9 KB of letters': 'a'.repeat(9_000),
  }
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [`a token that is ${name}`, () => text]),
  )
}

/** The living token with one letter changed, at forty places all over it. */
export function changedLetters({ token }: Sample): Tokens {
  const places = 40
  return Object.fromEntries(
    Array.from({ length: places }, (_, at) => {
      // The last letter of a part has unused bits: another test changes it.
      const place = Math.floor((at * (token.length - 4)) / places)
      const letter = token[place] === 'A' ? 'B' : 'A'
      return [
        `letter ${at + 1} of ${places} changed`,
        () => token.slice(0, place) + letter + token.slice(place + 1),
      ]
    }),
  )
}

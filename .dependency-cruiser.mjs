// The import law (ARCHITECTURE.md, "Rooms"). Type-only and dynamic imports count. tests/walls.test.ts breaks every rule once.

const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Files of `room` may import themselves and `allowed`, nothing else of ours. `$1` is the part of the room in parentheses. */
const only = (name, room, allowed, comment) => {
  const itself = `^src/${room.replace(/\(.*\)/, () => '$1')}`
  return never(name, comment, { path: `^src/${room}` }, { path: '^src/', pathNot: [itself, ...allowed] })
}

const shared = '^src/shared/'
const floor = ['^src/web/lib/', shared]
const vendors = '^src/server/(db|http|providers|files|mail|erasure|cleaning|payments|refine|emi)/'
const gateway = '(auth|rest|realtime|storage|functions|jobs|pages|admin)'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    only('shared-imports-nothing', 'shared/', [], 'Move what both sides need into src/shared.'),
    never(
      'shared-has-no-packages',
      'src/shared is plain TypeScript: no package, no Node module. Move the file to the server or the web.',
      { path: shared, pathNot: '\\.test\\.ts$' },
      { dependencyTypesNot: ['local', 'type-only'] },
    ),
    only('worker-imports-nothing', 'web/worker/', [], 'The service worker is one file of its own.'),
    only('lib-is-the-ground', 'web/lib/', [shared], 'Move what knows the product to src/web/domain.'),
    only(
      'domain-has-no-screen',
      'web/domain/',
      floor,
      'Move what draws to a feature, or what knows nothing of the product to src/web/lib.',
    ),
    only('ui-has-no-data', 'web/ui/', floor, 'Pass the data in as props.'),
    only(
      'a-feature-is-alone',
      'web/features/([^/]+)/',
      ['^src/web/(domain|ui)/', ...floor],
      'Move what two features share to src/web/domain or src/web/ui, or let src/web/app join them.',
    ),
    only(
      'the-gallery-shows-ui',
      'web/gallery/',
      ['^src/web/ui/', ...floor],
      'The gallery shows components without data.',
    ),
    only(
      'app-joins-the-web',
      'web/app/',
      ['^src/web/(?!worker/|gallery/)', shared],
      'The web app asks the server over HTTP.',
    ),
    only(
      'vendors-are-alone',
      'server/(db|providers|refine|emi)/',
      [shared],
      'Pass what it needs in as an argument.',
    ),
    only(
      'http-knows-the-door',
      'server/http/',
      ['^src/server/db/', shared],
      'Pass what it needs in as an argument.',
    ),
    only(
      'files-and-mail-know-the-door',
      'server/(files|mail)/',
      ['^src/server/(db|http|providers)/', shared],
      'Pass what it needs in as an argument.',
    ),
    only(
      'erasure-knows-no-gateway',
      'server/erasure/',
      ['^src/server/(db|http|providers|files|mail)/', shared],
      'Pass what it needs in as an argument.',
    ),
    only(
      'payments-know-the-door',
      'server/payments/',
      ['^src/server/(db|http|providers)/', shared],
      'Pass what it needs in as an argument.',
    ),
    only(
      'cleaning-is-bounded',
      'server/cleaning/',
      ['^src/server/(http|providers)/', shared],
      'Pass what it needs in as an argument.',
    ),
    only(
      'a-gateway-is-alone',
      `server/${gateway}/`,
      [vendors, shared],
      'Move what two gateways share to src/server/http, src/server/files or src/server/mail.',
    ),
    only('the-server-is-no-web', 'server/', [shared], 'Move what both sides need into src/shared.'),
    never(
      'pg-is-behind-the-door',
      'Only src/server/db knows pg. Take a transaction from db.as or db.asService.',
      { path: '^src/', pathNot: ['^src/server/db/', '\\.test\\.ts$'] },
      { path: '(^|node_modules/)pg(/|$)' },
    ),
    never(
      'the-product-needs-no-tests',
      'Move what the product needs into src.',
      { path: '^src/', pathNot: '\\.test\\.tsx?$' },
      { path: ['^(tests|bench|scripts)/', '\\.test\\.tsx?$'] },
    ),
    never('no-circle-of-files', 'Move what both files need into a third one.', {}, { circular: true }),
    {
      ...never(
        'no-circle-of-domains',
        'One folder of the domain may use another in one direction only.',
        { path: '^src/web/domain/[^/]+$' },
        { path: '^src/web/domain/[^/]+$', circular: true },
      ),
      scope: 'folder',
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}

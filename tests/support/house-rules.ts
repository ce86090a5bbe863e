import { parseSync } from 'vite'

/** The text of each file, by its path from the project's root. */
export type Tree = ReadonlyMap<string, string>

/** One rule of the house. `wrong` is a tree that breaks it; `says` is the message for the developer. */
export type Rule = {
  name: string
  check: (tree: Tree) => string[]
  wrong: Record<string, string>
  says: string
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const isCode = (path: string) => /\.tsx?$/.test(path)
const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length

/** Applies `find` to each file that `wanted` accepts. */
function eachFile(wanted: (path: string) => boolean, find: (text: string, path: string) => string[]) {
  return (tree: Tree): string[] =>
    [...tree].filter(([path]) => wanted(path)).flatMap(([path, text]) => find(text, path))
}

const parsed = new Map<string, ReturnType<typeof parseSync>>()

function parse(text: string, path: string) {
  const known = parsed.get(text)
  if (known) return known
  const fresh = parseSync(path, text)
  parsed.set(text, fresh)
  return fresh
}

type Node = { type: string; start: number; end: number }

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** Calls `visit` with each node below `parent` and its parent. */
function walk(parent: Node, visit: (node: Node, parent: Node) => void): void {
  for (const value of Object.values(parent).flat()) {
    if (!isNode(value)) continue
    visit(value, parent)
    walk(value, visit)
  }
}

const functionTypes = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']
const mostLines = 60

/** A `describe` only groups tests, so its length says nothing. */
function groupsTests(parent: Node, text: string): boolean {
  return parent.type === 'CallExpression' && /^describe\b/.test(text.slice(parent.start, parent.end))
}

function longFunctions(text: string, path: string): string[] {
  const found: string[] = []
  walk(parse(text, path).program, (node, parent) => {
    if (!functionTypes.includes(node.type) || groupsTests(parent, text)) return
    const lines = text.slice(node.start, node.end).split('\n')
    const length = lines.filter((line) => !/^\s*(\/\/.*)?$/.test(line)).length
    if (length > mostLines)
      found.push(
        `${path}:${lineOf(text, node.start)} a function of ${length} lines; split it by meaning, ${mostLines} are allowed`,
      )
  })
  return found
}

function reExports(text: string, path: string): string[] {
  if (!/^export [^=]*from '/m.test(text)) return []
  return parse(text, path)
    .module.staticExports.filter(({ entries }) => entries.some(({ moduleRequest }) => moduleRequest))
    .map(
      ({ start }) => `${path}:${lineOf(text, start)} exports what another file holds; import it from there`,
    )
}

/** dependency-cruiser does not see `import('./x.ts').Thing` in a type, so the file must also import x at its top. */
function hiddenTypeImports(text: string, path: string): string[] {
  if (!text.includes("import('.")) return []
  const { program, module } = parse(text, path)
  const seen = [...module.staticImports, ...module.dynamicImports].map(({ moduleRequest }) =>
    text.slice(moduleRequest.start, moduleRequest.end),
  )
  const found: string[] = []
  walk(program, (node) => {
    if (node.type !== 'TSImportType') return
    const source = /'[^']*'/.exec(text.slice(node.start, node.end))?.[0] ?? ''
    if (source.startsWith("'.") && !seen.includes(source))
      found.push(
        `${path}:${lineOf(text, node.start)} imports inside a type; write \`import type\` at the top`,
      )
  })
  return found
}

const rooms = [
  /^src\/shared\//,
  /^src\/server\/[^/]+$/,
  /^src\/server\/(db|http|providers|files|mail|erasure|cleaning|payments|refine|emi|auth|rest|realtime|storage|functions|jobs|pages|admin)\//,
  /^src\/web\/(lib|ui|domain|app|worker|gallery)\//,
  /^src\/web\/features\/[\w-]+\//,
]

/** Statements that run when a module is imported. */
function importEffects(text: string, path: string): string[] {
  return parse(text, path)
    .program.body.filter(({ type }) => !/Import|Export|Declaration$/.test(type))
    .map(({ start }) => `${path}:${lineOf(text, start)} runs when it is imported; move it into start()`)
}

/** Files that may be longer than 400 lines, with the reason. */
const longFiles: Record<string, string> = {
  'tests/support/crisis-corpus-fresh.ts': 'a list of texts',
  'src/server/http/limits.ts': 'a list of limits',
  'src/shared/rows.ts': 'generated',
}

function longestFiles(text: string, path: string): string[] {
  const lines = text.split('\n').length
  return lines > 400 && !(path in longFiles)
    ? [`${path} has ${lines} lines; split it, or name the reason in longFiles`]
    : []
}

function typicalSizes(tree: Tree): string[] {
  const lengths = [...tree]
    .filter(([path]) => path.startsWith('src/') && isCode(path))
    .map(([, text]) => text.split('\n').length)
    .toSorted((a, b) => a - b)
  const at = (share: number) => lengths[Math.floor(lengths.length * share)] ?? 0
  return [
    ...(at(0.5) > 80 ? [`half of the files in src have more than ${at(0.5)} lines; 80 are allowed`] : []),
    ...(at(0.9) > 250 ? [`a tenth of the files in src has more than ${at(0.9)} lines; 250 are allowed`] : []),
  ]
}

/** `programs.ts` hands PATH to the child process it starts. */
const readsEnvironment = ['src/server/main.ts', 'src/server/db/embedded/programs.ts']

const debt = /\b(TODO|FIXME|XXX)\b|@ts-(ignore|expect-error|nocheck)|\bas any\b/

const long = (lines: number) => Array.from({ length: lines }, (_, at) => `  call(${at})`).join('\n')

export const rules: Rule[] = [
  {
    name: 'a function in a test has at most 60 lines',
    check: eachFile(isTest, longFunctions),
    wrong: { 'src/a.test.ts': `it('is long', () => {\n${long(61)}\n})` },
    says: 'src/a.test.ts:1 a function of 63 lines; split it by meaning, 60 are allowed',
  },
  {
    name: 'a file has at most 400 lines',
    check: eachFile((path) => isCode(path), longestFiles),
    wrong: { 'src/a.ts': long(401) },
    says: 'src/a.ts has 401 lines; split it, or name the reason in longFiles',
  },
  {
    name: 'half of the files have at most 80 lines, nine tenths at most 250',
    check: typicalSizes,
    wrong: { 'src/a.ts': long(90), 'src/b.ts': long(90) },
    says: 'half of the files in src have more than 90 lines; 80 are allowed',
  },
  {
    name: 'a file lies in a room that the import law knows',
    check: eachFile(
      (path) => /^src\/.*\.tsx?$/.test(path) && !rooms.some((room) => room.test(path)),
      (_, path) => [`${path} lies in no room; see "Rooms" in ARCHITECTURE.md`],
    ),
    wrong: { 'src/server/thing/a.ts': '', 'src/web/features/wall/a.ts': '' },
    says: 'src/server/thing/a.ts lies in no room; see "Rooms" in ARCHITECTURE.md',
  },
  {
    name: 'a file exports only what it holds',
    check: eachFile((path) => isCode(path), reExports),
    wrong: { 'src/a.ts': "import './c.ts'\nexport { b } from './b.ts'" },
    says: 'src/a.ts:2 exports what another file holds; import it from there',
  },
  {
    name: 'a type is imported at the top of its file',
    check: eachFile((path) => isCode(path), hiddenTypeImports),
    wrong: { 'src/a.ts': "const b = () => import('./b.ts')\ntype C = import('./c.ts').C" },
    says: 'src/a.ts:2 imports inside a type; write `import type` at the top',
  },
  {
    name: 'importing a file of the domain or of lib has no effect',
    check: eachFile((path) => /^src\/web\/(domain|lib)\//.test(path) && !isTest(path), importEffects),
    wrong: { 'src/web/domain/a.ts': "addEventListener('online', () => {})" },
    says: 'src/web/domain/a.ts:1 runs when it is imported; move it into start()',
  },
  {
    name: 'only main.ts reads the environment',
    check: eachFile(
      (path) => /^src\/.*\.tsx?$/.test(path) && !readsEnvironment.includes(path),
      (text, path) =>
        /process\.env\b/.test(text) ? [`${path} reads the environment; let config.ts hand the value in`] : [],
    ),
    wrong: { 'src/server/a.ts': 'export const port = process.env.PORT' },
    says: 'src/server/a.ts reads the environment; let config.ts hand the value in',
  },
  {
    name: 'a file is named by what it is',
    check: eachFile(
      (path) => /(^|\/)(utils?|helpers?|misc|common|managers?|services?)(\.|\/)/i.test(path),
      (_, path) => [`${path} has a name that fits everything; name what it holds`],
    ),
    wrong: { 'src/server/utils.ts': '' },
    says: 'src/server/utils.ts has a name that fits everything; name what it holds',
  },
  {
    name: 'nothing is left for later and no error is silenced',
    check: eachFile(
      (path) => /\.(ts|tsx|sql|css|md|json|mjs|html)$/.test(path) && path !== 'tests/support/house-rules.ts',
      (text, path) =>
        debt.test(text) ? [`${path} holds ${debt.exec(text)?.[0]}; do it, or write an issue`] : [],
    ),
    wrong: { 'src/a.ts': '// TODO' },
    says: 'src/a.ts holds TODO; do it, or write an issue',
  },
  {
    name: 'the lock file names no host',
    check: eachFile(
      (path) => path === 'package-lock.json',
      (text, path) => (/https?:\/\//.test(text) ? [`${path} names a host; run \`npm run lock\``] : []),
    ),
    wrong: { 'package-lock.json': '"https://registry.example/"' },
    says: 'package-lock.json names a host; run `npm run lock`',
  },
  {
    name: 'package.json has at most 18 scripts',
    check: eachFile(
      (path) => path === 'package.json',
      (text) => {
        const { scripts } = JSON.parse(text) as { scripts: Record<string, string> }
        const count = Object.keys(scripts).length
        return count > 18 ? [`package.json has ${count} scripts; 18 are allowed`] : []
      },
    ),
    wrong: {
      'package.json': JSON.stringify({
        scripts: Object.fromEntries(Array.from({ length: 19 }, (_, at) => [`s${at}`, ''])),
      }),
    },
    says: 'package.json has 19 scripts; 18 are allowed',
  },
]

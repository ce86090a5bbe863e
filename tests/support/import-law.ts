import { fileURLToPath } from 'node:url'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import readOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

const law = fileURLToPath(new URL('../../.dependency-cruiser.mjs', import.meta.url))

/** The forbidden imports under `root`, each with the rule's name. */
export async function brokenImports(root: string, folders: string[]): Promise<string[]> {
  const { output } = await cruise(folders, { ...(await readOptions(law)), baseDir: root })
  if (typeof output === 'string')
    throw new Error('dependency-cruiser answers with a report, not with a result')
  const { violations } = (output satisfies ICruiseResult).summary
  return violations.map(
    ({ rule, from, to, cycle }) =>
      `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}`,
  )
}

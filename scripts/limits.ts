// `npm run limits` prints the limits of the code into docs/limits.md.
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { printLimits } from './limits/print.ts'

await writeFile(fileURLToPath(new URL('../docs/limits.md', import.meta.url)), printLimits())

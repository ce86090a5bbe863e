import { describe } from 'vitest'
import { describeDeath, describeNodes } from './nodes-scenario.ts'

describe('two nodes on one PostgreSQL', () => {
  const { nodes } = describeNodes(false)
  describeDeath(nodes)
})

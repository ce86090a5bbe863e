import { defineConfig } from 'vitest/config'

/**
 * Two files at a time, also where there are two cores: vitest would keep one of them free, and a journey waits for its browser half of the
 * time. The journeys come after the rest, so that no load test of the server stands beside them.
 */
const twoAtATime = { maxWorkers: 2 }

/**
 * What is looked for again and again (`expect.poll`) has more time than a busy machine takes, and so has a test; vitest would give them one
 * second and five.
 */
const patient = { expect: { poll: { timeout: 20_000 } }, testTimeout: 60_000, hookTimeout: 90_000 }

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/slowest.ts'],
    projects: [
      { test: { name: 'unit', ...twoAtATime, ...patient, include: ['src/**/*.test.ts', 'tests/*.test.ts'] } },
      {
        test: {
          name: 'server',
          ...twoAtATime,
          ...patient,
          include: ['tests/db/**/*.test.ts', 'tests/wire/**/*.test.ts', 'tests/policies/**/*.test.ts'],
          globalSetup: 'tests/support/postgres.ts',
        },
      },
      {
        test: {
          name: 'journeys',
          ...twoAtATime,
          ...patient,
          sequence: { groupOrder: 1 },
          // A worker runs many files with one browser. Each file has its own server and database, each test its own contexts.
          isolate: false,
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: 'tests/support/postgres.ts',
          testTimeout: 90_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
})

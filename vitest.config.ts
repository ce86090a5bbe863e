import { defineConfig } from 'vitest/config'

/**
 * Three files at a time on two cores: many tests wait for a timer of the server or the browser, so two files leave a quarter of the
 * processor time unused. The journeys run after the rest, so that no load test of the server runs beside them.
 */
const threeAtATime = { maxWorkers: 3 }

/**
 * What is looked for again and again (`expect.poll`) has more time than a busy machine takes, and so has a test; vitest would give them one
 * second and five.
 */
const patient = { expect: { poll: { timeout: 20_000 } }, testTimeout: 60_000, hookTimeout: 90_000 }

export default defineConfig({
  test: {
    reporters: ['default', './tests/support/slowest.ts'],
    projects: [
      {
        test: { name: 'unit', ...threeAtATime, ...patient, include: ['src/**/*.test.ts', 'tests/*.test.ts'] },
      },
      {
        test: {
          name: 'server',
          ...threeAtATime,
          ...patient,
          include: ['tests/db/**/*.test.ts', 'tests/wire/**/*.test.ts', 'tests/policies/**/*.test.ts'],
          globalSetup: 'tests/support/postgres.ts',
        },
      },
      {
        test: {
          name: 'journeys',
          ...threeAtATime,
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

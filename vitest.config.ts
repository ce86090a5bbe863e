import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'tests/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['tests/db/**/*.test.ts', 'tests/wire/**/*.test.ts', 'tests/policies/**/*.test.ts'],
          globalSetup: 'tests/support/postgres.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: 'tests/support/postgres.ts',
          testTimeout: 90_000,
          hookTimeout: 90_000,
          // One browser journey at a time: two cores.
          fileParallelism: false,
        },
      },
    ],
  },
})

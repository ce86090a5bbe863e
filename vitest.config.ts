import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'tests/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: ['tests/{db,wire,policies}/**/*.test.ts'],
          globalSetup: 'tests/support/postgres.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/support/postgres.ts', 'tests/support/chromium.ts'],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          // One browser journey at a time: two cores.
          fileParallelism: false,
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{app,server,prisma,tests,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/setup/global.ts'],
    setupFiles: ['tests/setup/no-console-error.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})

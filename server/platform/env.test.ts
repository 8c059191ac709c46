import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseEnv } from './env.ts'

describe('parseEnv', () => {
  it('needs nothing', () => {
    expect(parseEnv({})).toMatchObject({ NODE_ENV: 'production', PORT: 3000, SITE_URL: 'http://localhost:3000', DATA_DIR: path.resolve('.data'), TRUST_PROXY: false })
  })
  it('takes empty values for absent ones', () => {
    expect(parseEnv({ PORT: '', DATABASE_URL: '', SITE_URL: '' })).toMatchObject({ PORT: 3000, SITE_URL: 'http://localhost:3000' })
  })
  it('reads what is given', () => {
    expect(parseEnv({ PORT: '0', SITE_URL: 'https://wtf.example///', TRUST_PROXY: '1', DATABASE_URL: 'postgres://u@h/d', DATA_DIR: '/tmp/x' }))
      .toMatchObject({ PORT: 0, SITE_URL: 'https://wtf.example', TRUST_PROXY: true, DATABASE_URL: 'postgres://u@h/d', DATA_DIR: '/tmp/x' })
  })
  it('names all that is wrong at once', () => {
    const wrong = { PORT: '70000', SITE_URL: 'ftp://x', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', TRUST_PROXY: 'perhaps', NODE_ENV: 'staging' }
    let message = ''
    try {
      parseEnv(wrong)
    } catch (error) {
      message = (error as Error).message
    }
    for (const name of Object.keys(wrong)) expect(message).toContain(`\n  ${name}: `)
  })
})

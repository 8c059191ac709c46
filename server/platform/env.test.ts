import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseEnv } from './env.ts'

describe('parseEnv', () => {
  test('has defaults for all variables', () => {
    expect(parseEnv({})).toMatchObject({
      NODE_ENV: 'production',
      PORT: 3000,
      SITE_URL: 'http://localhost:3000',
      DATA_DIR: path.resolve('.data'),
      TRUST_PROXY: false,
    })
  })
  test('treats empty values as unset', () => {
    expect(parseEnv({ PORT: '', DATABASE_URL: '', SITE_URL: '' })).toMatchObject({
      PORT: 3000,
      SITE_URL: 'http://localhost:3000',
    })
  })
  test('reads the given values', () => {
    expect(
      parseEnv({
        PORT: '0',
        SITE_URL: 'https://wtf.example///',
        TRUST_PROXY: '1',
        DATABASE_URL: 'postgres://u@h/d',
        DATA_DIR: '/tmp/x',
      }),
    ).toMatchObject({
      PORT: 0,
      SITE_URL: 'https://wtf.example',
      TRUST_PROXY: true,
      DATABASE_URL: 'postgres://u@h/d',
      DATA_DIR: '/tmp/x',
    })
  })
  test('reads the addresses of administrators', () => {
    expect(parseEnv({ ADMIN_EMAILS: ' Anna@wtf.example,ben@wtf.example; ' }).ADMIN_EMAILS).toEqual([
      'anna@wtf.example',
      'ben@wtf.example',
    ])
  })
  test.each<[Record<string, string>, string]>([
    [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET'],
    [{ GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_ID'],
    [{ APPLE_CLIENT_ID: 'x' }, 'APPLE_PRIVATE_KEY'],
    [{ APPLE_CLIENT_ID: 'x', APPLE_TEAM_ID: 'x', APPLE_KEY_ID: 'x' }, 'APPLE_PRIVATE_KEY'],
    [{ APPLE_PRIVATE_KEY: 'x' }, 'APPLE_CLIENT_ID'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM'],
    [{ S3_URL: 'https://s3.example/shop', S3_ACCESS_KEY_ID: 'x' }, 'S3_SECRET_ACCESS_KEY'],
    [{ S3_SECRET_ACCESS_KEY: 'x' }, 'S3_URL'],
    [{ BACKUP_DIR: 's3:' }, 'S3_URL'],
    [{ GOOGLE_ISSUER: 'http://accounts.example' }, 'GOOGLE_ISSUER'],
    [{ MAIL_FROM: 'WTF' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, 'MAIL_FROM'],
    [{ CONTACT_EMAIL: 'WTF <hello@wtf.example>' }, 'CONTACT_EMAIL'],
  ])('explains what is missing or wrong in %j', (given, name) => expect(() => parseEnv(given)).toThrow(`\n  ${name}: `))
  test.each<Record<string, string>>([
    { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'x', GOOGLE_ISSUER: 'http://127.0.0.1:4000/' },
    { APPLE_CLIENT_ID: 'x', APPLE_CLIENT_SECRET: 'x' },
    { APPLE_CLIENT_ID: 'x', APPLE_TEAM_ID: 'x', APPLE_KEY_ID: 'x', APPLE_PRIVATE_KEY: 'x' },
    { SMTP_URL: 'smtps://u:p@mail.example:465', MAIL_FROM: 'WTF <hello@wtf.example>' },
    { MAIL_FROM: 'hello@wtf.example' },
    { S3_URL: 'https://s3.example/shop', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x', BACKUP_DIR: 's3:' },
    { CONTACT_EMAIL: 'hello@wtf.example' },
    { REDIS_URL: 'redis://:a-secret@cache.example:6379' },
    { REDIS_URL: 'rediss://cache.example/2' },
  ])('accepts %j', (given) =>
    expect(parseEnv(given)).toMatchObject(given.GOOGLE_ISSUER ? { GOOGLE_ISSUER: 'http://127.0.0.1:4000' } : given),
  )
  test('reports all problems at once', () => {
    const wrong = {
      PORT: '70000',
      SITE_URL: 'ftp://x',
      DATABASE_URL: 'mysql://x',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: 'perhaps',
      NODE_ENV: 'staging',
      ADMIN_EMAILS: 'anna',
      SMTP_URL: 'http://x',
      JOBS: 'later',
      REDIS_URL: 'cache.example:6379',
    }
    let message = ''
    try {
      parseEnv(wrong)
    } catch (error) {
      message = (error as Error).message
    }
    for (const name of Object.keys(wrong)) expect(message).toContain(`\n  ${name}: `)
  })
})

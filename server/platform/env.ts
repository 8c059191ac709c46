import path from 'node:path'
import { z } from 'zod'

const flag = z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1')
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .transform((url) => url.replace(/\/+$/, ''))

const emails = z
  .string()
  .transform((list) =>
    list
      .split(/[,;\s]+/)
      .filter(Boolean)
      .map((email) => email.toLowerCase()),
  )
  .pipe(z.array(z.email('must be email addresses, separated by commas')))
const KEY = /^[A-Za-z0-9+/]{43}=?$/
const keys = z
  .string()
  .transform((list) => list.split(',').map((key) => key.trim()))
  .refine((list) => list.every((key) => KEY.test(key)), 'must be base64 of 32 bytes each, separated by commas')
  .transform((list) => list.map((key) => Buffer.from(key, 'base64')))
// Sign-in over plain http would expose tokens, so only a provider on this machine may use it.
const issuer = httpUrl.refine(
  (url) => url.startsWith('https:') || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$|\/)/.test(url),
  'must be an https URL',
)

const schema = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    SITE_URL: httpUrl.optional(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' }).optional(),
    SUPPORT_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' }).optional(),
    DATABASE_POOL: z.coerce.number().int().min(2).max(50).default(10),
    DATA_DIR: z
      .string()
      .min(1)
      .default('.data')
      .transform((dir) => path.resolve(dir)),
    S3_URL: httpUrl.optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    S3_REGION: z.string().default('us-east-1'),
    REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// URL' }).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    TRUST_PROXY: flag.default(false),
    HSTS: z.enum(['off', 'host', 'subdomains', 'preload']).default('host'),
    ADMIN_EMAILS: emails.default([]),
    ADMIN_BYPASS_SECRET: z.string().min(16, 'must have 16 characters or more').optional(),
    METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
    SIGN_IN_LIMITS: z.enum(['on', 'off']).default('on'),
    METER: z.enum(['on', 'off']).default('on'),
    CLICK_LIMITS: z.enum(['on', 'off']).default('on'),
    UPLOADTHING_TOKEN: z
      .string()
      .refine(
        (token) => parseUploadToken(token) !== null,
        'must be an UploadThing token: base64 of {apiKey, appId, regions}',
      )
      .optional(),
    JOBS: z.enum(['on', 'off']).default('on'),
    BACKUPS: z.enum(['nightly', 'asked']).default('nightly'),
    BACKUP_DIR: z
      .string()
      .min(1)
      .transform((dir) => (dir === 's3:' ? dir : path.resolve(dir)))
      .optional(),
    BACKUP_KEEP_DAYS: z.coerce
      .number()
      .int()
      .min(1)
      .max(35, 'must be 35 at most, as the privacy page promises')
      .default(7),
    CLICK_YEARS: z.coerce.number().int().min(2).max(50).optional(),
    RETIRED_ROWS: z.enum(['drop', 'export']).default('drop'),
    SECRETS_KEYS: keys.default([]),
    SHOPIFY_ADDRESS: z
      .string()
      .refine(
        (template) => template.includes('{shop}') && URL.canParse(template.replace('{shop}', 'shop')),
        'must be a URL that contains {shop}',
      )
      .optional(),
    DEMO: z.enum(['on', 'off']).default('on'),
    DEMO_SHOPIFY: z.enum(['on', 'off']).default('on'),
    DEMO_WOOCOMMERCE: z.enum(['on', 'off']).default('on'),
    DEMO_STORES: z.enum(['on', 'off']).default('on'),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^([^<>\r\n]{1,100} )?<?[^\s<>@]+@[^\s<>@]+>?$/,
        'must be an email address, with or without a name: WTF <hello@example.com>',
      )
      .optional(),
    CONTACT_EMAIL: z.email('must be one email address without a name: hello@example.com').optional(),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    GOOGLE_ISSUER: issuer.default('https://accounts.google.com'),
    APPLE_CLIENT_ID: z.string().optional(),
    APPLE_TEAM_ID: z.string().optional(),
    APPLE_KEY_ID: z.string().optional(),
    APPLE_PRIVATE_KEY: z.string().optional(),
    APPLE_CLIENT_SECRET: z.string().optional(),
    APPLE_ISSUER: issuer.default('https://appleid.apple.com'),
  })
  .superRefine((env, problems) => {
    const need = (condition: unknown, name: string, message: string) =>
      void (condition && problems.addIssue({ code: 'custom', path: [name], message }))
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
      need(env.S3_URL && !env[name], name, 'is required with S3_URL')
      need(env[name] && !env.S3_URL, 'S3_URL', `is required with ${name}`)
    }
    need(env.BACKUP_DIR === 's3:' && !env.S3_URL, 'S3_URL', 'is required with BACKUP_DIR=s3:')
    need(env.GOOGLE_CLIENT_ID && !env.GOOGLE_CLIENT_SECRET, 'GOOGLE_CLIENT_SECRET', 'is required with GOOGLE_CLIENT_ID')
    need(env.GOOGLE_CLIENT_SECRET && !env.GOOGLE_CLIENT_ID, 'GOOGLE_CLIENT_ID', 'is required with GOOGLE_CLIENT_SECRET')
    const hasAppleKey = env.APPLE_TEAM_ID && env.APPLE_KEY_ID && env.APPLE_PRIVATE_KEY
    const hasAppleParts = env.APPLE_TEAM_ID ?? env.APPLE_KEY_ID ?? env.APPLE_PRIVATE_KEY ?? env.APPLE_CLIENT_SECRET
    need(
      env.APPLE_CLIENT_ID && !hasAppleKey && !env.APPLE_CLIENT_SECRET,
      'APPLE_PRIVATE_KEY',
      'is required with APPLE_CLIENT_ID, and so are APPLE_TEAM_ID and APPLE_KEY_ID',
    )
    need(!env.APPLE_CLIENT_ID && hasAppleParts, 'APPLE_CLIENT_ID', 'is required with the other APPLE_ variables')
    need(
      env.SMTP_URL && !env.MAIL_FROM,
      'MAIL_FROM',
      'is required with SMTP_URL: the address that emails are sent from',
    )
  })

const uploadToken = z.object({
  apiKey: z.string().startsWith('sk_'),
  appId: z.string().regex(/^[a-z0-9]{1,60}$/i),
  regions: z.array(z.string().regex(/^[a-z0-9-]{1,60}$/)).min(1),
  ingestHost: z
    .string()
    .regex(/^[a-z0-9.-]+$/)
    .default('ingest.uploadthing.com'),
})

/** Parses an UploadThing token; null if it is invalid. */
export function parseUploadToken(token: string): z.infer<typeof uploadToken> | null {
  try {
    return uploadToken.parse(JSON.parse(Buffer.from(token, 'base64').toString()))
  } catch {
    return null
  }
}

export type Env = Omit<z.infer<typeof schema>, 'SITE_URL' | 'BACKUP_DIR'> & {
  /** Origin for canonical links and the sitemap, without a trailing slash. */
  SITE_URL: string
  /** A folder, or 's3:' for the folder 'backups' of the S3 bucket. */
  BACKUP_DIR: string
}

/** A bucket: its address, without a trailing slash, and the keys to it. */
export interface S3Settings {
  url: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/**
 * Returns the bucket that an environment names; null if it names none. Every process has checked it with `parseEnv` at
 * its start.
 */
export function parseS3Settings(source: Record<string, string | undefined>): S3Settings | null {
  const { S3_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } = source
  if (!S3_URL) return null
  return {
    url: S3_URL.replace(/\/+$/, ''),
    accessKeyId: S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: S3_SECRET_ACCESS_KEY ?? '',
    region: S3_REGION || 'us-east-1',
  }
}

/**
 * Parses the environment. Empty values count as absent.
 * @throws Error that names every invalid variable, one per line.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${String(issue.path[0])}: ${issue.message}`)
    throw new Error(`Invalid environment variables (see .env.example):\n${lines.join('\n')}`)
  }
  const { SITE_URL, BACKUP_DIR, PORT, DATA_DIR, S3_URL } = parsed.data
  return {
    ...parsed.data,
    SITE_URL: SITE_URL ?? `http://localhost:${PORT}`,
    BACKUP_DIR: BACKUP_DIR ?? (S3_URL ? 's3:' : path.join(DATA_DIR, 'backups')),
  }
}

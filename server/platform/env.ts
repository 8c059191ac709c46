import path from 'node:path'
import { z } from 'zod'

const flag = z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1')
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).transform((url) => url.replace(/\/+$/, ''))

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  SITE_URL: httpUrl.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }).optional(),
  DATA_DIR: z.string().min(1).default('.data').transform((dir) => path.resolve(dir)),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: flag.default(false),
})

export type Env = Omit<z.infer<typeof schema>, 'SITE_URL'> & {
  /** Origin for canonical links and the sitemap, without a trailing slash. */
  SITE_URL: string
}

/**
 * Parses the environment. Empty values count as absent.
 * @throws Error naming every variable that is wrong, one a line.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment is not usable (see .env.example):\n${lines.join('\n')}`)
  }
  return { ...parsed.data, SITE_URL: parsed.data.SITE_URL ?? `http://localhost:${parsed.data.PORT}` }
}

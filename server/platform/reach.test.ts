import { expect, test } from 'vitest'
import { parseEnv } from './env.ts'
import { isLoopback, openedBy } from './reach.ts'

test.each(['localhost', 'LOCALHOST', 'shop.localhost', '127.0.0.1', '127.8.8.8', '::1', '[::1]'])(
  '%s is this machine',
  (name) => expect(isLoopback(name)).toBe(true),
)
test.each([
  '',
  '0.0.0.0',
  '::',
  '[::]',
  '10.0.0.1',
  '192.168.1.5',
  '128.0.0.1',
  '::ffff:127.0.0.1',
  'localhost.example',
  'localhost.',
  'xlocalhost',
  '127.0.0.1.nip.io',
  '127.0.0.1@shop.example',
  'shop.example',
  '[::1].example',
])('%s is not this machine', (name) => expect(isLoopback(name)).toBe(false))

test.each<[Record<string, string>, string | null]>([
  [{}, null],
  [{ HOST: '127.0.0.1' }, null],
  [{ HOST: '::1' }, null],
  [{ HOST: 'localhost', SITE_URL: 'http://127.0.0.1:4000' }, null],
  [{ SITE_URL: 'https://shop.localhost' }, null],
  [{ HOST: '0.0.0.0' }, 'HOST=0.0.0.0'],
  [{ HOST: '::' }, 'HOST=::'],
  [{ HOST: '0.0.0.0', SITE_URL: 'http://localhost:3000' }, 'HOST=0.0.0.0'],
  [{ HOST: 'shop' }, 'HOST=shop'],
  [{ SITE_URL: 'https://wtf.example' }, 'SITE_URL=https://wtf.example'],
  [{ SITE_URL: 'http://192.168.1.5:3000' }, 'SITE_URL=http://192.168.1.5:3000'],
  [{ SITE_URL: 'http://localhost@wtf.example' }, 'SITE_URL=http://localhost@wtf.example'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY=true'],
])('with %j, the setting that exposes the shop is %s', (env, setting) => expect(openedBy(parseEnv(env))).toBe(setting))

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test.each([
  '1.1.1.1',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '192.167.1.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::1',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.8.8.8',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.5',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fec0::1',
  '100::1',
  '2606:4700::1111%1',
  '',
  'localhost',
  'example.com',
  '127.1',
  '0x7f000001',
  '2130706433',
  '1.1.1.1 ',
  '[::1]',
])('%j is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test('knows every private IPv4 address', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a = 0, b = 0] = address.split('.').map(Number)
      const isPrivate =
        a === 10 ||
        a === 127 ||
        a === 0 ||
        a >= 224 ||
        (a === 192 && b === 168) ||
        (a === 172 && b >= 16 && b < 32) ||
        (a === 169 && b === 254) ||
        (a === 100 && b >= 64 && b < 128)
      if (isPrivate) expect(isPublicAddress(address)).toBe(false)
    }),
    { numRuns: 5_000 },
  )
})

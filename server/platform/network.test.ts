import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { homeOf, networkOf, subscriberOf } from './network.ts'

describe.each([
  ['203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['::FFFF:cb00:714d', '203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['2001:db8::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['', '', ''],
  ['unknown', 'unknown', 'unknown'],
])('the address %j', (address, subscriber, network) => {
  test(`belongs to the subscriber ${subscriber}`, () => expect(subscriberOf(address)).toBe(subscriber))
  test(`is in the network ${network}`, () => expect(networkOf(address)).toBe(network))
})

test.each([
  ['203.0.113.77', '203.0.113.77'],
  ['::ffff:203.0.113.77', '203.0.113.77'],
  ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
  ['2001:db8:1:ff:ffff::1', '2001:db8:1:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['unknown', 'unknown'],
])('%j belongs to the home network %s', (address, home) => expect(homeOf(address)).toBe(home))

describe('any address', () => {
  const group = fc.integer({ min: 1, max: 0xffff }).map((number) => number.toString(16))
  const half = fc.tuple(group, group, group, group).map((groups) => groups.join(':'))

  test('shares its subscriber with all addresses of its /64, and no others', () => {
    fc.assert(
      fc.property(half, half, half, half, (prefix, otherPrefix, host, otherHost) => {
        expect(subscriberOf(`${prefix}:${host}`)).toBe(`${prefix}::/64`)
        expect(subscriberOf(`${prefix}:${otherHost}`)).toBe(`${prefix}::/64`)
        expect(subscriberOf(`${otherPrefix}:${host}`) === subscriberOf(`${prefix}:${host}`)).toBe(
          prefix === otherPrefix,
        )
      }),
    )
  })
  test('is parsed in every spelling', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), fc.ipV4()), (address) => {
        expect(subscriberOf(address)).toMatch(/^[0-9a-f:]+::\/64$|^[\d.]+$/)
        expect(networkOf(address)).toMatch(/^[0-9a-f:]+::\/48$|^[\d.]+\.0\/24$/)
      }),
    )
  })
})
